// SPDX-License-Identifier: GPL-3.0-or-later
// Decides which lines the conversation card shows. Depends only on the state.

import JarvisConversation
import JarvisCore

/// One line of the card.
struct ConversationLine: Equatable {
    enum Speaker { case user, assistant }

    var speaker: Speaker
    /// The words transcribed or spoken so far.
    var text: String
    /// The full reply, if `text` has only the words heard so far; otherwise nil.
    var whole: String?
    /// How many turns ago this was said; 0 for the current turn.
    var age = 0

    /// How much of a reply to lay out ahead of speech, in bytes: about ten seconds.
    private static let lead = 240

    /// A line to replace `shown` on the screen. A model writes many times faster than the voice speaks, so text that
    /// will be heard much later keeps its old layout instead of a new one with every clause.
    func laidOut(after shown: ConversationLine?) -> ConversationLine {
        guard let whole, let shown, let known = shown.whole, speaker == shown.speaker, age == shown.age,
            text.utf8.count + Self.lead < known.utf8.count, whole.utf8.starts(with: known.utf8)
        else { return self }
        var line = self
        line.whole = known
        return line
    }

    /// The lines of the newest three turns, including the current one, oldest first.
    static func lines(_ state: AssistantState) -> [ConversationLine] {
        var turns: [[ConversationLine]] = []
        var previous: TurnID?
        for message in state.recent where message.turn != state.turn.askedIn && message.kind != .action {
            let line = ConversationLine(
                speaker: message.kind == .user ? .user : .assistant, text: message.text + (message.isCut ? "…" : ""))
            if message.turn == previous { turns[turns.count - 1].append(line) } else { turns.append([line]) }
            previous = message.turn
        }
        // The heard part of a reply stays visible during an interruption.
        if let cut = state.turn.interrupted, cut.content == .reply, let heard = nonEmpty(cut.reply.heardText) {
            let line = ConversationLine(speaker: .assistant, text: heard + "…")
            if cut.askedIn == previous { turns[turns.count - 1].append(line) } else { turns.append([line]) }
        }
        let current = currentTurn(state)
        if !current.isEmpty { turns.append(current) }
        let newest = turns.suffix(3)
        return newest.enumerated().flatMap { index, lines in
            lines.map { line in
                var line = line
                line.age = newest.count - 1 - index
                return line
            }
        }
    }

    private static func currentTurn(_ state: AssistantState) -> [ConversationLine] {
        let saved = state.recent.filter { $0.turn == state.turn.askedIn }
        var lines: [ConversationLine] = []
        if let question = saved.first(where: { $0.kind == .user })?.text ?? state.turn.question?.text {
            lines.append(ConversationLine(speaker: .user, text: question))
        }
        if let reply = saved.last(where: { $0.kind != .user && $0.kind != .action }) {
            lines.append(ConversationLine(speaker: .assistant, text: reply.text + (reply.isCut ? "…" : "")))
        } else if !state.turn.reply.clauses.isEmpty {
            let caption = caption(state)
            if !caption.text.isEmpty { lines.append(caption) }
        }
        return lines
    }

    /// The reply being spoken; its words appear as they are heard.
    private static func caption(_ state: AssistantState) -> ConversationLine {
        let whole = state.turn.reply.text
        guard state.policy.speaksReplies, state.turn.speech.output != .failed else {
            return ConversationLine(speaker: .assistant, text: whole)
        }
        return ConversationLine(speaker: .assistant, text: state.turn.reply.heardText, whole: whole)
    }

    private static func nonEmpty(_ text: String) -> String? { text.isEmpty ? nil : text }
}
