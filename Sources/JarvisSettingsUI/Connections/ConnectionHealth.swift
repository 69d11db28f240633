// SPDX-License-Identifier: GPL-3.0-or-later
// A server's state as text, colour and bars. Pure.

import GtkKit
import JarvisDesktopKit

/// The state of a server, as far as known.
enum ConnectionHealth: Hashable {
    case unknown
    case asking
    /// The server answers: its latency, and a description of what it offers.
    case answering(milliseconds: Double, String)
    /// The server fails; the reason is in the user's language.
    case failing(String)

    static let mostBars = 4
    /// Upper limits of the latency in milliseconds. An answer within the first shows all bars; each limit that it
    /// exceeds takes one bar off.
    private static let limits = [50.0, 150, 400]

    var text: String {
        switch self {
        case .unknown: localized("Not checked yet")
        case .asking: localized("Checking…")
        case .answering(_, let words): words
        case .failing(let reason): reason
        }
    }

    /// "35 ms"; empty if there is no measurement.
    var latency: String {
        guard case .answering(let milliseconds, _) = self else { return "" }
        return localized("%1\u{a0}ms", String(max(1, Int(milliseconds.rounded()))))
    }

    var bars: Int {
        guard case .answering(let milliseconds, _) = self else { return 0 }
        return Self.mostBars - Self.limits.count { milliseconds > $0 }
    }

    var color: Color {
        switch self {
        case .unknown: DesignTokens.Palette.neutral
        case .asking: DesignTokens.Palette.cyan
        case .answering: DesignTokens.Palette.success
        case .failing: DesignTokens.Palette.failure
        }
    }
}
