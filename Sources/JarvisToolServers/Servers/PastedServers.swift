// SPDX-License-Identifier: GPL-3.0-or-later
// Parses server configurations in the format that other programs and servers' web pages use. Pure.
// The format is {"mcpServers": {"name": {…}}}.

import JarvisCore
public import JarvisPlatform

/// A server parsed from a pasted configuration, with its secret values.
public struct PastedServer: Hashable, Sendable {
    public var server: ToolServer
    public var values: ToolServerValues

    public init(server: ToolServer, values: ToolServerValues) {
        self.server = server
        self.values = values
    }

    /// The usable servers in a configuration, in order.
    /// - Throws: `ToolServerFailure` that names the error in the text.
    public static func read(_ bytes: [UInt8]) throws(ToolServerFailure) -> [PastedServer] {
        try PastedConfiguration(reading: bytes).servers
    }

    /// Parses one entry of a configuration.
    /// - Parameter label: The server's name in the configuration.
    /// - Throws: `ToolServerFailure` that names the error in the entry.
    public init(_ label: String, _ entry: JSONValue) throws(ToolServerFailure) {
        let name = Self.name(label)
        guard ToolServer.isName(name), var object = entry.asObject else { throw Self.refuse(.unusable, label) }
        // Some programs keep the address, or the whole command, in a separate object.
        for key in ["transport", "command"] {
            guard let inner = object[key]?.asObject else { continue }
            object[key] = inner["path"] ?? inner["command"]
            for member in inner.members where object[member.key] == nil { object[member.key] = member.value }
        }
        let transports = [object["type"], object["transport"]].compactMap { $0?.asText?.lowercased() }
        if transports.contains("sse") { throw Self.refuse(.oldTransport, label) }
        guard let server = try Self.server(name, object) else { throw Self.refuse(.unusable, label) }
        self = server
    }

    fileprivate static func refuse(_ fault: ToolServerFailure.PasteFault, _ name: String = "") -> ToolServerFailure {
        ToolServerFailure(server: name, kind: .pasted(fault))
    }

    private static func server(
        _ name: String, _ object: JSONObject
    ) throws(ToolServerFailure) -> PastedServer? {
        let way: ToolServer.Way
        let given = (object["args"]?.asArray ?? []).compactMap(text)
        if let command = command(object["command"], isWhole: object["args"] != nil) {
            way = .command(command[0], arguments: Array(command.dropFirst()) + given)
        } else if let address = (object["httpUrl"] ?? object["url"] ?? object["serverUrl"])?.asText?.trimmed,
            !address.isEmpty
        {
            do {
                _ = try ServerAddress(address, schemes: [.http, .https])
            } catch {
                throw ToolServerFailure(server: name, kind: .pasted(.address(error)))
            }
            way = .address(address)
        } else {
            return nil
        }
        let values = ToolServerValues(
            environment: texts(object["env"] ?? object["environment"]), headers: texts(object["headers"]))
        guard values.headers.allSatisfy({ ToolServer.isHeader($0.key, $0.value) }) else { return nil }
        let server = ToolServer(
            name: name, way: way, folder: (object["cwd"] ?? object["workingDirectory"])?.asText,
            isEnabled: object["disabled"]?.asFlag != true && object["enabled"]?.asFlag != false,
            environment: values.environment.keys.sorted(), headers: values.headers.keys.sorted())
        return PastedServer(server: server, values: values)
    }

    /// A command as a list, or as one line with its arguments; nil without one.
    /// - Parameter isWhole: The arguments are given apart, so that a space belongs to the program's path.
    private static func command(_ value: JSONValue?, isWhole: Bool) -> [String]? {
        if let parts = value?.asArray?.compactMap(text), let program = parts.first?.trimmed, !program.isEmpty {
            return [program] + parts.dropFirst()
        }
        guard let line = value?.asText?.trimmed, !line.isEmpty else { return nil }
        return isWhole || line.hasPrefix("/") || line.hasPrefix("~") ? [line] : words(of: line)
    }

