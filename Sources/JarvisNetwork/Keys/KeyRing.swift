// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of servers, fetched once and away from the thread that waits for them.

public import JarvisCore
import JarvisPlatform
import Synchronization

/// Remembers the keys of a secret store until they turn out to be wrong, and holds back those that a server must not get
/// by the way that leads to it.
public final class KeyRing: Sendable {
    private let store: any SecretStore
    private let allowsPlainHTTP: @Sendable (ServerAddress) -> Bool
    private let known = Mutex<[String: String?]>([:])
    private let worker: Mutex<WorkerThread?> = Mutex(nil)

    /// - Parameter allowsPlainHTTP: True for servers that get their key although everyone on the way can read it; asked
    ///   from any thread, each time.
    public init(
        _ store: any SecretStore, allowsPlainHTTP: @escaping @Sendable (ServerAddress) -> Bool = { _ in false }
    ) {
        self.store = store
        self.allowsPlainHTTP = allowsPlainHTTP
    }

    /// The key for a server; nil when there is none or the store cannot be read.
    /// - Throws: `ServerFailure` when there is a key that must not be sent.
    public func key(for address: ServerAddress) async throws(ServerFailure) -> String? {
        let key = await storedKey(for: address.origin)
        if key != nil, !allowsSecrets(to: address) {
            throw ServerFailure(server: address.display, kind: .keyNeedsHTTPS(origin: address.origin))
        }
        return key
    }

    /// True where a secret that is sent to a server cannot be read on the way, or the user has said that it may be.
    public func allowsSecrets(to address: ServerAddress) -> Bool { address.isPrivate || allowsPlainHTTP(address) }

    /// Why a server that wants a key got none, where more than its absence is known.
    public func absence(for address: ServerAddress) -> ServerFailure.Kind? { store.absence(for: address.origin) }

    private func storedKey(for origin: String) async -> String? {
        if let key = known.withLock({ $0[origin] }) { return key }
        let worker = worker.withLock { worker in
            let made = worker ?? WorkerThread(name: "keys")
            worker = made
            return made
        }
        // Without a readable store the server gets no key and says so itself.
        let key = try? await worker.run { [store] in try store.secret(for: origin) }
        known.withLock { $0[origin] = .some(key ?? nil) }
        return key ?? nil
    }

    /// True once it is known that this server has no key.
    public func knowsNone(for address: ServerAddress) -> Bool {
        known.withLock { known in
            guard let entry = known[address.origin] else { return false }
            return entry == nil
        }
    }

    /// Asks the store again next time: the key was refused.
    public func forget(_ address: ServerAddress) {
        known.withLock { $0[address.origin] = nil }
    }
}
