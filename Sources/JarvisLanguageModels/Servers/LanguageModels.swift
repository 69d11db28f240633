// SPDX-License-Identifier: GPL-3.0-or-later
// The models on the user's servers. Clients are created on first use and replaced when the configuration of their
// server changes. No network code runs before the first use.

public import JarvisCore
public import JarvisNetwork
import Synchronization

/// Provides clients for the models on the user's servers.
public final class LanguageModels: Sendable {
    public let servers: JSONLanguageModelServers
    private let keys: KeyRing
    private let network: NetworkOnDemand
    private let limits: ChatLimits
    private let made: Mutex<(server: LanguageModelServer, model: ServerLanguageModel)?> = Mutex(nil)

    public init(
        servers: JSONLanguageModelServers, keys: KeyRing, network: NetworkOnDemand = NetworkOnDemand(),
        limits: ChatLimits = ChatLimits()
    ) {
        self.servers = servers
        self.keys = keys
        self.network = network
        self.limits = limits
    }

    /// The server in use, and its model; nil while none is chosen.
    /// - Throws: `StoreFailure` for the file, `ServerAddressError` for a hand-written address.
    public func active() async throws -> (server: LanguageModelServer, model: any LanguageModel)? {
        guard let server = try await servers.list().active else { return nil }
        return (server, try model(of: server))
    }

    /// Creates a separate client to try out a server, in use or not; the client in use is unaffected.
    /// - Parameter keys: Used instead of the stored keys.
    /// - Throws: The error in the server's address.
    public func trial(
        of server: LanguageModelServer, keys: KeyRing? = nil
    ) throws(ServerAddressError) -> any LanguageModel {
        let endpoint = ServerEndpoint(
            address: try server.serverAddress(), model: server.model, keys: keys ?? self.keys, http: network.http)
        return ServerLanguageModel(
            name: server.name, kind: server.kind, endpoint: endpoint, options: server.options, limits: limits)
    }

    /// The model of a server, in use or not.
    /// - Throws: The error in the server's address.
    public func model(of server: LanguageModelServer) throws(ServerAddressError) -> any LanguageModel {
        let address = try server.serverAddress()
        return made.withLock { made in
            if let made, made.server == server { return made.model }
            let endpoint = ServerEndpoint(address: address, model: server.model, keys: keys, http: network.http)
            let model = ServerLanguageModel(
                name: server.name, kind: server.kind, endpoint: endpoint, options: server.options, limits: limits)
            made = (server, model)
            return model
        }
    }
}
