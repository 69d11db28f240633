// SPDX-License-Identifier: GPL-3.0-or-later
// Which lines the conversation card shows; a pure function of the state.

import JarvisConversation
import JarvisCore

/// One line of the card.
struct ConversationLine: Equatable {
    enum Speaker { case user, assistant }

    var speaker: Speaker
    /// The words said or heard so far.
    var text: String
    /// The whole of a reply of which only the heard words are shown yet.
    var whole: String?
    /// 0 for the current turn, 1 for the one before …
    var age = 0

    /// So much of a reply is laid out before it is heard, bytes: some ten seconds of speech.
    private static let lead = 240

    /// This line as it is laid out in the place of one that is shown. A model writes many times faster than its reply is
    /// spoken: what is heard much later need not be laid out with every clause that comes.
    func laidOut(after shown: ConversationLine?) -> ConversationLine {
        guard let whole, let shown, let known = shown.whole, speaker == shown.speaker, age == shown.age,
            text.utf8.count + Self.lead < known.utf8.count, whole.utf8.starts(with: known.utf8)
        else { return self }
        var line = self
        line.whole = known
        return line
    }

    /// The last three turns with the one in progress, oldest first.
    static func lines(_ state: AssistantState) -> [ConversationLine] {
        var turns: [[ConversationLine]] = []
        var previous: TurnID?
        for message in state.recent where message.turn != state.turn.askedIn && message.kind != .action {
            let line = ConversationLine(
                speaker: message.kind == .user ? .user : .assistant, text: message.text + (message.isCut ? "…" : ""))
            if message.turn == previous { turns[turns.count - 1].append(line) } else { turns.append([line]) }
            previous = message.turn
        }
        // What has been heard stays in sight while someone interrupts.
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

    /// The reply that is being spoken: its words appear as they are heard.
    private static func caption(_ state: AssistantState) -> ConversationLine {
        let whole = state.turn.reply.text
        guard state.policy.speaksReplies, state.turn.speech.output != .failed else {
            return ConversationLine(speaker: .assistant, text: whole)
        }
        return ConversationLine(speaker: .assistant, text: state.turn.reply.heardText, whole: whole)
    }

    private static func nonEmpty(_ text: String) -> String? { text.isEmpty ? nil : text }
}
