// SPDX-License-Identifier: GPL-3.0-or-later
// Stores the values of a server's variables and headers, which may be keys, in the desktop's keyring.

public import JarvisNetwork
import JarvisPlatform

/// The values of a server's environment variables and headers, by name.
public struct ToolServerValues: Hashable, Sendable {
    public var environment: [String: String]
    public var headers: [String: String]

    public init(environment: [String: String] = [:], headers: [String: String] = [:]) {
        self.environment = environment
        self.headers = headers
    }

    public var isEmpty: Bool { environment.isEmpty && headers.isEmpty }
}

/// Stores the values of each server as one secret. The calls to the keyring block their own thread.
public final class ToolServerSecrets: Sendable {
    private let store: any SecretStore
    private let worker = WorkerThread(name: "tool-secrets")

    public init(_ store: any SecretStore) {
        self.store = store
    }

    /// The values of a server; empty if none are stored.
    /// - Throws: `SecretFailure`.
    public func values(of server: String) async throws -> ToolServerValues {
        try await worker.run { [store] in
            guard let text = try store.secret(for: Self.name(of: server)),
                let object = (try? JSONValue(parsing: text.utf8))?.asObject
            else { return ToolServerValues() }
            func texts(_ key: String) -> [String: String] {
                (object[key]?.asObject?.members ?? []).reduce(into: [:]) { $0[$1.key] = $1.value.asText }
            }
            return ToolServerValues(environment: texts("env"), headers: texts("headers"))
        }
    }

    /// Replaces the stored values. Without any values, removes the secret.
    /// - Throws: `SecretFailure`.
    public func keep(_ values: ToolServerValues, of server: String) async throws {
        try await worker.run { [store] in
            guard !values.isEmpty else { return try store.remove(Self.name(of: server)) }
            func object(_ values: [String: String]) -> JSONValue {
                .object(
                    JSONObject(
                        members: values.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: .text($0.value)) }))
            }
            let text = JSONValue.object(["env": object(values.environment), "headers": object(values.headers)]).line
            try store.keep(text, for: Self.name(of: server))
        }
    }

    private static func name(of server: String) -> String { "jarvis-tools:\(server.lowercased())" }
}
