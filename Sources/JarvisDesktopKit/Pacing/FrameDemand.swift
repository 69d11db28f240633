// SPDX-License-Identifier: GPL-3.0-or-later
// Decides how often the window must draw, from the needs of the conversation, the desktop and the machine.

import JarvisConversation
import JarvisCore

/// How often frames are drawn.
enum FrameRate: Hashable {
    /// At every tick of the display.
    case full
    /// On a timer, this many milliseconds apart.
    case every(Int)
    case none

    /// The rate's name in the event log.
    var name: String {
        switch self {
        case .full: "full"
        case .every(let milliseconds): "\(Int((1000 / Double(milliseconds)).rounded()))"
        case .none: "none"
        }
    }
}

/// The inputs that determine the rate.
///
/// In the automatic modes, the conversation rests in `listening` for hours, armed and silent. Its breathing rings
/// follow the display's rate while the user is likely to look: during speech, and for ten seconds after any event.
/// After that the face calms down over three seconds, at half the rate; from then on it moves so little that a sixth of
/// the rate shows all of it. An idle face moves more slowly from the beginning, and starts at half the rate.
struct FrameDemand: Hashable {
    /// How long ago the last event was.
    enum Recency: Hashable {
        /// A moment ago: shapes morph and springs swing.
        case changing
        /// Seconds ago: the user is likely to look.
        case fresh
        /// The face is calming down, because nothing has happened for a while.
        case settling
        case stale
    }

    var phase = ConversationPhase.idle
    /// True if the window is on the screen and the screen isn't locked.
    var isVisible = false
    var isFocused = true
    var motion = MotionAllowance.full
    var isPowerSaving = false
    var recency = Recency.stale
    /// The quality that the measured cost of frames allows; it limits the rate.
    var quality = FrameQuality.full

    var rate: FrameRate {
        guard isVisible, motion != .none else { return .none }
        switch (motion, isPowerSaving) {
        case (.reduced, _): return steadyRate
        case (_, true): return phase.isResting && recency != .changing ? .none : .every(DesignTokens.Frames.saving)
        default: return movingRate
        }
    }

    /// True if nothing is going on that the user is likely to watch, so that everything may move slowly and little.
    var isAtRest: Bool {
        guard phase.isResting, recency != .changing else { return false }
        return !isFocused || recency == .settling || recency == .stale
    }

    /// True if the clock can show seconds, because frames keep coming even after the current change.
    var showsSeconds: Bool { rate != .none && !(isPowerSaving && phase.isResting) }

    /// Milliseconds until a still picture must be redrawn; nil if frames keep coming anyway, or if the window isn't
    /// visible.
    /// - Parameter untilStale: the milliseconds until the picture is out of date; nil for never.
    func renewal(_ untilStale: Int?) -> Int? { isVisible && rate == .none ? untilStale : nil }

    /// The rate without motion: the picture only fades between states and follows the voice by its brightness.
    private var steadyRate: FrameRate {
        if recency == .changing { return isPowerSaving ? .every(DesignTokens.Frames.saving) : highest }
        switch phase {
        case .recording, .held, .speaking: return .every(DesignTokens.Frames.steady)
        case .idle, .listening, .transcribing, .thinking: return .none
        }
    }

    private var movingRate: FrameRate {
        if !phase.isResting || recency == .changing { return highest }
        guard isFocused else { return .every(DesignTokens.Frames.slow) }
        switch (phase, recency) {
        case (.listening, .fresh): return highest
        case (_, .fresh), (_, .settling): return .every(DesignTokens.Frames.half)
        default: return .every(DesignTokens.Frames.slow)
        }
    }

    private var highest: FrameRate {
        switch quality {
        case .full, .thinned, .reduced, .low: .full
        case .halved: .every(DesignTokens.Frames.half)
        case .sparse: .every(DesignTokens.Frames.slow)
        }
    }
}
