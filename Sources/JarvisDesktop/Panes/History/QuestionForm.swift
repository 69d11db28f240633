// SPDX-License-Identifier: GPL-3.0-or-later
// Tells questions from commands by their form. Knows only English, the language that people speak with JARVIS.

/// The form of an utterance.
enum QuestionForm {
    /// True for a question: it ends in a question mark, begins with a question word, or inverts verb and subject. "Can
    /// you open the browser" is a command.
    static func isQuestion(_ text: String) -> Bool {
        var words = text.lowercased().split { !$0.isLetter && $0 != "'" && $0 != "’" }.map {
            String($0.prefix { $0 != "'" && $0 != "’" })
        }[...]
        while let first = words.first, openings.contains(first) { words.removeFirst() }
        guard let first = words.first else { return false }
        let second = words.dropFirst().first ?? ""
        if modals.contains(first) { return second != "you" && second != "please" }
        if questionWords.contains(first) { return true }
        if verbs.contains(first) { return subjects.contains(second) }
        return text.last { !$0.isWhitespace } == "?"
    }

    /// Words that people say before they come to the point.
    private static let openings: Set = [
        "jarvis", "hey", "hi", "hello", "ok", "okay", "please", "so", "and", "but", "well", "um", "uh", "oh", "now",
        "good",
        "morning", "afternoon", "evening", "thanks",
    ]
    private static let questionWords: Set = [
        "what", "whats", "who", "whos", "whose", "whom", "when", "where", "wheres", "why", "which", "how", "hows", "is",
        "isn", "are", "aren", "am", "was", "wasn", "were", "weren", "does", "doesn", "did", "didn",
    ]
    /// Verbs that form a polite command with "you".
    private static let modals: Set = ["can", "could", "will", "would"]
    /// Verbs that can also begin a command, so they need a subject after them.
    private static let verbs: Set = ["do", "don", "have", "has", "had", "should", "shall", "may", "might"]
    private static let subjects: Set = [
        "i", "you", "he", "she", "it", "we", "they", "there", "the", "my", "your", "any", "anyone", "anybody", "this",
        "that",
        "these", "those",
    ]
}
