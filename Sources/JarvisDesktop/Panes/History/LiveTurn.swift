// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the conversation that is not kept yet: what is being said and heard, what is on its way to the disk, and
// what could not be written.

import JarvisConversation
import JarvisCore

/// The lines after everything that is kept.
struct LiveTurn {
    /// The messages being spoken, the question first.
    private var current: [Message] = []
    /// Messages that were said and are being written.
    private var settling: [Message] = []
    /// What lives in memory only.
    private var unsaved: [Message] = []
    /// Messages of this turn that were kept and have been deleted.
    private var dropped: [Message] = []

    /// All of it, in the order of time.
    var messages: [Message] { unsaved + settling + current }
    /// True while something waits to be kept.
    var isSettling: Bool { !settling.isEmpty }

    /// Takes the lines from a state of the conversation.
    mutating func take(_ state: AssistantState, now: Timestamp) {
        let lines = Self.lines(state, now: now).map { line in
            var line = line
            // A line is as old as its first word.
            line.createdAt = current.first { $0.isSameLine(as: line) }?.createdAt ?? now
            return line
        }
        // A turn ends before its words are on the disk.
        let turns = [state.turn.askedIn, state.turn.interrupted?.askedIn]
        settling += current.filter { !turns.contains($0.turn) && $0.isFinal }
        dropped.removeAll { !turns.contains($0.turn) }
        current = lines.filter { line in !dropped.contains { $0.isSameLine(as: line) } }
        unsaved = state.recent.filter(\.isUnsaved)
        settling.removeAll { line in state.recent.contains { $0.isSameLine(as: line) && $0.isUnsaved } }
        current.removeAll { line in unsaved.contains { $0.isSameLine(as: line) } }
    }

    /// These are kept now.
    mutating func keep(_ messages: [Message]) {
        settling.removeAll { line in messages.contains { $0.isSameLine(as: line) } }
    }

    /// These were kept and have been deleted: they are left out, even while they are being spoken.
    mutating func drop(_ messages: [Message]) {
        dropped += messages
        for message in messages {
            settling.removeAll { $0.isSameLine(as: message) }
            current.removeAll { $0.isSameLine(as: message) }
        }
    }

    /// What was not kept by now never will be.
    mutating func giveUp() { settling = [] }

    private static func lines(_ state: AssistantState, now: Timestamp) -> [Message] {
        var lines: [Message] = []
        func add(
            _ text: String, _ kind: MessageKind, of turn: TurnID, to question: Question?, skill: String? = nil,
            isFinal: Bool = true
        ) {
            guard !text.isEmpty else { return }
            let draft = MessageDraft(
                turn: turn, kind: kind, text: text, source: question?.source ?? .voice, skill: skill,
                regenerates: kind == .assistant ? question?.regenerates : nil)
            lines.append(
                Message(id: Message.liveID(turn, kind, isFinal: isFinal), createdAt: now, draft: draft))
        }
        func add(_ question: Question?, _ reply: ReplyProgress, of turn: TurnID, isSilent: Bool) {
            if let question, !question.isRepeated { add(question.text, .user, of: turn, to: question) }
            for call in reply.tools where call.status == .running {
                guard let action = call.action else { continue }
                let draft = MessageDraft(turn: turn, action: action)
                lines.append(Message(id: Message.liveID(turn, call.id), createdAt: now, draft: draft))
            }
            let isHeard = state.policy.speaksReplies && !isSilent
            add(
                isHeard ? reply.heardText : reply.text, .assistant, of: turn, to: question, skill: reply.summary?.skill)
        }
        let turn = state.turn
        // It may go on.
        if let cut = turn.interrupted, cut.content == .reply {
            add(cut.question, cut.reply, of: cut.askedIn, isSilent: cut.isSilent)
        }
        guard turn.speech.content == .reply else { return lines }
        if turn.question == nil {
            // Words that are understood so far may still be dropped.
            add(turn.utterance.partialTranscript, .user, of: turn.askedIn, to: nil, isFinal: false)
        }
        add(turn.question, turn.reply, of: turn.askedIn, isSilent: turn.speech.output == .failed)
        return lines
    }
}

extension Message {
    private static let livePrefix = "live-"

    static func liveID(_ turn: TurnID, _ kind: MessageKind, isFinal: Bool) -> MessageID {
        MessageID(rawValue: "\(livePrefix)\(turn.rawValue)-\(kind.rawValue)\(isFinal ? "" : openSuffix)")
    }

    /// A call that goes on.
    static func liveID(_ turn: TurnID, _ call: ToolCallID) -> MessageID {
        MessageID(rawValue: "\(livePrefix)\(turn.rawValue)-\(call.rawValue)\(openSuffix)")
    }

    private static let openSuffix = "-open"

    /// False while it goes on, or while it is not certain that the words will be kept.
    var isFinal: Bool { !id.rawValue.hasSuffix(Self.openSuffix) }

    /// True for what the store knows.
    var isKept: Bool { !isUnsaved && !id.rawValue.hasPrefix(Self.livePrefix) }
}
