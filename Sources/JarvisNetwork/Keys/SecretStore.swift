// SPDX-License-Identifier: GPL-3.0-or-later
// The port for secrets, and an implementation that takes a key from the environment, for machines without a desktop.

public import JarvisCore
import JarvisPlatform

/// A failure to read or store a secret.
public struct SecretFailure: Error, Hashable, Sendable {
    /// What happened, and what the user can do about it.
    public var advice: String
    /// The store's own error message.
    public var reason: String

    public init(advice: String, reason: String = "") {
        self.advice = advice
        self.reason = reason
    }
}

/// Stores keys by server, as "scheme://host:port". Calls may block, for example for a password dialog.
public protocol SecretStore: Sendable {
    /// The key for a server; nil if there is none.
    func secret(for origin: String) throws -> String?
    /// The reason why this server gets no key, if there is more to it than a missing key; nil otherwise.
    func absence(for origin: String) -> ServerFailure.Kind?
    func keep(_ secret: String, for origin: String) throws
    func remove(_ origin: String) throws
    /// The number of stored keys.
    func count() throws -> Int
    func removeAll() throws
}

extension SecretStore {
    public func absence(for origin: String) -> ServerFailure.Kind? { nil }
}

/// One key from the environment, for the one server named there; takes precedence over another store.
public struct EnvironmentSecrets: SecretStore {
    public static let variable = "JARVIS_API_KEY"
    /// The variable with the address of the server that the key is for.
    public static let originVariable = "JARVIS_API_KEY_ORIGIN"
    /// The secrets in the environment at launch, removed from there so that no library passes them on.
    private static let taken = Environment.takeSecrets()
    private let rest: any SecretStore
    private let value: String?
    /// The origin of the key's server; nil if none is named, or if its address can't be parsed.
    private let origin: String?

    /// - Parameters:
    ///   - rest: The store that is asked for all other keys.
    ///   - value: The key; nil for none.
    ///   - server: The address of the server that the key is for.
    public init(before rest: any SecretStore, value: String?, server: String? = nil) {
        self.rest = rest
        self.value = value
        origin = server.flatMap { try? ServerAddress($0, schemes: [.http, .https]).origin }
    }

    /// Uses the key and the server in the environment.
    public init(before rest: any SecretStore) {
        self.init(before: rest, value: Self.taken[Self.variable], server: Self.taken[Self.originVariable])
    }

    /// True if the environment held a key; no other program has it.
    public static var isGiven: Bool { taken[variable] != nil }

    /// Removes the secrets from the environment. Call this first of all, while there is only one thread.
    public static func takeFromEnvironment() { _ = taken }

    public func secret(for origin: String) throws -> String? {
        if let value, origin == self.origin { return value }
        return try rest.secret(for: origin)
    }

    public func absence(for origin: String) -> ServerFailure.Kind? {
        guard value != nil, self.origin == nil else { return rest.absence(for: origin) }
        return .keyWithoutOrigin(origin: origin, variable: Self.variable, originVariable: Self.originVariable)
    }

    public func keep(_ secret: String, for origin: String) throws { try rest.keep(secret, for: origin) }
    public func remove(_ origin: String) throws { try rest.remove(origin) }
    /// The number of keys in the other store; the key from the environment doesn't count.
    public func count() throws -> Int { try rest.count() }
    public func removeAll() throws { try rest.removeAll() }
}
