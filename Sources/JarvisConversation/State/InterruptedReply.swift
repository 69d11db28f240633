// SPDX-License-Identifier: GPL-3.0-or-later
// An interrupted reply, until it is known whether the interruption was a person speaking.

public import JarvisCore

/// A reply or announcement that resumes if the interruption brings no words.
public struct InterruptedReply: Hashable, Sendable {
    /// The turn of its question; its messages and its agent's reports carry this identity.
    public var askedIn: TurnID
    public var question: Question?
    /// The question's message, if it is not known whether it was meant for the assistant.
    public var unconfirmed: MessageDraft?
    public var reply: ReplyProgress
    public var content: SpeechContent
    /// True if playback had failed, so the reply is only shown.
    public var isSilent: Bool
    /// True if the agent doesn't know yet that the question is final.
    public var isOpen: Bool
    /// The agent's failure since the interruption; nil if it hasn't failed.
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

    /// True while its agent is at work.
    var isAwaited: Bool { reply.summary == nil && failure == nil }
}
