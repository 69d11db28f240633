// SPDX-License-Identifier: GPL-3.0-or-later
// A tool as its server describes it. Pure.

import FoundationEssentials
import JarvisNetwork
public import JarvisPlatform

/// A tool offered by a server.
public struct ToolDescription: Hashable, Sendable {
    /// The effect of a tool, as its server declares it: a hint, not a guarantee.
    public enum Effect: String, Hashable, Sendable {
        case reads, writes, destroys
    }

    public var name: String
    /// The title for display. Falls back to the name.
    public var title: String
    /// The server's description.
    public var text: String
    /// The JSON schema of its arguments.
    public var schema: JSONObject
    public var effect: Effect
    /// Repeated calls with the same arguments have no additional effect.
    public var isIdempotent: Bool

    /// True when a call may be repeated if it is unknown whether it was carried out.
    var isRepeatable: Bool { effect == .reads || isIdempotent }

    package init?(_ value: JSONValue) {
        guard let object = value.asObject, let name = object["name"]?.asText, Self.isName(name) else { return nil }
        let notes = object["annotations"]?.asObject
        self.name = name
        title = object["title"]?.asText ?? notes?["title"]?.asText ?? name
        text = object["description"]?.asText ?? ""
        schema = object["inputSchema"]?.asObject ?? JSONObject()
        isIdempotent = notes?["idempotentHint"]?.asFlag ?? false
        // Without a hint from the server, assume the worst.
        effect =
            if notes?["readOnlyHint"]?.asFlag == true {
                .reads
            } else {
                notes?["destructiveHint"]?.asFlag == false ? .writes : .destroys
            }
    }

    /// The longest name in Unicode scalars, as in the protocol.
    static let longestName = 128

    /// False for names that could mislead the user in a question.
    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.unicodeScalars.count <= longestName && !name.contains(where: \.isNewline)
            && !name.contains("\t") && PlainText.visible(name) == name
    }

    /// True if the name has only characters the protocol recommends, so it needs no quotes in a sentence.
    var isPlainlyNamed: Bool {
        name.allSatisfy { $0.isLetter || $0.isNumber || "_-./:".contains($0) }
    }

    /// A checksum of the description. It changes if anything in the description changes.
    public var fingerprint: String {
        let checksum = Checksum()
        checksum.add(value.bytes)
        return checksum.text
    }

    /// The description in the server's format.
    var value: JSONValue {
        .object([
            "name": .text(name), "title": .text(title), "description": .text(text), "inputSchema": .object(schema),
            "annotations": .object([
                "readOnlyHint": .flag(effect == .reads), "destructiveHint": .flag(effect == .destroys),
                "idempotentHint": .flag(isIdempotent),
            ]),
        ])
    }

    /// The tools on one page of a list, and the cursor of the next page.
    static func page(_ result: JSONObject) -> (tools: [ToolDescription], next: String?) {
        let tools = (result["tools"]?.asArray ?? []).compactMap(Self.init)
        // Some servers send an empty cursor to end the list.
        return (tools, result["nextCursor"]?.asText.flatMap { $0.isEmpty ? nil : $0 })
    }

    /// The arguments that the server also requires as headers, according to `x-mcp-header` in the schema.
    func mirroredHeaders(of arguments: JSONObject) -> [(name: String, value: String)] {
        Self.mirrored(schema, arguments)
    }

    private static func mirrored(_ schema: JSONObject, _ arguments: JSONObject) -> [(name: String, value: String)] {
        (schema["properties"]?.asObject?.members ?? []).flatMap { member -> [(name: String, value: String)] in
            guard let property = member.value.asObject, let value = arguments[member.key] else { return [] }
            if let inner = value.asObject { return mirrored(property, inner) }
            guard let name = property["x-mcp-header"]?.asText, HeaderText.isName(name) else { return [] }
            let text: String? =
                switch value {
                case .text(let text): text
                case .flag(let flag): flag ? "true" : "false"
                case .number(let literal): literal
                default: nil
                }
            return text.map { [("Mcp-Param-" + name, HeaderText.value($0))] } ?? []
        }
    }
}

/// Text for HTTP headers.
enum HeaderText {
    /// True for a valid header name.
    static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"(),/:;<=>?@[\\]{}".utf8.contains($0) }
    }

    /// The text if it is safe in a header, otherwise base64 in `=?base64?…?=`.
    static func value(_ text: String) -> String {
        let isPlain =
            text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.hasPrefix(" ") && !text.hasSuffix(" ")
            && !text.hasPrefix("=?base64?")
        return isPlain ? text : "=?base64?\(Data(text.utf8).base64EncodedString())?="
    }
}
