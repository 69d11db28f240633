// SPDX-License-Identifier: GPL-3.0-or-later
// Parses tool calls as models write them: JSON in any of the usual shapes, tags, names before JSON, or a call as in a
// program. Pure.

import JarvisCore
import JarvisPlatform

/// Parses calls of the tools that were offered to the model.
struct WrittenCallReader {
    let tools: Set<String>
    private let folded: [String: String]
    private let prefixes = ["functions.", "tools.", "default_api.", "print(", "functools", "tool_code", "call:"]

    init(tools: Set<String>) {
        self.tools = tools
        folded = Dictionary(tools.map { (Self.folded($0), $0) }) { first, _ in first }
    }

    // MARK: Names

    /// The offered tool that a written name stands for; nil if none does.
    func tool(named written: some StringProtocol) -> String? {
        var name = written.trimmed
        if let end = name.firstRange(of: "<|") { name = String(name[..<end.lowerBound]) }
        name = name.filter { !"\"'`*".contains($0) }.trimmed
        for prefix in ["functions.", "tools.", "default_api.", "function.", "call:"] where name.hasPrefix(prefix) {
            name = String(name.dropFirst(prefix.count))
        }
        if tools.contains(name) { return name }
        if let colon = name.firstIndex(of: ":") { name = String(name[..<colon]) }
        if name.hasSuffix(".call") { name = String(name.dropLast(5)) }
        return tools.contains(name) ? name : folded[Self.folded(name)]
    }

    private static func folded(_ name: String) -> String { name.lowercased().filter { $0 != "_" && $0 != "-" } }

    /// True if the text may be the beginning of a call as in a program: a tool's name up to its bracket.
    func mayBegin(_ text: String) -> Bool {
        var rest = text[...]
        for prefix in prefixes {
            if prefix.hasPrefix(rest) { return true }
            if rest.hasPrefix(prefix) { rest = rest.dropFirst(prefix.count) }
        }
        if rest.isEmpty { return true }
        return tools.contains { name in
            name.hasPrefix(rest) || rest.hasPrefix(name) && isOpening(rest.dropFirst(name.count))
        }
    }

    private func isOpening(_ rest: Substring) -> Bool {
        [".call(", "(", "{", "[ARGS]{", " {", "\n{", ":0{"].contains { $0.hasPrefix(rest) || rest.hasPrefix($0) }
    }

    // MARK: Calls

    /// The calls in a text, limited to the offered tools; empty if the text isn't a call.
    func calls(in text: String) -> [ToolCallFragment] {
        let text = text.trimmed
        guard !text.isEmpty else { return [] }
        let readers = [tagged, parted, addressed, json, program, named]
        for read in readers {
            let found = read(text)
            if !found.isEmpty { return found }
        }
        return []
    }

    private func fragment(_ name: String, _ arguments: JSONObject) -> ToolCallFragment {
        ToolCallFragment(name: name, arguments: JSONValue.object(arguments).line, isWhole: true)
    }

    // MARK: Tags: "<function=timer><parameter=minutes>5</parameter></function>"

    private func tagged(_ text: String) -> [ToolCallFragment] {
        var found: [ToolCallFragment] = []
        for open in ["<function=", "<function name=", "<invoke name="] {
            for part in text.parts(behind: open) {
                guard let end = part.firstIndex(of: ">"), let name = tool(named: part[..<end]) else { continue }
                let rest = part[part.index(after: end)...]
                let body = rest.before("</function>").before("</invoke>")
                found.append(fragment(name, parameters(of: body) ?? lenientObject(in: body) ?? JSONObject()))
            }
        }
        if found.isEmpty, text.contains("<arg_key>") {
            let name = text.before("<arg_key>")
            if let name = tool(named: name) { found.append(fragment(name, keysAndValues(text[...]))) }
        }
        return found
    }

    private func parameters(of body: Substring) -> JSONObject? {
        var values = JSONObject()
        for open in ["<parameter=", "<parameter name="] {
            for part in body.parts(behind: open) {
                guard let end = part.firstIndex(of: ">") else { continue }
                let key = part[..<end].filter { !"\"'".contains($0) }
                values[String(key).trimmed] = value(part[part.index(after: end)...].before("</parameter>"))
            }
        }
        return values.members.isEmpty ? nil : values
    }

