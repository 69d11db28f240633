// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the conversation that isn't stored yet: words being spoken, words on their way to the disk, and words
// that couldn't be written.

import JarvisConversation
import JarvisCore

/// The lines below all stored messages.
struct LiveTurn {
    /// The messages being spoken, question first.
    private var current: [Message] = []
    /// Messages that were spoken and wait to be stored.
    private var settling: [Message] = []
    /// Messages that live in memory only.
    private var unsaved: [Message] = []
    /// Messages of this turn that were stored and then deleted.
    private var dropped: [Message] = []

    /// All lines, in order of time.
    var messages: [Message] { unsaved + settling + current }
    /// True while a message waits to be stored.
    var isSettling: Bool { !settling.isEmpty }

    /// Updates the lines from a conversation state.
    mutating func take(_ state: AssistantState, now: Timestamp) {
        let lines = Self.lines(state, now: now).map { line in
            var line = line
            // A line keeps the time of its first word.
            line.createdAt = current.first { $0.isSameLine(as: line) }?.createdAt ?? now
            return line
        }
        // A turn ends before the store has its words, so keep showing them.
        let turns = [state.turn.askedIn, state.turn.interrupted?.askedIn]
        settling += current.filter { !turns.contains($0.turn) && $0.isFinal }
        dropped.removeAll { !turns.contains($0.turn) }
        current = lines.filter { line in !dropped.contains { $0.isSameLine(as: line) } }
        unsaved = state.recent.filter(\.isUnsaved)
        settling.removeAll { line in state.recent.contains { $0.isSameLine(as: line) && $0.isUnsaved } }
        current.removeAll { line in unsaved.contains { $0.isSameLine(as: line) } }
    }

    /// Removes the lines that the store now has.
    mutating func keep(_ messages: [Message]) {
        settling.removeAll { line in messages.contains { $0.isSameLine(as: line) } }
    }

    /// Hides the lines of messages that were stored and then deleted, even while they are being spoken.
    mutating func drop(_ messages: [Message]) {
        dropped += messages
        for message in messages {
            settling.removeAll { $0.isSameLine(as: message) }
            current.removeAll { $0.isSameLine(as: message) }
        }
    }

    /// Drops messages that haven't been stored by now, because they never will be.
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
        // Show an interrupted reply too, because its turn may continue.
        if let cut = turn.interrupted, cut.content == .reply {
            add(cut.question, cut.reply, of: cut.askedIn, isSilent: cut.isSilent)
        }
        guard turn.speech.content == .reply else { return lines }
        if turn.question == nil {
            // The words recognized so far aren't final: they may turn out not to be a request.
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

    /// The identity of a running tool call.
    static func liveID(_ turn: TurnID, _ call: ToolCallID) -> MessageID {
        MessageID(rawValue: "\(livePrefix)\(turn.rawValue)-\(call.rawValue)\(openSuffix)")
    }

    private static let openSuffix = "-open"

    /// False while the message is unfinished, or while its words may still be dropped.
    var isFinal: Bool { !id.rawValue.hasSuffix(Self.openSuffix) }

    /// True if the store has the message.
    var isKept: Bool { !isUnsaved && !id.rawValue.hasPrefix(Self.livePrefix) }
}
