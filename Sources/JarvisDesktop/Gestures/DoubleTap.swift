// SPDX-License-Identifier: GPL-3.0-or-later
// A tap acts at once; when it turns out to be the first half of a double tap, what it began is taken back.

import JarvisConversation
import JarvisCore

struct DoubleTap {
    /// The phase that the first tap met.
    private var phaseBefore: ConversationPhase?

    mutating func tapped(in phase: ConversationPhase) { phaseBefore = phase }

    /// What puts the conversation back to where the first tap met it; nothing where that has not begun a recording.
    /// - Parameters:
    ///   - phase: the phase that the second tap meets.
    ///   - trigger: what started the utterance.
    mutating func doubled(in phase: ConversationPhase, startedBy trigger: RecordingTrigger) -> [AssistantEvent] {
        defer { phaseBefore = nil }
        guard phase == .recording, trigger == .tap else { return [] }
        switch phaseBefore {
        case .idle: return [.cancelRequested]
        // Cancelling ends the listening too; it begins again as it does when the window opens.
        case .listening: return [.cancelRequested, .started]
        default: return []
        }
    }
}
