// SPDX-License-Identifier: GPL-3.0-or-later
// Computes SHA-256 checksums with GLib.

import CSoup

/// A SHA-256 checksum that is computed piece by piece.
public final class Checksum: @unchecked Sendable {
    // Unchecked: `state` is constant, and only used by consecutive jobs of its owner's worker thread.
    private let state = g_checksum_new(G_CHECKSUM_SHA256)

    public init() {}

    deinit { g_checksum_free(state) }

    public func add(_ bytes: [UInt8]) { g_checksum_update(state, bytes, bytes.count) }

    /// The checksum as 64 lower-case hexadecimal digits; reading it ends the computation.
    public var text: String { g_checksum_get_string(state).map { String(cString: $0) } ?? "" }
}
