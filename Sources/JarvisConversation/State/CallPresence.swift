// SPDX-License-Identifier: GPL-3.0-or-later
// How a call affects the conversation: while active, speech alone starts an utterance, without the wake word; while
// held, nothing is heard and nothing is said.

import JarvisCore

/// Whether the conversation is a call.
public enum CallPresence: String, Hashable, Sendable {
    case none, active, held
}

/// A request from the conversation to its call.
public enum CallRequest: String, Hashable, Sendable {
    /// The user said goodbye.
    case end
    case resume
}

extension ConversationPolicy {
    /// The user's policy adapted for a call.
    func during(_ call: CallPresence) -> ConversationPolicy {
        var policy = self
        switch call {
        case .none: break
        case .active:
            if !policy.detectionMode.isAutomatic { policy.detectionMode = .auto }
            policy.wakePhrase = nil
            // Speech in a call is meant for the other side.
            policy.talkFilter = .off
            policy.allowsInterruption = interruptsInCalls
        case .held:
            policy.detectionMode = .disabled
            policy.wakePhrase = nil
            policy.speaksReplies = false
        }
        return policy
    }
}

/// Phrases that end a call.
public enum HangUpPhrases {
    /// The phrases in the notation of skills' patterns, for a recognizer.
    public static let patterns = phrases.sorted().map { "[please] \($0) [please]" }

    /// Saying goodbye is a skill of its own.
    private static let phrases: Set<String> = [
        "hang up", "hang up the call", "end call", "end the call", "end this call", "finish the call",
        "finish this call", "stop the call",
    ]
    private static let courtesies: Set<Substring> = ["jarvis", "please", "hey", "ok", "okay", "now", "thanks"]

    /// True if the whole of `text` asks to end the call.
    public static func isHangUp(_ text: String) -> Bool {
        guard text.utf8.count <= 80 else { return false }
        let words = text.lowercased().split { !($0.isLetter || $0.isNumber) }.filter { !courtesies.contains($0) }
        return phrases.contains(words.joined(separator: " "))
    }
}