    /// The words of a command line; quotation marks keep spaces, as in a shell.
    private static func words(of line: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in line {
            if character == quote {
                quote = nil
            } else if quote == nil, character == "\"" || character == "'" {
                quote = character
                word = word ?? ""
            } else if quote == nil, character.isWhitespace {
                if let whole = word { words.append(whole) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let whole = word { words.append(whole) }
        return words.isEmpty ? [line] : words
    }

    /// A name for an entry without one: what its package, program or host is called.
    fileprivate static func name(for entry: JSONObject) -> String {
        guard let server = try? PastedServer("server", .object(entry)).server else { return "server" }
        if case .command(let program, let arguments) = server.way {
            let target =
                ["npx", "uvx", "uv", "bunx", "python", "python3", "node", "docker", "pipx"].contains(program)
                ? arguments.last { !$0.hasPrefix("-") } : nil
            let last = (target ?? program).split(separator: "/").last.map(String.init) ?? program
            return String(last.prefix { $0 != "@" && $0 != "." && $0 != "=" })
        }
        return server.remoteHost?.split(separator: ".").dropLast().last.map(String.init) ?? "server"
    }

    /// The closest name that is valid here.
    private static func name(_ text: String) -> String {
        let name = text.map { ToolServer.isName("a" + String($0)) ? $0 : "-" }
        return String(String(name.drop { $0 == "-" }).prefix(ToolServer.longestName))
    }

    private static func text(_ value: JSONValue) -> String? {
        switch value {
        case .text(let text): text
        case .number(let literal): literal
        case .flag(let flag): flag ? "true" : "false"
        default: nil
        }
    }

    private static func texts(_ value: JSONValue?) -> [String: String] {
        (value?.asObject?.members ?? []).reduce(into: [:]) { $0[$1.key] = text($1.value) }
    }
}

/// A pasted configuration: what can be used of it, and what is wrong with the rest.
///
/// People paste what a web page shows: the whole file of another program, its inner part, one entry, a block of Markdown,
/// with comments, trailing commas and typographic quotation marks.
public struct PastedConfiguration: Hashable, Sendable {
    /// At least one.
    public private(set) var servers: [PastedServer] = []
    public private(set) var refused: [ToolServerFailure] = []

    /// - Throws: `ToolServerFailure` if there is nothing to use, or if two servers would have the same name.
    public init(reading bytes: [UInt8]) throws(ToolServerFailure) {
        var names: Set<String> = []
        for entry in try Self.entries(of: bytes).members {
            let server: PastedServer
            do {
                server = try PastedServer(entry.key, entry.value)
            } catch {
                refused.append(error)
                continue
            }
            let name = server.server.name
            guard names.insert(name.lowercased()).inserted else {
                throw PastedServer.refuse(.sameName(name), entry.key)
            }
            servers.append(server)
        }
        if servers.isEmpty, let first = refused.first { throw first }
    }

    private static func entries(of bytes: [UInt8]) throws(ToolServerFailure) -> JSONObject {
        guard let document = try document(bytes).asObject else { throw PastedServer.refuse(.withoutServers) }
        let inner = document["mcp"]?.asObject
        let named = document.members.first { $0.key.hasSuffix("mcpServers") || $0.key.hasSuffix("mcp.servers") }?.value
        let known = [
            named, document["servers"], document["context_servers"], inner?["servers"], inner?["mcpServers"],
            document["mcp"],
        ].lazy.compactMap { $0?.asObject }.first
        if let known {
            guard !known.members.isEmpty else { throw PastedServer.refuse(.withoutServers) }
            return known
        }
        if isEntry(document) {
            return JSONObject(members: [.init(key: PastedServer.name(for: document), value: .object(document))])
        }
        // The inner part by itself: names with entries.
        guard document.members.contains(where: { $0.value.asObject.map(isEntry) ?? false }) else {
            throw PastedServer.refuse(.withoutServers)
        }
        return document
    }

    private static func isEntry(_ object: JSONObject) -> Bool {
        ["command", "url", "httpUrl", "serverUrl", "transport"].contains { object[$0] != nil }
    }

    private static func document(_ bytes: [UInt8]) throws(ToolServerFailure) -> JSONValue {
        let plain: JSONFailure
        do {
            return try CommentedJSON.value(bytes)
        } catch {
            plain = error
        }
        let text = straight(unfenced(String(decoding: bytes, as: UTF8.self)))
        for candidate in [text, "{" + text + "}"] {
            // A fragment may end with the comma before the next entry.
            if let value = try? CommentedJSON.value(Array(candidate.utf8)), value.asObject != nil { return value }
        }
        throw PastedServer.refuse(.notJSON(reason: "\(plain.reason) at byte \(plain.offset)"))
    }

    /// The content of the first block of code in a Markdown text; the text itself if it has none.
    private static func unfenced(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        func isFence(_ line: Substring) -> Bool { line.trimmed.hasPrefix("```") || line.trimmed.hasPrefix("~~~") }
        guard let start = lines.firstIndex(where: isFence) else { return text }
        return lines[(start + 1)...].prefix { !isFence($0) }.joined(separator: "\n")
    }

    /// With plain quotation marks in place of typographic ones.
    private static func straight(_ text: String) -> String {
        String(text.map { "“”„‟″".contains($0) ? "\"" : $0 == "\u{A0}" ? " " : $0 })
    }
}
