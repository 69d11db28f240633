// SPDX-License-Identifier: GPL-3.0-or-later
// The port of secrets, and the one for machines without a desktop.

import JarvisCore
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
    /// What to do so that this server gets a key, where more is known than that there is none.
    func advice(for origin: String) -> String?
    func keep(_ secret: String, for origin: String) throws
    func remove(_ origin: String) throws
}

extension SecretStore {
    public func advice(for origin: String) -> String? { nil }
}

/// One key out of the environment, for the one server that the environment names with it, before those of another store.
public struct EnvironmentSecrets: SecretStore {
    public static let variable = "JARVIS_API_KEY"
    /// Names the server whose key it is, by its address.
    public static let originVariable = "JARVIS_API_KEY_ORIGIN"
    private let rest: any SecretStore
    private let value: String?
    /// Nil when none is named, or none that can be understood.
    private let origin: String?

    /// - Parameters:
    ///   - rest: The store behind it.
    ///   - value: The key; by default the environment's.
    ///   - server: The address of the server that it belongs to; likewise.
    public init(
        before rest: any SecretStore, value: String? = Environment.value(variable),
        server: String? = Environment.value(originVariable)
    ) {
        self.rest = rest
        self.value = value
        origin = server.flatMap { try? ServerAddress($0, schemes: [.http, .https]).origin }
    }

    public func secret(for origin: String) throws -> String? {
        if let value, origin == self.origin { return value }
        return try rest.secret(for: origin)
    }

    public func advice(for origin: String) -> String? {
        guard value != nil, self.origin == nil else { return rest.advice(for: origin) }
        return
            "\(origin) wants a key. \(Self.variable) is set, but \(Self.originVariable) does not say for which server: "
            + "set it to \(origin) if the key belongs there, or keep one by \"jarvis config secret set \(origin)\"."
    }

    public func keep(_ secret: String, for origin: String) throws { try rest.keep(secret, for: origin) }
    public func remove(_ origin: String) throws { try rest.remove(origin) }
}
