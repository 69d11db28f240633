// SPDX-License-Identifier: GPL-3.0-or-later
// A query of the history: the words and the kinds of message to show.

import JarvisCore
import JarvisDesktopKit

/// A chip below the search field.
enum MessageFilter: String, CaseIterable {
    case commands, questions, responses, calls, notes

    /// The label of the chip.
    var title: String {
        switch self {
        case .commands: localized("Commands")
        case .questions: localized("Questions")
        case .responses: localized("Replies")
        case .calls: localized("Calls")
        case .notes: localized("Notes")
        }
    }

    /// The kinds of message to search the store for; `accepts` narrows the result.
    var kinds: Set<MessageKind> {
        switch self {
        case .commands, .questions: [.user]
        case .responses: [.assistant]
        case .calls: [.call]
        case .notes: [.note, .reminder]
        }
    }

    func accepts(_ message: Message) -> Bool {
        guard kinds.contains(message.kind) else { return false }
        switch self {
        case .commands: return !QuestionForm.isQuestion(message.text)
        case .questions: return QuestionForm.isQuestion(message.text)
        case .responses, .calls, .notes: return true
        }
    }
}

/// Words and filters. A message needs to pass only one of several filters; without filters, all messages pass.
struct HistoryQuery: Equatable {
    var text = "" {
        didSet { words = SearchFolding.words(text) }
    }
    var filters: Set<MessageFilter> = []
    /// The only kinds of message that the pane is about; nil for all.
    var only: Set<MessageKind>?
    /// The words, folded for comparison.
    private(set) var words: [[UInt8]] = []

    /// True if the query shows everything.
    var isEmpty: Bool { words.isEmpty && filters.isEmpty && only == nil }

    /// The kinds that the store should search for; nil for any kind.
    var kinds: Set<MessageKind>? {
        if let only { return only }
        return filters.isEmpty ? nil : filters.reduce(into: []) { $0.formUnion($1.kinds) }
    }

    /// Checks the filters, which the store can't do completely.
    func accepts(_ message: Message) -> Bool {
        if let only, !only.contains(message.kind) { return false }
        return filters.isEmpty || filters.contains { $0.accepts(message) }
    }

    /// Checks filters and words.
    func finds(_ message: Message) -> Bool {
        guard accepts(message) else { return false }
        return words.isEmpty || words.allSatisfy { !SearchFolding.occurrences(of: [$0], in: message.text).isEmpty }
    }
}
