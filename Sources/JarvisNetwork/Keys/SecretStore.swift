// SPDX-License-Identifier: GPL-3.0-or-later
// The port of secrets, and the one for machines without a desktop.

public import JarvisCore
import JarvisPlatform

/// A secret that could not be read or kept.
public struct SecretFailure: Error, Hashable, Sendable {
    /// What happened and what to do, for people.
    public var advice: String
    /// The store's own words.
    public var reason: String

    public init(advice: String, reason: String = "") {
        self.advice = advice
        self.reason = reason
    }
}

/// Keeps keys by the server that they belong to, as "scheme://host:port". Calls may block, also for a password dialog.
public protocol SecretStore: Sendable {
    /// Nil when there is none.
    func secret(for origin: String) throws -> String?
    /// Why this server gets no key, where more is known than that there is none.
    func absence(for origin: String) -> ServerFailure.Kind?
    func keep(_ secret: String, for origin: String) throws
    func remove(_ origin: String) throws
    /// How many there are.
    func count() throws -> Int
    func removeAll() throws
}

extension SecretStore {
    public func absence(for origin: String) -> ServerFailure.Kind? { nil }
}

/// One key out of the environment, for the one server that the environment names with it, before those of another store.
public struct EnvironmentSecrets: SecretStore {
    public static let variable = "JARVIS_API_KEY"
    /// Names the server whose key it is, by its address.
    public static let originVariable = "JARVIS_API_KEY_ORIGIN"
    /// What the environment held when the program began; it holds it no longer, so that no library hands it on.
    private static let taken = Environment.takeSecrets()
    private let rest: any SecretStore
    private let value: String?
    /// Nil when none is named, or none that can be understood.
    private let origin: String?

    /// - Parameters:
    ///   - rest: The store behind it.
    ///   - value: The key.
    ///   - server: The address of the server that it belongs to.
    public init(before rest: any SecretStore, value: String?, server: String? = nil) {
        self.rest = rest
        self.value = value
        origin = server.flatMap { try? ServerAddress($0, schemes: [.http, .https]).origin }
    }

    /// With the key and the server that the environment names.
    public init(before rest: any SecretStore) {
        self.init(before: rest, value: Self.taken[Self.variable], server: Self.taken[Self.originVariable])
    }

    /// True when the environment held a key, which no other program has.
    public static var isGiven: Bool { taken[variable] != nil }

    /// Takes the secrets out of the environment. To be called first of all, before there are other threads.
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
    /// The one of the environment is not kept.
    public func count() throws -> Int { try rest.count() }
    public func removeAll() throws { try rest.removeAll() }
}
