// SPDX-License-Identifier: GPL-3.0-or-later
// A tool's parameters, as far as they can be spoken. Pure.

import JarvisCore
import JarvisPlatform
import JarvisUnderstanding

/// One parameter of a tool's schema.
struct ToolParameter: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case text, integer, number, flag
        /// One of these values.
        case choice([JSONValue])
        /// A text that is a time in a written form.
        case time(TimeArgument)
        /// A list of texts: "red, green and blue".
        case texts
        /// A list of numbers.
        case numbers(areWhole: Bool)
        /// An object, or a list of objects, which cannot be spoken.
        case structure
    }

    var name: String
    var kind: Kind
    /// The tool requires it.
    var isRequired: Bool
    /// The server's description.
    var text: String

    /// Its spoken name.
    var words: [String] { ToolDescription.words(of: name).split(separator: " ").map(String.init) }

    /// In schema order.
    static func parameters(of schema: JSONObject) -> [ToolParameter] {
        let required = Set((schema["required"]?.asArray ?? []).compactMap(\.asText))
        return (schema["properties"]?.asObject?.members ?? []).map { member in
            let property = member.value.asObject ?? JSONObject()
            // Parameters with a default may be omitted.
            let isRequired = required.contains(member.key) && property["default"] == nil
            return ToolParameter(
                name: member.key, kind: kind(of: property), isRequired: isRequired,
                text: property["description"]?.asText ?? "")
        }
    }

    private static func kind(of property: JSONObject) -> Kind {
        if let values = property["enum"]?.asArray, !values.isEmpty { return .choice(values) }
        let named = property["type"]?.asText ?? property["type"]?.asArray?.compactMap(\.asText).first { $0 != "null" }
        switch named {
        case "string": return TimeArgument(property).map(Kind.time) ?? .text
        case "integer": return .integer
        case "number": return .number
        case "boolean": return .flag
        case "array": return list(of: property["items"]?.asObject)
        case "object": return .structure
        default:
            let ways = (property["anyOf"] ?? property["oneOf"])?.asArray?.compactMap(\.asObject) ?? []
            var kinds = ways.filter { $0["type"]?.asText != "null" }.map(kind)
            // What is said of the parameter holds for each of its types.
            if kinds == [.text], let form = TimeArgument(property) { kinds = [.time(form)] }
            // Without a type, any text will do.
            return kinds.first { $0 != .structure } ?? kinds.first ?? .text
        }
    }

    private static func list(of items: JSONObject?) -> Kind {
        guard let items else { return .texts }
        return switch kind(of: items) {
        case .text: .texts
        case .integer: .numbers(areWhole: true)
        case .number: .numbers(areWhole: false)
        default: .structure
        }
    }

    /// The value in spoken words, or `nil` if they don't contain one of this kind.
    /// - Parameters:
    ///   - words: The words in lower case, with numbers spelled out.
    ///   - original: The same words as written.
    ///   - clock: Tells which day "tomorrow" is.
    func value(
        of words: ArraySlice<String>, as original: String, clock: any WallClock = SystemWallClock()
    ) -> JSONValue? {
        switch kind {
        case .text: return original.isEmpty ? nil : .text(original)
        case .integer:
            guard let number = Self.number(words), let whole = Int64(exactly: number) else { return nil }
            return .integer(whole)
        case .number: return Self.number(words).map { .number($0) }
        case .flag: return Self.flag(words).map(JSONValue.flag)
        case .choice(let values): return values.first { Self.spoken($0) == Array(words) }
        case .time(let form): return form.written(words, clock: clock).map(JSONValue.text)
        case .texts:
            let parts = Self.parts(of: original)
            return parts.isEmpty ? nil : .array(parts.map(JSONValue.text))
        case .numbers(let areWhole):
            var numbers: [JSONValue] = []
            for part in words.split(whereSeparator: { $0 == "and" }) {
                guard let number = Self.number(part) else { return nil }
                guard areWhole else {
                    numbers.append(.number(number))
                    continue
                }
                guard let whole = Int64(exactly: number) else { return nil }
                numbers.append(.integer(whole))
            }
            return numbers.isEmpty ? nil : .array(numbers)
        case .structure: return nil
        }
    }

    /// The entries of "red, green and blue", as written.
    private static func parts(of text: String) -> [String] {
        text.split(separator: ",").flatMap { part in
            var words = part.split(separator: " ")
            if words.first == "and" { words.removeFirst() }
            return words.split(separator: "and").map { $0.joined(separator: " ") }
        }.filter { !$0.isEmpty }
    }

    /// A choice or a number among the words; `nil` unless there is exactly one.
    func place(
        in words: ArraySlice<String>, clock: any WallClock = SystemWallClock()
    ) -> (range: Range<Int>, value: JSONValue)? {
        var found: [(range: Range<Int>, value: JSONValue)] = []
        switch kind {
        case .choice(let values):
            for value in values {
                let name = Self.spoken(value)
                guard !name.isEmpty, name.count <= words.count else { continue }
                for start in words.startIndex...(words.endIndex - name.count)
                where words[start..<start + name.count].elementsEqual(name) {
                    found.append((start..<start + name.count, value))
                }
            }
            // "light blue" is not "blue".
            found.sort { $0.range.count > $1.range.count }
            found = found.filter { entry in entry.range == found[0].range || !found[0].range.overlaps(entry.range) }
        case .integer, .number:
            var start = words.startIndex
            while start < words.endIndex {
                var cursor = WordCursor(words[start...])
                guard CardinalReader.read(&cursor) != nil, cursor.consumed > 0 else {
                    start += 1
                    continue
                }
                let range = start..<start + cursor.consumed
                if let value = value(of: words[range], as: "") { found.append((range, value)) }
                start = range.upperBound
            }
        case .time(let form): return form.place(in: words, clock: clock).map { ($0.range, .text($0.written)) }
        case .text, .texts, .numbers, .flag, .structure: break
        }
        return found.count == 1 ? found[0] : nil
    }

    private static func number(_ words: ArraySlice<String>) -> Double? {
        let isNegative = words.first == "minus" || words.first == "negative"
        var cursor = WordCursor(isNegative ? words.dropFirst() : words)
        guard let whole = CardinalReader.read(&cursor) else { return nil }
        var value = whole
        if cursor.accept("point") {
            var digits = ""
            while let word = cursor.peek(), let digit = CardinalReader.small(word), digit < 10 {
                digits += String(Int(digit))
                cursor.advance()
            }
            guard let fraction = Double("0." + digits), !digits.isEmpty else { return nil }
            value += fraction
        }
        return cursor.rest.isEmpty ? (isNegative ? -value : value) : nil
    }

    private static func flag(_ words: ArraySlice<String>) -> Bool? {
        switch words.joined(separator: " ") {
        case "yes", "true", "on", "yeah", "sure": true
        case "no", "false", "off", "nope": false
        default: nil
        }
    }

    private static func spoken(_ value: JSONValue) -> [String] {
        Utterance.allWords(of: ToolDescription.words(of: value.asText ?? value.line))
    }

    /// The question for this parameter: "What is the path?"
    var question: String {
        let name = words.joined(separator: " ")
        return switch kind {
        case .flag: "\(name.capitalizedFirst): yes or no?"
        case .choice(let values):
            "Which \(name): \(values.prefix(6).map { Self.spoken($0).joined(separator: " ") }.joined(separator: ", "))?"
        case .integer, .number: "What number is the \(name)?"
        case .time(.date): "What day is the \(name)?"
        case .time(.duration): "How long is the \(name)?"
        case .time: "What time is the \(name)?"
        case .texts, .numbers: "What are the \(name)?"
        case .text, .structure: "What is the \(name)?"
        }
    }
}
