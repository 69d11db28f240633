// SPDX-License-Identifier: GPL-3.0-or-later
// A call as the conversation sees it: while one goes on, speech alone begins an utterance, without the wake word; while
// it is held, nothing is heard and nothing is said.

public import JarvisCore

/// Whether the conversation is a call.
public enum CallPresence: String, Hashable, Sendable {
    case none, active, held
}

/// What the conversation asks of the call that it is.
public enum CallRequest: String, Hashable, Sendable {
    /// The user took leave.
    case end
    case resume
}

extension ConversationPolicy {
    /// The user's policy as it is during a call.
    func during(_ call: CallPresence) -> ConversationPolicy {
        var policy = self
        switch call {
        case .none: break
        case .active:
            if !policy.detectionMode.isAutomatic { policy.detectionMode = .auto }
            policy.wakePhrase = nil
            // What is said in a call is meant for the other side.
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

/// What ends a call when it is said in it.
public enum HangUpPhrases {
    /// The phrases in the notation of skills' patterns, for a recognizer.
    public static let patterns = phrases.sorted().map { "[please] \($0) [please]" }

    /// To take leave, as "goodbye" does, is a skill.
    private static let phrases: Set<String> = [
        "hang up", "hang up the call", "end call", "end the call", "end this call", "finish the call",
        "finish this call", "stop the call",
    ]
    private static let courtesies: Set<Substring> = ["jarvis", "please", "hey", "ok", "okay", "now", "thanks"]

    /// True when the whole of `text` asks for the end of the call.
    public static func isHangUp(_ text: String) -> Bool {
        guard text.utf8.count <= 80 else { return false }
        let words = text.lowercased().split { !($0.isLetter || $0.isNumber) }.filter { !courtesies.contains($0) }
        return phrases.contains(words.joined(separator: " "))
    }
}
