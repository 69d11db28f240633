// SPDX-License-Identifier: GPL-3.0-or-later
// How often the window has to draw: what the conversation, the desktop and the machine ask for, as one rule.

import JarvisConversation
import JarvisCore

/// How often frames are drawn.
enum FrameRate: Hashable {
    /// At every tick of the display.
    case full
    /// By a timer, this many milliseconds apart.
    case every(Int)
    case none

    /// The rate in the event log.
    var name: String {
        switch self {
        case .full: "full"
        case .every(let milliseconds): "\(Int((1000 / Double(milliseconds)).rounded()))"
        case .none: "none"
        }
    }
}

/// The inputs of the rate.
///
/// In the automatic modes the conversation rests in `listening`, armed and silent, for hours. Its breathing rings are
/// drawn at the display's rate while somebody is likely to look: for ten seconds after anything has happened, and while
/// there is sound. After that a slow breath looks the same at half the rate, at half the cost. An idle face moves
/// slower still, so it starts at half the rate and ends at an eighth.
struct FrameDemand: Hashable {
    /// How long ago something has happened.
    enum Recency: Hashable {
        /// A moment: shapes morph into each other, springs swing.
        case changing
        /// Seconds: somebody is likely to look.
        case fresh
        case stale
    }

    var phase = ConversationPhase.idle
    /// The window is on the screen and the screen is not locked.
    var isVisible = false
    var isFocused = true
    var motion = MotionAllowance.full
    var isPowerSaving = false
    var recency = Recency.stale
    /// What frames have turned out to cost decides about the highest rate.
    var quality = FrameQuality.full

    var rate: FrameRate {
        guard isVisible, motion != .none else { return .none }
        switch (motion, isPowerSaving) {
        case (.reduced, _): return steadyRate
        case (_, true): return phase.isResting && recency != .changing ? .none : .every(DesignTokens.Frames.saving)
        default: return movingRate
        }
    }

    /// The seconds of the clock can be shown: frames follow each other, also when the change is over that is under way.
    var showsSeconds: Bool { rate != .none && !(isPowerSaving && phase.isResting) }

    /// Milliseconds after which a picture is drawn again that stands still; nil where others follow it anyway, and where
    /// it cannot be seen.
    /// - Parameter untilStale: when it tells something wrong; nil: never.
    func renewal(_ untilStale: Int?) -> Int? { isVisible && rate == .none ? untilStale : nil }

    /// Nothing moves: the picture fades from one state to the next, and follows the voice by its brightness.
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
        case (.listening, _), (_, .fresh): return .every(DesignTokens.Frames.half)
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
