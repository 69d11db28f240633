// SPDX-License-Identifier: GPL-3.0-or-later
// Whole utterances that end a turn at once, before any skill or model, also while JARVIS speaks.

/// "Stop", "cancel", "never mind" and their kin, by language.
public enum StopPhrases {
    /// The phrases of every shipped language, by ISO 639-1 code; lower case, no punctuation.
    public static let byLanguage: [String: [String]] = [
        "en": [
            "stop", "stop it", "stop talking", "stop speaking", "cancel", "cancel that", "never mind", "nevermind",
            "be quiet", "quiet", "shut up", "enough", "that's enough", "forget it", "silence",
        ]
    ]

    /// Words around a phrase that change nothing, by language.
    private static let courtesies: [String: Set<String>] = [
        "en": ["jarvis", "please", "hey", "ok", "okay", "now", "thanks"]
    ]

    /// Every phrase of every shipped language, for a recognizer.
    public static let all: [String] = byLanguage.sorted { $0.key < $1.key }.flatMap(\.value)

    /// True when `text` is nothing but a stop phrase, with or without the assistant's name and a courtesy.
    public static func isStopPhrase(_ text: String) -> Bool {
        // A stop phrase is short; a long text is not worth looking at.
        guard text.utf8.count <= 80 else { return false }
        let words = words(of: text)
        return byLanguage.contains { language, phrases in
            let ignored = courtesies[language] ?? []
            let core = trim(words, ignored)
            return !core.isEmpty && phrases.contains(core.joined(separator: " "))
        }
    }

    /// True for a stop phrase that may as well mean what was done last: "cancel that".
    public static func mayTakeBack(_ text: String) -> Bool {
        isStopPhrase(text) && words(of: text).contains("that") && words(of: text).contains("cancel")
    }

    private static func words(of text: String) -> [Substring] {
        let plain = String(text.lowercased().map { $0 == "’" ? "'" : $0 })
        return plain.split { !($0.isLetter || $0.isNumber || $0 == "'") }
    }

    private static func trim(_ words: [Substring], _ ignored: Set<String>) -> ArraySlice<Substring> {
        var core = words[...]
        while let first = core.first, ignored.contains(String(first)) { core.removeFirst() }
        while let last = core.last, ignored.contains(String(last)) { core.removeLast() }
        return core
    }
}
