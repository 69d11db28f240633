// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes the format of the servers' file. Pure.

import JarvisPlatform

enum ToolServerDocument {
    static func list(of document: JSONObject) -> ToolServerList {
        var list = ToolServerList()
        for value in document["servers"]?.asArray ?? [] {
            if let server = value.asObject.flatMap(server) { list.put(server) }
        }
        return list
    }

    /// Entries that don't describe a server, or use a transport that only a later version knows. They stay in the file.
    static func unreadable(in document: JSONObject) -> [JSONValue] {
        (document["servers"]?.asArray ?? []).filter { $0.asObject.flatMap(server) == nil }
    }

    /// Replaces the servers in a document and keeps everything else.
    static func write(_ list: ToolServerList, into document: inout JSONObject) {
        if document["format"] == nil { document["format"] = .text("jarvis-tool-servers") }
        if document["version"] == nil { document["version"] = .integer(1) }
        let old = (document["servers"]?.asArray ?? [])
        let unknown = unreadable(in: document)
        let written = list.servers.map { server in
            let known = old.lazy.compactMap(\.asObject).first { $0["name"]?.asText == server.name }
            return JSONValue.object(object(of: server, from: known ?? JSONObject()))
        }
        document["servers"] = .array(written + unknown)
    }

    private static func server(_ object: JSONObject) -> ToolServer? {
        guard let name = object["name"]?.asText, ToolServer.isName(name) else { return nil }
        func texts(_ value: JSONValue?) -> [String] { (value?.asArray ?? []).compactMap(\.asText) }
        let way: ToolServer.Way
        if let program = object["command"]?.asText, !program.isEmpty {
            way = .command(program, arguments: texts(object["args"]))
        } else if let address = object["url"]?.asText {
            way = .address(address)
        } else {
            return nil
        }
        let allowed = object["allowed"]?.asObject
        return ToolServer(
            name: name, way: way, folder: object["cwd"]?.asText, isEnabled: object["enabled"]?.asFlag ?? false,
            environment: texts(object["env"]),
            headers: texts(object["headers"]),
            consent: ToolConsent(
                allowsReading: allowed?["reading"]?.asFlag ?? false, tools: texts(allowed?["tools"]),
                fingerprints: fingerprints(allowed?["descriptions"]),
                revocations: Int(min(max(0, allowed?["revocations"]?.asInteger ?? 0), 1 << 53))))
    }

    private static func fingerprints(_ value: JSONValue?) -> [String: String] {
        let members = value?.asObject?.members ?? []
        let pairs = members.compactMap { member in member.value.asText.map { (member.key, $0) } }
        return Dictionary(pairs, uniquingKeysWith: { $1 })
    }

    private static func object(of server: ToolServer, from known: JSONObject) -> JSONObject {
        func list(_ texts: [String]) -> JSONValue? { texts.isEmpty ? nil : .array(texts.map(JSONValue.text)) }
        var object = known
        object["name"] = .text(server.name)
        object["enabled"] = .flag(server.isEnabled)
        for key in ["command", "args", "url", "cwd"] { object[key] = nil }
        switch server.way {
        case .command(let program, let arguments):
            object["command"] = .text(program)
            object["args"] = list(arguments)
            object["cwd"] = server.folder.map(JSONValue.text)
        case .address(let address): object["url"] = .text(address)
        }
        object["env"] = list(server.environment)
        object["headers"] = list(server.headers)
        var allowed = object["allowed"]?.asObject ?? JSONObject()
        allowed["reading"] = server.consent.allowsReading ? .flag(true) : nil
        allowed["tools"] = list(server.consent.tools)
        let descriptions = server.consent.tools.compactMap { name in
            server.consent.fingerprints[name].map { JSONObject.Member(key: name, value: .text($0)) }
        }
        allowed["descriptions"] = descriptions.isEmpty ? nil : .object(JSONObject(members: descriptions))
        allowed["revocations"] = server.consent.revocations > 0 ? .integer(Int64(server.consent.revocations)) : nil
        object["allowed"] = allowed.members.isEmpty ? nil : .object(allowed)
        return object
    }
}
