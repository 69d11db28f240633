// SPDX-License-Identifier: GPL-3.0-or-later
// Derives the reports about a spoken turn for the caller who started it over the bus: words as they are recognized,
// then the reply, then the outcome. Pure.

import JarvisConversation
import JarvisCore

/// Compares a turn's state with what has been reported of it.
struct UtteranceTurn {
    /// A report about the turn.
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

    /// The reports for the changes in this state. The last one of a turn is `ended`.
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
