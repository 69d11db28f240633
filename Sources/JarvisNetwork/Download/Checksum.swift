// SPDX-License-Identifier: GPL-3.0-or-later
// SHA-256 by GLib.

import CSoup

/// A SHA-256 that is being computed.
public final class Checksum: @unchecked Sendable {
    // Unchecked: `state` is constant, and used by one job of its owner's worker thread after another.
    private let state = g_checksum_new(G_CHECKSUM_SHA256)

    public init() {}

    deinit { g_checksum_free(state) }

    public func add(_ bytes: [UInt8]) { g_checksum_update(state, bytes, bytes.count) }

    /// 64 hexadecimal digits in lower case; nothing can be added afterwards.
    public var text: String { g_checksum_get_string(state).map { String(cString: $0) } ?? "" }
}
