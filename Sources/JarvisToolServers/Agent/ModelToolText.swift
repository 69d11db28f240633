// SPDX-License-Identifier: GPL-3.0-or-later
// Describes a tool for a model: a name that it can write, and the useful part of the server's description. Pure.

import JarvisPlatform

/// Unique tool names for a model: the server's name, then the tool's, in the characters that models accept.
enum ModelToolNames {
    static let longest = 64

    static func names(of entries: [ToolEntry], taken: Set<String>) -> [String: String] {
        var used = taken
        var names: [String: String] = [:]
        for entry in entries {
            let whole = "\(entry.server.name)_\(entry.tool.name)".map { letter in
                letter.isASCII && (letter.isLetter || letter.isNumber || letter == "-") ? letter : "_"
            }
            var name = String(whole.prefix(longest))
            var number = 2
            while used.contains(name) {
                let ending = "_\(number)"
                name = String(whole.prefix(longest - ending.count)) + ending
                number += 1
            }
            used.insert(name)
            names[entry.key] = name
        }
        return names
    }
}

/// A server's description of a tool for a model: shortened, and without invisible characters, which could hide
/// instructions.
enum ModelToolText {
    private static let longestSummary = 300
    /// The longest text within a schema.
    private static let longestNote = 160
    /// In bytes. Small models have no room for more.
    private static let longestSchema = 6_000

    static func summary(of entry: ToolEntry) -> String {
        let text = entry.tool.text.isEmpty ? entry.tool.title : entry.tool.text
        return "Tool of \(entry.server.name): \(line(text, most: longestSummary))"
    }

    /// The schema of the arguments. Some servers refuse a schema that is not for an object.
    static func parameters(of tool: ToolDescription) -> JSONObject {
        var schema = tool.schema
        if schema["type"]?.asText != "object" { schema["type"] = .text("object") }
        if schema["properties"]?.asObject == nil { schema["properties"] = .object(JSONObject()) }
        let cut = shortened(schema)
        return JSONValue.object(cut).bytes.count <= longestSchema ? cut : outline(cut)
    }

    private static func shortened(_ schema: JSONObject) -> JSONObject {
        JSONObject(members: schema.members.compactMap { shortened($0) })
    }

    /// Shortens text for people; nil for members that a model does not need.
    private static func shortened(_ member: JSONObject.Member) -> JSONObject.Member? {
        switch (member.key, member.value) {
        case ("description", .text(let text)), ("title", .text(let text)):
            JSONObject.Member(key: member.key, value: .text(line(text, most: longestNote)))
        case ("examples", _), ("$comment", _), ("x-mcp-header", _): nil
        // These keys are argument names.
        case ("properties", .object(let properties)):
            JSONObject.Member(
                key: member.key,
                value: .object(
                    JSONObject(
                        members: properties.members.map { property in
                            let value = property.value.asObject.map { JSONValue.object(shortened($0)) }
                            return JSONObject.Member(key: property.key, value: value ?? property.value)
                        })))
        case (_, .object(let object)): JSONObject.Member(key: member.key, value: .object(shortened(object)))
        case (_, .array(let values)):
            JSONObject.Member(
                key: member.key, value: .array(values.map { $0.asObject.map { .object(shortened($0)) } ?? $0 }))
        default: member
        }
    }

    /// The types of JSON Schema.
    private static let types: Set = ["string", "integer", "number", "boolean", "array", "object", "null"]

    /// Only the names and types of arguments, as many as there is room for; required ones first.
    private static func outline(_ schema: JSONObject) -> JSONObject {
        let required = Set((schema["required"]?.asArray ?? []).compactMap(\.asText))
        let all = schema["properties"]?.asObject?.members ?? []
        var room = longestSchema
        let kept = (all.filter { required.contains($0.key) } + all.filter { !required.contains($0.key) }).prefix {
            member in
            room -= member.key.utf8.count * 2 + 40
            return room > 0
        }
        let properties = kept.map { member in
            let type = member.value.asObject?["type"]?.asText.flatMap { types.contains($0) ? $0 : nil }
            return JSONObject.Member(key: member.key, value: .object(type.map { ["type": .text($0)] } ?? JSONObject()))
        }
        return [
            "type": .text("object"), "properties": .object(JSONObject(members: properties)),
            "required": .array(kept.map(\.key).filter(required.contains).map(JSONValue.text)),
        ]
    }

    private static func line(_ text: String, most: Int) -> String {
        let seen = text.unicodeScalars.prefix(most * 4).filter { !isHidden($0) }
        return PlainText.line(String(String.UnicodeScalarView(seen)), most: most)
    }

    /// True for tags, direction marks and other invisible characters.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isDefaultIgnorableCodePoint || (0x202A...0x202E).contains(scalar.value)
    }
}
