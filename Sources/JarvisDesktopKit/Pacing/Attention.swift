// SPDX-License-Identifier: GPL-3.0-or-later
// How likely the user is to be watching the window: fades by itself from one event to the next. Pure; the window's
// pacing has the timer.

/// Fades to rest after an event, once the user has probably looked away.
struct Attention: Hashable {
    private(set) var recency = FrameDemand.Recency.stale

    /// Milliseconds after which `fade` is due, counted from the last call that returned true; nil at rest.
    var milliseconds: Int? {
        switch recency {
        case .changing: DesignTokens.Motion.changing
        case .fresh: DesignTokens.Motion.fresh
        case .settling: DesignTokens.Motion.settling
        case .stale: nil
        }
    }

    /// Something changes its shape.
    /// - Returns: True, as the time starts again.
    mutating func change() -> Bool {
        recency = .changing
        return true
    }

    /// The user does something, or speaks.
    /// - Returns: True if the time starts again; a change in progress ends with the same.
    mutating func touch() -> Bool {
        guard recency != .changing else { return false }
        recency = .fresh
        return true
    }

    /// The pointer moves over the window, as it does many times a second.
    /// - Returns: True if the time starts again.
    mutating func look() -> Bool { recency == .settling || recency == .stale ? touch() : false }

    /// The time is over.
    mutating func fade() -> Bool {
        switch recency {
        case .changing: recency = .fresh
        case .fresh: recency = .settling
        case .settling, .stale: recency = .stale
        }
        return true
    }
}
