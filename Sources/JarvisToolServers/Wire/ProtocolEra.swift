// SPDX-License-Identifier: GPL-3.0-or-later
// The two eras of the protocol: the opening request, and the meaning of its reply. Pure.

import JarvisPlatform

/// The protocol variant of a server.
public enum ProtocolEra: Hashable, Sendable {
    /// Since 2026-07-28: every request identifies the client and the version.
    case modern(version: String)
    /// Earlier versions: a handshake, and possibly a session.
    case classic(version: String)

    static let modernVersions = ["2026-07-28"]
    static let classicVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

    public var version: String {
        switch self {
        case .modern(let version), .classic(let version): version
        }
    }

    var isModern: Bool {
        if case .modern = self { true } else { false }
    }

    private static let client: JSONValue = .object(["name": .text("jarvis"), "version": .text("1")])

    /// The parameters with the metadata that this era requires.
    func dressed(_ params: JSONObject) -> JSONObject {
        guard case .modern(let version) = self else { return params }
        var meta = params["_meta"]?.asObject ?? JSONObject()
        meta["io.modelcontextprotocol/protocolVersion"] = .text(version)
        meta["io.modelcontextprotocol/clientInfo"] = Self.client
        meta["io.modelcontextprotocol/clientCapabilities"] = .object(JSONObject())
        var params = params
        params["_meta"] = .object(meta)
        return params
    }

    static let handshakeMethod = "initialize"

    /// The parameters of the classic handshake.
    static var handshake: JSONObject {
        [
            "protocolVersion": .text(classicVersions[0]), "capabilities": .object(JSONObject()),
            "clientInfo": client,
        ]
    }
}

/// A server's self-description.
public struct ServerGreeting: Hashable, Sendable {
    public var era: ProtocolEra
    /// The server's name; empty if it gives none. The same goes for `version`.
    public var name: String
    public var version: String

    init(era: ProtocolEra, name: String = "", version: String = "") {
        self.era = era
        self.name = name
        self.version = version
    }

    init(era: ProtocolEra, _ result: JSONObject) {
        let meta = result["_meta"]?.asObject?["io.modelcontextprotocol/serverInfo"]
        let info = (result["serverInfo"] ?? meta)?.asObject
        self.init(era: era, name: info?["name"]?.asText ?? "", version: info?["version"]?.asText ?? "")
    }
}

/// The meaning of the reply to `server/discover`.
enum Discovery: Hashable, Sendable {
    case found(ServerGreeting)
    /// Repeat the request with this version.
    case again(version: String)
    /// A server of the classic era: continue with the handshake.
    case classic
    /// A modern server that supports none of our versions, only these.
    case unsupported([String])

    init(_ answer: Result<JSONObject, RPCError>, asked: String) {
        switch answer {
        case .success(let result):
            // A server that answers every request with something is not a modern one.
            guard let versions = result["supportedVersions"]?.asArray?.compactMap(\.asText) else {
                self = .classic
                return
            }
            let common = ProtocolEra.modernVersions.first { versions.contains($0) }
            self =
                common.map { .found(ServerGreeting(era: .modern(version: $0), result)) } ?? Self.fallingBack(versions)
        case .failure(let error) where error.code == RPCError.unsupportedVersion:
            let versions = error.data?.asObject?["supported"]?.asArray?.compactMap(\.asText) ?? []
            let other = ProtocolEra.modernVersions.first { versions.contains($0) && $0 != asked }
            self = other.map { .again(version: $0) } ?? Self.unsupported(versions)
        case .failure(let error) where error.isModern: self = .unsupported([])
        case .failure: self = .classic
        }
    }

    private static func fallingBack(_ versions: [String]) -> Discovery {
        ProtocolEra.classicVersions.contains(where: versions.contains) ? .classic : .unsupported(versions)
    }

    /// The self-description in the reply to the handshake; `nil` for an unsupported version.
    static func handshake(_ result: JSONObject) -> ServerGreeting? {
        guard let version = result["protocolVersion"]?.asText, ProtocolEra.classicVersions.contains(version) else {
            return nil
        }
        return ServerGreeting(era: .classic(version: version), result)
    }
}
