// SPDX-License-Identifier: GPL-3.0-or-later
// A spoken turn as the one who began it over the bus follows it: words as they are understood, then the reply, then how
// it ended. Pure.

import JarvisConversation
import JarvisCore

/// Compares what the state says of one turn with what has been told of it.
struct UtteranceTurn {
    /// What there is to tell.
    enum News: Hashable {
        case transcript(String, isFinal: Bool)
        case clause(String)
        case ended(outcome: String, summary: ReplySummary?)
    }

    private let turn: TurnID
    private var partial = ""
    private var question: String?
    private var clauses = 0

    init(_ turn: TurnID) {
        self.turn = turn
    }

    /// What is new in this state; the last piece is `ended`.
    mutating func take(_ state: AssistantState) -> [News] {
        guard state.turn.id == turn else {
            return [
                .ended(
                    outcome: question == nil ? "nothing-heard" : clauses > 0 ? "answered" : "stopped", summary: summary)
            ]
        }
        var news: [News] = []
        let words = state.turn.utterance.partialTranscript
        if question == nil, !words.isEmpty, words != partial {
            partial = words
            news.append(.transcript(words, isFinal: false))
        }
        if let text = state.turn.question?.text, text != question {
            question = text
            news.append(.transcript(text, isFinal: true))
        }
        for clause in state.turn.reply.clauses.dropFirst(clauses) { news.append(.clause(clause)) }
        clauses = max(clauses, state.turn.reply.clauses.count)
        summary = state.turn.reply.summary ?? summary
        return news
    }

    private var summary: ReplySummary?
}