    private func keysAndValues(_ text: Substring) -> JSONObject {
        var values = JSONObject()
        for part in text.parts(behind: "<arg_key>") {
            let key = part.before("</arg_key>").trimmed
            guard let written = part.parts(behind: "<arg_value>").first else { continue }
            values[key] = value(written.before("</arg_value>"))
        }
        return values
    }

    /// The text as JSON (a number, a list, …) if it parses; otherwise as a string.
    private func value(_ written: Substring) -> JSONValue {
        let text = written.trimmed
        switch (try? JSONValue(parsing: Array(text.utf8))) ?? LenientJSON.value(text) {
        case .text(let inner)?: return .text(inner)
        case let value?: return value
        case nil: return .text(text)
        }
    }

    // MARK: A name, a mark, and JSON, as DeepSeek, Kimi and Mistral write it

    private static let separators = ["<｜tool▁sep｜>", "<|tool_call_argument_begin|>", "[ARGS]"]
    private static let begins = ["<｜tool▁call▁begin｜>", "<|tool_call_begin|>"]

    private func parted(_ text: String) -> [ToolCallFragment] {
        guard Self.separators.contains(where: text.contains) else { return [] }
        var calls: [Substring] = [text[...]]
        for begin in Self.begins where text.contains(begin) { calls = text.parts(behind: begin) }
        return calls.flatMap { call -> [ToolCallFragment] in
            let pieces = call.split(on: Self.separators)
            guard pieces.count >= 2, let body = pieces.last else { return [] }
            // In "function<sep>NAME⏎```json…" the name is the first line after the mark.
            let first = pieces[0].before("[CALL_ID]")
            let line = body.prefix { !$0.isNewline && $0 != "{" }
            guard let name = tool(named: first) ?? tool(named: line), let values = lenientObject(in: body) else {
                return []
            }
            return [fragment(name, values)]
        }
    }

    /// A call in harmony's form: "to=functions.timer <|constrain|>json<|message|>{…}".
    private func addressed(_ text: String) -> [ToolCallFragment] {
        guard let part = text.parts(behind: "to=").first else { return [] }
        let written = part.prefix { !$0.isWhitespace && $0 != "<" && $0 != "{" }
        guard let name = tool(named: written), let values = lenientObject(in: part.dropFirst(written.count)) else {
            return []
        }
        return [fragment(name, values)]
    }

    // MARK: JSON

    private func json(_ text: String) -> [ToolCallFragment] {
        guard let start = text.firstIndex(where: { "{[".contains($0) }) else { return [] }
        // "timer_set{…}" names its tool before the JSON; leave it to `named`.
        guard tool(named: text[..<start]) == nil else { return [] }
        var found: [ToolCallFragment] = []
        // Several objects in a row are separate calls.
        var rest = text[start...]
        while let begin = rest.firstIndex(where: { "{[".contains($0) }) {
            rest = rest[begin...]
            let whole = rest.balanced()
            guard let value = LenientJSON.value(String(whole)) else { break }
            found += calls(of: value)
            rest = rest.dropFirst(whole.count)
        }
        return found
    }

    private func calls(of value: JSONValue) -> [ToolCallFragment] {
        if let list = value.asArray { return list.flatMap(calls) }
        guard let object = value.asObject else { return [] }
        if let list = object["tool_calls"] ?? object["calls"], list.asArray != nil { return calls(of: list) }
        if let inner = object["function"]?.asObject ?? object["tool_call"]?.asObject
            ?? object["function_call"]?.asObject
        {
            return calls(of: .object(inner))
        }
        let names = ["name", "function", "tool", "tool_name", "function_name", "action", "recipient_name"]
        let bodies = ["arguments", "parameters", "args", "input", "action_input", "tool_input", "params", "kwargs"]
        if let name = names.lazy.compactMap({ object[$0]?.asText }).first.flatMap({ tool(named: $0) }) {
            guard let body = bodies.lazy.compactMap({ object[$0] }).first else {
                // Without an object of arguments, the other members are the arguments.
                var rest = object
                for key in names + ["type", "id"] { rest[key] = nil }
                return [fragment(name, rest)]
            }
            return [fragment(name, arguments(body))]
        }
        // The name may be the only key: {"timer_set": {"minutes": 5}}
        guard object.members.count == 1, let member = object.members.first, member.value.asObject != nil,
            let name = tool(named: member.key)
        else {
            return []
        }
        return [fragment(name, arguments(member.value))]
    }

