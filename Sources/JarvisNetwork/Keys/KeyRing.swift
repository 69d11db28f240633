// SPDX-License-Identifier: GPL-3.0-or-later
// Caches the API keys of servers; each is fetched once, without blocking the calling thread.

public import JarvisCore
import JarvisPlatform
import Synchronization

/// Caches keys of a secret store until a server rejects them, and withholds keys that would travel unprotected.
public final class KeyRing: Sendable {
    private let store: any SecretStore
    private let allowsPlainHTTP: @Sendable (ServerAddress) -> Bool
    private let known = Mutex<[String: String?]>([:])
    /// When the store last failed, in nanoseconds; nil if it has not.
    private let fault = Mutex<Int64?>(nil)
    private let now: @Sendable () -> Int64
    /// A failed store is left alone for this long: each request to a broken one may take half a minute.
    private static let restNanoseconds: Int64 = 60_000_000_000
    private let worker: Mutex<WorkerThread?> = Mutex(nil)

    /// - Parameter allowsPlainHTTP: Returns true for servers that receive their key even if others on the way can read
    ///   it; called from any thread, each time.
    public convenience init(
        _ store: any SecretStore, allowsPlainHTTP: @escaping @Sendable (ServerAddress) -> Bool = { _ in false }
    ) {
        self.init(store, allowsPlainHTTP: allowsPlainHTTP, now: MonotonicTime.nanoseconds)
    }

    /// - Parameter now: The time in nanoseconds of a monotonic clock.
    init(
        _ store: any SecretStore, allowsPlainHTTP: @escaping @Sendable (ServerAddress) -> Bool = { _ in false },
        now: @escaping @Sendable () -> Int64
    ) {
        self.store = store
        self.allowsPlainHTTP = allowsPlainHTTP
        self.now = now
    }

    /// The key for a server; nil if there is none or the store can't be read.
    /// - Throws: `ServerFailure` if there is a key that must not be sent.
    public func key(for address: ServerAddress) async throws(ServerFailure) -> String? {
        let key = await storedKey(for: address.origin)
        if key != nil, !allowsSecrets(to: address) {
            throw ServerFailure(server: address.display, kind: .keyNeedsHTTPS(origin: address.origin))
        }
        return key
    }

    /// True if secrets sent to a server are protected in transit, or the user has allowed sending them unprotected.
    public func allowsSecrets(to address: ServerAddress) -> Bool { address.isPrivate || allowsPlainHTTP(address) }

    /// The reason why a server that requires a key got none; nil if unknown.
    public func absence(for address: ServerAddress) -> ServerFailure.Kind? { store.absence(for: address.origin) }

    private func storedKey(for origin: String) async -> String? {
        if let key = known.withLock({ $0[origin] }) { return key }
        if let fault = fault.withLock({ $0 }), now() - fault < Self.restNanoseconds { return nil }
        let worker = worker.withLock { worker in
            let made = worker ?? WorkerThread(name: "keys")
            worker = made
            return made
        }
        do {
            let key = try await worker.run { [store] in try store.secret(for: origin) }
            known.withLock { $0[origin] = .some(key) }
            return key
        } catch {
            // Go on without a key: the server will report that it needs one.
            fault.withLock { $0 = now() }
            return nil
        }
    }

    /// True if this server is known to have no key.
    public func knowsNone(for address: ServerAddress) -> Bool {
        known.withLock { known in
            guard let entry = known[address.origin] else { return false }
            return entry == nil
        }
    }

    /// Forgets a key that the server has refused, so that the store is asked again.
    public func forget(_ address: ServerAddress) {
        known.withLock { $0[address.origin] = nil }
    }
}
