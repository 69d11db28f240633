// SPDX-License-Identifier: GPL-3.0-or-later
// How a server is doing: in words, as a colour, and as bars. Pure.

import GtkKit

/// What is known of a server.
enum ConnectionHealth: Hashable {
    case unknown
    case asking
    /// With what it has, in words.
    case answering(milliseconds: Double, String)
    /// In words.
    case failing(String)

    static let mostBars = 4
    /// Milliseconds up to which an answer has all bars, and one less each.
    private static let limits = [50.0, 150, 400]

    var text: String {
        switch self {
        case .unknown: localized("Not checked yet")
        case .asking: localized("Checking…")
        case .answering(_, let words): words
        case .failing(let reason): reason
        }
    }

    /// "35 ms"; empty where nothing was measured.
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
