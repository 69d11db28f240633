// SPDX-License-Identifier: GPL-3.0-or-later
// A tool as its server describes it. Pure.

import FoundationEssentials
import JarvisNetwork
public import JarvisPlatform

/// What a server offers to do.
public struct ToolDescription: Hashable, Sendable {
    /// What a tool does to the world, as its server says: a hint, not a proof.
    public enum Effect: String, Hashable, Sendable {
        case reads, writes, destroys
    }

    public var name: String
    /// For people; the name where there is none.
    public var title: String
    /// What it does, in the server's words.
    public var text: String
    /// The JSON schema of its arguments.
    public var schema: JSONObject
    public var effect: Effect
    /// Calling it twice with the same arguments does no more than once.
    public var isIdempotent: Bool

    /// True when a call may be made again where it is not known whether it was carried out.
    var isRepeatable: Bool { effect == .reads || isIdempotent }

    package init?(_ value: JSONValue) {
        guard let object = value.asObject, let name = object["name"]?.asText, Self.isName(name) else { return nil }
        let notes = object["annotations"]?.asObject
        self.name = name
        title = object["title"]?.asText ?? notes?["title"]?.asText ?? name
        text = object["description"]?.asText ?? ""
        schema = object["inputSchema"]?.asObject ?? JSONObject()
        isIdempotent = notes?["idempotentHint"]?.asFlag ?? false
        // A server that says nothing may do anything.
        effect =
            if notes?["readOnlyHint"]?.asFlag == true {
                .reads
            } else {
                notes?["destructiveHint"]?.asFlag == false ? .writes : .destroys
            }
    }

    /// The protocol's own limit.
    static let longestName = 128

    /// False for what could be taken for something else where somebody is asked about it.
    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.unicodeScalars.count <= longestName && !name.contains(where: \.isNewline)
            && !name.contains("\t") && PlainText.visible(name) == name
    }

    /// Of words that are written as the protocol wants them, and need no marks round them in a sentence.
    var isPlainlyNamed: Bool {
        name.allSatisfy { $0.isLetter || $0.isNumber || "_-./:".contains($0) }
    }

    /// The same for the same description, and another one for any other.
    public var fingerprint: String {
        let checksum = Checksum()
        checksum.add(value.bytes)
        return checksum.text
    }

    /// The description as a server would give it.
    var value: JSONValue {
        .object([
            "name": .text(name), "title": .text(title), "description": .text(text), "inputSchema": .object(schema),
            "annotations": .object([
                "readOnlyHint": .flag(effect == .reads), "destructiveHint": .flag(effect == .destroys),
                "idempotentHint": .flag(isIdempotent),
            ]),
        ])
    }

    /// The tools on one page of a list, and where the next page begins.
    static func page(_ result: JSONObject) -> (tools: [ToolDescription], next: String?) {
        let tools = (result["tools"]?.asArray ?? []).compactMap(Self.init)
        // Some servers write an empty text for none.
        return (tools, result["nextCursor"]?.asText.flatMap { $0.isEmpty ? nil : $0 })
    }

    /// The arguments that the server wants to see in headers as well, as `x-mcp-header` in the schema names them.
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

/// Text in the headers of HTTP.
enum HeaderText {
    /// True for what a name of a header may be made of.
    static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"(),/:;<=>?@[\\]{}".utf8.contains($0) }
    }

    /// A value that survives as a header: in base 64 where it is not plain.
    static func value(_ text: String) -> String {
        let isPlain =
            text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.hasPrefix(" ") && !text.hasSuffix(" ")
            && !text.hasPrefix("=?base64?")
        return isPlain ? text : "=?base64?\(Data(text.utf8).base64EncodedString())?="
    }
}
