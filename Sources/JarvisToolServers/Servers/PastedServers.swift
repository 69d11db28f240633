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

    /// The servers in a configuration, in order.
    /// - Throws: `ToolServerFailure` that names the error in the text.
    public static func read(_ bytes: [UInt8]) throws(ToolServerFailure) -> [PastedServer] {
        let document: JSONObject?
        do {
            document = try JSONValue(parsing: bytes).asObject
        } catch {
            throw refuse(.notJSON(reason: "\(error.reason) at byte \(error.offset)"))
        }
        // Some programs omit "mcp" in the key.
        guard let entries = (document?["mcpServers"] ?? document?["servers"])?.asObject, !entries.members.isEmpty else {
            throw refuse(.withoutServers)
        }
        var servers: [PastedServer] = []
        var names: Set<String> = []
        for entry in entries.members {
            let server = try PastedServer(entry.key, entry.value)
            let name = server.server.name
            guard names.insert(name.lowercased()).inserted else { throw refuse(.sameName(name), entry.key) }
            servers.append(server)
        }
        return servers
    }

    /// Parses one entry of a configuration.
    /// - Parameter label: The server's name in the configuration.
    /// - Throws: `ToolServerFailure` that names the error in the entry.
    public init(_ label: String, _ entry: JSONValue) throws(ToolServerFailure) {
        let name = Self.name(label)
        guard ToolServer.isName(name), let object = entry.asObject else { throw Self.refuse(.unusable, label) }
        if object["type"]?.asText == "sse" { throw Self.refuse(.oldTransport, label) }
        guard let server = try Self.server(name, object) else { throw Self.refuse(.unusable, label) }
        self = server
    }

    private static func refuse(_ fault: ToolServerFailure.PasteFault, _ name: String = "") -> ToolServerFailure {
        ToolServerFailure(server: name, kind: .pasted(fault))
    }

    private static func server(
        _ name: String, _ object: JSONObject
    ) throws(ToolServerFailure) -> PastedServer? {
        let way: ToolServer.Way
        if let command = object["command"]?.asText?.trimmed, !command.isEmpty {
            way = .command(command, arguments: (object["args"]?.asArray ?? []).compactMap(text))
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
        let values = ToolServerValues(environment: texts(object["env"]), headers: texts(object["headers"]))
        guard values.headers.allSatisfy({ ToolServer.isHeader($0.key, $0.value) }) else { return nil }
        let server = ToolServer(
            name: name, way: way, isEnabled: object["disabled"]?.asFlag != true,
            environment: values.environment.keys.sorted(), headers: values.headers.keys.sorted())
        return PastedServer(server: server, values: values)
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
