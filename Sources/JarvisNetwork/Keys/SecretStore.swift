// SPDX-License-Identifier: GPL-3.0-or-later
// The port of secrets, and the one for machines without a desktop.

public import JarvisPlatform

/// A secret that could not be read or kept.
public struct SecretFailure: Error, Hashable, Sendable {
    /// What happened and what to do, for people.
    public var advice: String

    public init(advice: String) {
        self.advice = advice
    }
}

/// Keeps keys by the server that they belong to, as "scheme://host:port". Calls may block, also for a password dialog.
public protocol SecretStore: Sendable {
    /// Nil when there is none.
    func secret(for origin: String) throws -> String?
    func keep(_ secret: String, for origin: String) throws
    func remove(_ origin: String) throws
}

/// One key out of the environment for every server, before those of another store.
public struct EnvironmentSecrets: SecretStore {
    public static let variable = "JARVIS_API_KEY"
    private let rest: any SecretStore
    private let value: String?

    /// - Parameters:
    ///   - rest: The store behind it.
    ///   - value: The key; by default that of the environment.
    public init(before rest: any SecretStore, value: String? = Environment.value(variable)) {
        self.rest = rest
        self.value = value
    }

    public func secret(for origin: String) throws -> String? { try value ?? rest.secret(for: origin) }
    public func keep(_ secret: String, for origin: String) throws { try rest.keep(secret, for: origin) }
    public func remove(_ origin: String) throws { try rest.remove(origin) }
}
