// SPDX-License-Identifier: GPL-3.0-or-later
// Tells the user of servers in a file that this version can't read: they stay in it, but aren't in use.

public import JarvisCore

/// Notices about the unreadable servers of one file. One is made only when their number has changed.
public struct UnreadableServers: Sendable {
    private var lastCount = 0

    public init() {}

    /// The notice for this many unreadable servers; nil if there are none, or if the user already knows.
    public mutating func notice(_ count: Int, path: String) -> Notice? {
        defer { lastCount = count }
        guard count != lastCount, count > 0 else { return nil }
        let reason = count == 1 ? "one server can't be read" : "\(count) servers can't be read"
        return .fileDamaged(path: path, reason: reason, keptAs: nil)
    }
}
