// SPDX-License-Identifier: GPL-3.0-or-later
// A reply that someone has cut off, until it is known whether that was a person with something to say.

public import JarvisCore

/// A reply, or an announcement, that goes on where it was if the interruption brings no words.
public struct InterruptedReply: Hashable, Sendable {
    /// The turn in which it was asked for; what is kept of it, and what its agent still reports, carries this identity.
    public var askedIn: TurnID
    public var question: Question?
    /// The question's message, where it is not known whether it was meant for the assistant.
    public var unconfirmed: MessageDraft?
    public var reply: ReplyProgress
    public var content: SpeechContent
    /// Its sound had failed: it is shown only.
    public var isSilent: Bool
    /// The agent does not know yet that the question is final.
    public var isOpen: Bool
    /// The agent has failed meanwhile.
    public var failure: AgentFailure?

    init(_ turn: Turn) {
        askedIn = turn.askedIn
        question = turn.question
        reply = turn.reply
        content = turn.speech.content
        isSilent = turn.speech.output == .failed
        unconfirmed = turn.unconfirmed
        isOpen = false
        if case .question(let question) = turn.utterance.openEnd {
            isOpen = true
            if question.mayBeOverheard { unconfirmed = question.draft }
        }
    }

    /// True while its agent works on it.
    var isAwaited: Bool { reply.summary == nil && failure == nil }
}
