// SPDX-License-Identifier: GPL-3.0-or-later
// Which part of the history is shown: words that a message must contain, and its kinds.

import JarvisCore

/// One of the chips below the search field.
enum MessageFilter: String, CaseIterable {
    case commands, questions, responses, calls, notes

    /// What stands on the chip.
    var title: String {
        switch self {
        case .commands: localized("Commands")
        case .questions: localized("Questions")
        case .responses: localized("Replies")
        case .calls: localized("Calls")
        case .notes: localized("Notes")
        }
    }

    /// The part of the query that the store can look for.
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

/// Words and filters; the filters widen each other, and none means everything.
struct HistoryQuery: Equatable {
    var text = "" {
        didSet { words = SearchFolding.words(text) }
    }
    var filters: Set<MessageFilter> = []
    /// The words as they are compared.
    private(set) var words: [[UInt8]] = []

    /// True when everything is shown.
    var isEmpty: Bool { words.isEmpty && filters.isEmpty }

    /// The kinds that the store should look for; nil: any kind.
    var kinds: Set<MessageKind>? {
        filters.isEmpty ? nil : filters.reduce(into: []) { $0.formUnion($1.kinds) }
    }

    /// The part of the query that the store cannot decide.
    func accepts(_ message: Message) -> Bool {
        filters.isEmpty || filters.contains { $0.accepts(message) }
    }

    /// True for a message that the whole query finds.
    func finds(_ message: Message) -> Bool {
        guard accepts(message) else { return false }
        return words.isEmpty || words.allSatisfy { !SearchFolding.occurrences(of: [$0], in: message.text).isEmpty }
    }
}
