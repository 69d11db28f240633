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
        settling += current.filter { $0.turn != state.turn.id && $0.isFinal }
        dropped.removeAll { $0.turn != state.turn.id }
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
        guard state.turn.speech.content == .reply else { return [] }
        let turn = state.turn
        var lines: [Message] = []
        func add(_ text: String, _ kind: MessageKind, isFinal: Bool) {
            guard !text.isEmpty else { return }
            let draft = MessageDraft(
                turn: turn.id, kind: kind, text: text, source: turn.question?.source ?? .voice,
                regenerates: kind == .assistant ? turn.question?.regenerates : nil)
            lines.append(
                Message(
                    id: Message.liveID(turn.id, kind, isFinal: isFinal), createdAt: now, draft: draft))
        }
        if let question = turn.question {
            if !question.isRepeated { add(question.text, .user, isFinal: true) }
        } else {
            // Words that are understood so far may still be dropped.
            add(turn.utterance.partialTranscript, .user, isFinal: false)
        }
        let isHeard = state.policy.speaksReplies && turn.speech.output != .failed
        add(isHeard ? turn.reply.heardText : turn.reply.text, .assistant, isFinal: true)
        return lines
    }
}

extension Message {
    private static let livePrefix = "live-"

    static func liveID(_ turn: TurnID, _ kind: MessageKind, isFinal: Bool) -> MessageID {
        MessageID(rawValue: "\(livePrefix)\(turn.rawValue)-\(kind.rawValue)\(isFinal ? "" : "-open")")
    }

    /// False while it is not certain that the words will be kept.
    fileprivate var isFinal: Bool { !id.rawValue.hasSuffix("-open") }

    /// True for what the store knows.
    var isKept: Bool { !isUnsaved && !id.rawValue.hasPrefix(Self.livePrefix) }
}