    /// The arguments, given as an object or as a string that contains one.
    private func arguments(_ value: JSONValue) -> JSONObject {
        value.asObject ?? value.asText.flatMap { LenientJSON.value($0)?.asObject } ?? JSONObject()
    }

    private func lenientObject(in text: Substring) -> JSONObject? {
        guard let start = text.firstIndex(of: "{") else { return text.trimmed.isEmpty ? JSONObject() : nil }
        return LenientJSON.value(String(text[start...].balanced()))?.asObject
    }

    // MARK: As in a program: "[timer_set(minutes=5)]", "timer_set{…}"

    private func program(_ text: String) -> [ToolCallFragment] {
        var rest = text[...].drop { "[ \n`".contains($0) }
        if rest.hasPrefix("print(") { rest = rest.dropFirst(6) }
        var found: [ToolCallFragment] = []
        while let bracket = rest.firstIndex(of: "("), let name = tool(named: rest[..<bracket]) {
            let whole = rest[bracket...].balanced()
            guard whole.last == ")" else { return [] }
            found.append(fragment(name, keywords(whole.dropFirst().dropLast())))
            rest = rest[bracket...].dropFirst(whole.count).drop { ", \n;".contains($0) }
        }
        return found
    }

    private func named(_ text: String) -> [ToolCallFragment] {
        guard let brace = text.firstIndex(of: "{"), let name = tool(named: text[..<brace]),
            let values = lenientObject(in: text[brace...])
        else { return [] }
        return [fragment(name, values)]
    }

    /// The arguments of a call as in a program: "minutes=5, label='tea'", or an object.
    private func keywords(_ text: Substring) -> JSONObject {
        if let object = lenientObject(in: text), text.trimmed.hasPrefix("{") { return object }
        var values = JSONObject()
        var scan = BracketScan()
        var part = ""
        func keep(_ part: String) {
            guard let equals = part.firstIndex(of: "=") else { return }
            values[part[..<equals].trimmed] = value(part[part.index(after: equals)...])
        }
        // The scan recognizes quotes only within brackets.
        scan.add("(")
        for character in text {
            scan.add(character)
            if character == ",", scan.depth == 1, !scan.isQuoted {
                keep(part)
                part = ""
            } else {
                part.append(character)
            }
        }
        keep(part)
        return values
    }
}

extension StringProtocol {
    /// The text after each occurrence of a mark, up to the next one.
    fileprivate func parts(behind mark: String) -> [Substring] {
        var parts: [Substring] = []
        var rest = Substring(self)
        while let range = rest.firstRange(of: mark) {
            rest = rest[range.upperBound...]
            parts.append(rest.before(mark))
        }
        return parts
    }

    fileprivate func before(_ mark: String) -> Substring {
        let text = Substring(self)
        return text.firstRange(of: mark).map { text[..<$0.lowerBound] } ?? text
    }

    fileprivate func split(on marks: [String]) -> [Substring] {
        var pieces = [Substring(self)]
        for mark in marks {
            pieces = pieces.flatMap { piece in [piece.before(mark)] + piece.parts(behind: mark) }
        }
        return pieces
    }

    /// The text up to the bracket that closes the first one; the whole text if none does.
    fileprivate func balanced() -> Substring {
        var scan = BracketScan()
        var end = startIndex
        for index in indices {
            scan.add(self[index])
            end = self.index(after: index)
            if scan.hasClosed { break }
        }
        return Substring(self[startIndex..<end])
    }
}
