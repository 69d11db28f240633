// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps keys in the desktop's Secret Service (GNOME Keyring, KWallet, KeePassXC), through libsecret. Calls block while
// the desktop asks for a password.

import CSecret
import CSoup

/// Keeps keys encrypted by the desktop, never in a file of JARVIS's own.
public struct SecretServiceStore: SecretStore {
    public init() {}

    public func secret(for origin: String) throws -> String? {
        try Self.checked { error in
            guard let found = jarvis_secret_lookup(origin, error) else { return nil }
            // This function overwrites the memory before freeing it.
            defer { secret_password_free(found) }
            return String(cString: found)
        }
    }

    public func keep(_ secret: String, for origin: String) throws {
        try Self.checked { _ = jarvis_secret_store(origin, "JARVIS: key of \(origin)", secret, $0) }
    }

    public func remove(_ origin: String) throws {
        try Self.checked { _ = jarvis_secret_clear(origin, $0) }
    }

    public func count() throws -> Int { try Self.checked { Int(jarvis_secret_count($0)) } }

    public func removeAll() throws { try Self.checked { _ = jarvis_secret_clear_all($0) } }

    private static func checked<Result>(
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Result
    ) throws -> Result {
        var error: UnsafeMutablePointer<GError>?
        let result = body(&error)
        guard let failure = error else { return result }
        let reason = failure.pointee.message.map { String(cString: $0) } ?? "no reason given"
        g_clear_error(&error)
        throw SecretFailure(
            advice:
                "JARVIS can't use your keyring (\(reason)). Start a Secret Service such as GNOME Keyring, or "
                + "set \(EnvironmentSecrets.variable) to the key and \(EnvironmentSecrets.originVariable) to "
                + "its server's address.",
            reason: reason)
    }
}
