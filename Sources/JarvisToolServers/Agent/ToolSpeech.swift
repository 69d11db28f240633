// SPDX-License-Identifier: GPL-3.0-or-later
// Turns a tool's result into something to say. Tools return JSON, addresses and stack traces; people hear sentences. Pure.

import JarvisCore
import JarvisPlatform

/// The result of a tool in words.
struct ToolSpeech: Hashable {
    private(set) var text: String
    /// Something of the result is left out.
    private(set) var isShortened = false

    /// More entries of a list or an object than these are counted instead of read.
    private static let mostEntries = 8
    /// Keys that say nothing by themselves: their value is the result.
    private static let wrappers: Set<String> = [
        "result", "results", "output", "answer", "response", "value", "values", "data", "text", "message", "content",
        "items", "structuredcontent",
    ]
    /// Keys that name an entry of a list, best first.
    private static let names = ["name", "title", "label", "summary", "subject", "text", "message", "description", "id"]

    init(_ result: String) {
        let result = result.trimmed
        guard let value = Self.value(in: result) else {
            if let start = result.firstIndex(where: { "{[".contains($0) }),
                let inner = Self.value(in: String(result[start...]))
            {
                // Words with a value behind them.
                let words = Self.plain(String(result[..<start]))
                text = ""
                text = [words, said(inner) ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
                return
            }
            text =
                Self.isTangled(result)
                ? "I got a result, but I can't read it aloud." : Self.plain(Self.open(result))
            return
        }
        text = ""
        text = Self.sentence(said(value) ?? "Nothing came back.")
    }

    /// The JSON value that the text is, whole or line by line; nil for words.
    private static func value(in text: String) -> JSONValue? {
        guard let first = text.first, "{[".contains(first) else { return nil }
        if let value = try? JSONValue(parsing: Array(text.utf8)) { return value }
        let lines = text.split(whereSeparator: \.isNewline).map { try? JSONValue(parsing: Array($0.utf8)) }
        return lines.count > 1 && !lines.contains(nil) ? .array(lines.compactMap(\.self)) : nil
    }

    /// True for JSON that was cut, and for code.
    private static func isTangled(_ text: String) -> Bool {
        let next = text.dropFirst().first { !$0.isWhitespace } ?? " "
        return text.hasPrefix("{") || text.hasPrefix("[") && ("{[\"-".contains(next) || next.isNumber)
    }

    /// "an image was returned" for the notes that stand for what is no text, such as "[a link was returned: …]".
    private static func open(_ text: String) -> String {
        guard text.hasPrefix("["), text.hasSuffix("]"), text.contains(" was returned") else { return text }
        return sentence(String(text.dropFirst().dropLast().prefix { $0 != ":" }))
    }

    // MARK: Values

    private mutating func said(_ value: JSONValue) -> String? {
        switch value {
        case .array(let values): list(values)
        case .object(let object): said(object)
        default: Self.scalar(value)
        }
    }

    private mutating func said(_ object: JSONObject) -> String? {
        let members = object.members.filter { !Self.isFormality($0) }
        if members.count == 1, let only = members.first {
            let isWrapper = Self.wrappers.contains(only.key.lowercased())
            return said(only.value).map { isWrapper ? $0 : "\(Self.words(of: only.key)): \($0)" }
        }
        // A text beside counts and codes is the answer.
        var parts: [String] = []
        for member in members {
            guard parts.count < Self.mostEntries else {
                isShortened = true
                break
            }
            switch member.value {
            case .array(let values) where values.allSatisfy { $0.asObject == nil && $0.asArray == nil }:
                if let words = list(values) { parts.append("\(Self.words(of: member.key)): \(words)") }
            case .array(let values):
                parts.append("\(Self.words(of: member.key)): \(values.count)")
                isShortened = true
            case .object(let inner):
                let scalars = inner.members.compactMap { member in
                    Self.scalar(member.value).map { "\(Self.words(of: member.key)) \($0)" }
                }
                if scalars.count <= 3, scalars.count == inner.members.count {
                    parts.append("\(Self.words(of: member.key)): \(scalars.joined(separator: " and "))")
                } else {
                    isShortened = true
                }
            default:
                if let words = Self.scalar(member.value) { parts.append("\(Self.words(of: member.key)): \(words)") }
            }
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private mutating func list(_ values: [JSONValue]) -> String? {
        guard !values.isEmpty else { return "nothing" }
        let words = values.compactMap { value in
            value.asObject.map(Self.name) ?? Self.scalar(value)
        }.filter { !$0.isEmpty }
        if values.count == 1, let object = values[0].asObject { return said(object) }
        guard !words.isEmpty else {
            isShortened = true
            return values.count == 1 ? "one entry" : "\(values.count) entries"
        }
        if values.contains(where: { ($0.asObject?.members.count ?? 0) > 1 }) { isShortened = true }
        guard words.count > Self.mostEntries else { return Self.joined(words) }
        isShortened = true
        return words.prefix(Self.mostEntries).joined(separator: ", ") + " and \(words.count - Self.mostEntries) more"
    }

    private static func joined(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }

    /// What an entry of a list is called; empty if nothing names it.
    private static func name(of object: JSONObject) -> String {
        names.lazy.compactMap { key in
            object.members.first { $0.key.lowercased() == key }.flatMap { scalar($0.value) }
        }.first ?? (object.members.count == 1 ? scalar(object.members[0].value) ?? "" : "")
    }

    /// True for a member that only says that all went well.
    private static func isFormality(_ member: JSONObject.Member) -> Bool {
        switch (member.key.lowercased(), member.value) {
        case (_, .null): true
        case ("success", .flag(true)), ("ok", .flag(true)), ("error", .flag(false)): true
        case ("status", .text(let text)): ["ok", "success", "200"].contains(text.lowercased())
        case ("type", .text(let text)): text == "text"
        default: false
        }
    }

    /// A value in words; nil for nothing, and for what is no use to the ear, such as addresses.
    private static func scalar(_ value: JSONValue) -> String? {
        switch value {
        case .flag(let flag): return flag ? "yes" : "no"
        case .number(let literal):
            let isLong =
                literal.split(separator: ".").count == 2 && (literal.split(separator: ".").last?.count ?? 0) > 4
            guard literal.contains("e") || literal.contains("E") || isLong, let number = value.asDouble else {
                return literal.hasSuffix(".0") ? String(literal.dropLast(2)) : literal
            }
            let rounded = (number * 1000).rounded() / 1000
            return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int64(rounded)) : String(rounded)
        case .text(let text):
            let text = text.trimmed
            return text.isEmpty || text.contains("://") && !text.contains(" ") ? nil : plain(moment(text) ?? text)
        case .null, .array, .object: return nil
        }
    }

    /// "2026-11-29 17:00" from an ISO 8601 moment; nil for other texts.
    private static func moment(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 16, bytes[10] == UInt8(ascii: "T"), bytes[4] == UInt8(ascii: "-"),
            bytes[13] == UInt8(ascii: ":"),
            bytes[..<4].allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return text.prefix(10) + " " + text.dropFirst(11).prefix(5) + (text.hasSuffix("Z") ? " UTC" : "")
    }

    /// "max speed" for `maxSpeed` and `max_speed`.
    private static func words(of key: String) -> String { ToolDescription.words(of: key) }

    // MARK: Texts

    /// A text without what is meant for programmers: addresses, folders, and what validators add to their messages.
    private static func plain(_ text: String) -> String {
        let raw = text.split(whereSeparator: \.isNewline)
        let isValidation = raw.contains { isHeading(String($0)) }
        var lines: [String] = []
        for line in raw where !isHeading(String(line)) {
            let words = line.trimmed
            if words.isEmpty || words.hasPrefix("For further information visit") { continue }
            // pydantic puts the name of an argument above what is wrong with it.
            if isValidation, line.first?.isWhitespace == true, let name = lines.popLast() {
                lines.append(name + ": " + words)
            } else {
                lines.append(words)
            }
        }
        let words = lines.joined(separator: " ").split(separator: " ").map { short($0) }
        return withoutDetails(words.joined(separator: " "))
    }

    /// True for pydantic's first line: "2 validation errors for call[add]".
    private static func isHeading(_ line: String) -> Bool {
        line.contains("validation error for ") || line.contains("validation errors for ")
    }

    /// A word without the address or folder in it.
    private static func short(_ word: Substring) -> String {
        if word.contains("://") { return "a link" }
        let core = word.drop { "'\"(".contains($0) }
        guard core.hasPrefix("/"), core.count { $0 == "/" } > 1 else { return String(word) }
        return core.split(separator: "/").last.map { $0.filter { !"'\"()".contains($0) } } ?? String(word)
    }

    /// Without "[type=…, input_value=…]", which pydantic puts behind each message.
    private static func withoutDetails(_ text: String) -> String {
        var rest = text[...]
        var result = ""
        while let start = rest.firstRange(of: "[type="), let end = rest[start.upperBound...].firstIndex(of: "]") {
            result += rest[..<start.lowerBound].trimmed + "."
            rest = rest[rest.index(after: end)...]
        }
        return (result + rest).trimmed
    }

    private static func sentence(_ text: String) -> String {
        let text = text.capitalizedFirst
        return text.last.map { ".!?…".contains($0) } ?? true ? text : text + "."
    }
}
