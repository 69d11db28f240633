// SPDX-License-Identifier: GPL-3.0-or-later
// Undoes the effect of a tap that turns out to be the first half of a double tap, since every tap acts at once.

import JarvisConversation
import JarvisCore

struct DoubleTap {
    /// The phase at the first tap.
    private var phaseBefore: ConversationPhase?

    mutating func tapped(in phase: ConversationPhase) { phaseBefore = phase }

    /// The events that restore the conversation to its state before the first tap; empty if that tap didn't start a
    /// recording.
    /// - Parameters:
    ///   - phase: the phase at the second tap.
    ///   - trigger: what started the utterance.
    mutating func doubled(in phase: ConversationPhase, startedBy trigger: RecordingTrigger) -> [AssistantEvent] {
        defer { phaseBefore = nil }
        guard phase == .recording, trigger == .tap else { return [] }
        switch phaseBefore {
        case .idle: return [.cancelRequested]
        // Cancelling also stops listening, so start listening as when the window opens.
        case .listening: return [.cancelRequested, .started]
        default: return []
        }
    }
}
