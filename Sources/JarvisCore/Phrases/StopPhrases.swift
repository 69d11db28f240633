// SPDX-License-Identifier: GPL-3.0-or-later
// Whole utterances that end a turn at once, ahead of any skill or model, even while JARVIS speaks.

/// "Stop", "cancel", "never mind" and the like, by language.
public enum StopPhrases {
    /// The phrases of every shipped language, by ISO 639-1 code; lower case, no punctuation.
    public static let byLanguage: [String: [String]] = [
        "en": [
            "stop", "stop it", "stop talking", "stop speaking", "cancel", "cancel that", "never mind", "nevermind",
            "be quiet", "quiet", "shut up", "enough", "that's enough", "forget it", "silence",
        ]
    ]

    /// Polite words around a phrase that do not change its meaning, by language.
    private static let courtesies: [String: Set<String>] = [
        "en": ["jarvis", "please", "hey", "ok", "okay", "now", "thanks"]
    ]

    /// Every phrase of every shipped language, for a recognizer.
    public static let all: [String] = byLanguage.sorted { $0.key < $1.key }.flatMap(\.value)

    /// True if `text` is only a stop phrase, with or without the assistant's name and polite words.
    public static func isStopPhrase(_ text: String) -> Bool {
        // Stop phrases are short, so skip long texts.
        guard text.utf8.count <= 80 else { return false }
        let words = words(of: text)
        return byLanguage.contains { language, phrases in
            let ignored = courtesies[language] ?? []
            let core = trim(words, ignored)
            return !core.isEmpty && phrases.contains(core.joined(separator: " "))
        }
    }

    /// True for a stop phrase that could also mean undo: "cancel that".
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
