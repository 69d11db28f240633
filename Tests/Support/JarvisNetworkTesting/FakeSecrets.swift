// SPDX-License-Identifier: GPL-3.0-or-later
// An in-memory store of keys.

public import JarvisNetwork
import Synchronization

/// A store that records its look-ups.
public final class FakeSecrets: SecretStore {
    private let entries: Mutex<[String: String]>
    private let asked = Mutex<[String]>([])
    private let fault = Mutex<SecretFailure?>(nil)

    public init(_ entries: [String: String] = [:]) {
        self.entries = Mutex(entries)
    }

    /// The origins whose keys were looked up, in order.
    public var questions: [String] { asked.withLock { $0 } }

    /// The failure of every look-up; nil if the store works.
    public var failure: SecretFailure? {
        get { fault.withLock { $0 } }
        set { fault.withLock { $0 = newValue } }
    }

    public func secret(for origin: String) throws -> String? {
        asked.withLock { $0.append(origin) }
        if let failure { throw failure }
        return entries.withLock { $0[origin] }
    }

    public func keep(_ secret: String, for origin: String) throws { entries.withLock { $0[origin] = secret } }
    public func remove(_ origin: String) throws { entries.withLock { $0[origin] = nil } }
    public func count() throws -> Int { entries.withLock { $0.count } }
    public func removeAll() throws { entries.withLock { $0 = [:] } }
}
