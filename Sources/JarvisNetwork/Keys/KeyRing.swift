// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of servers, fetched once and away from whoever is waiting for them.

public import JarvisCore
import JarvisPlatform
import Synchronization

/// Remembers the keys of a secret store until they turn out to be wrong.
public final class KeyRing: Sendable {
    private let store: any SecretStore
    private let known = Mutex<[String: String?]>([:])
    private let worker: Mutex<WorkerThread?> = Mutex(nil)

    public init(_ store: any SecretStore) {
        self.store = store
    }

    /// The key for a server; nil when there is none or the store cannot be read.
    public func key(for address: ServerAddress) async -> String? {
        let origin = address.origin
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
