// SPDX-License-Identifier: GPL-3.0-or-later
// Whole utterances that stop JARVIS; they are handled before any skill or model (SPEC M14).

/// The words that stop whatever is going on.
public enum StopPhrases {
    /// Phrases by language (ISO 639-1).
    public static let byLanguage: [String: [String]] = [
        "en": [
            "stop", "stop it", "stop talking", "cancel", "cancel that", "never mind", "nevermind", "forget it",
            "be quiet", "quiet", "shut up", "silence", "enough", "that's enough",
        ]
    ]

    /// Words at either end that change nothing.
    private static let courtesies: Set<String> = ["jarvis", "hey", "please", "ok", "okay", "now"]

    private static let all = Set(byLanguage.values.joined())

    /// True when the whole utterance is a stop phrase, politeness, case and punctuation aside.
    public static func isStopPhrase(_ text: String) -> Bool {
        // A long text is never one, and need not be taken apart to see it.
        guard text.utf8.count <= 80 else { return false }
        let cleaned = String(text.lowercased().map { $0.isLetter || $0 == "'" ? $0 : " " })
        var words = cleaned.split(separator: " ").map(String.init)[...]
        while let first = words.first, courtesies.contains(first) { words.removeFirst() }
        while let last = words.last, courtesies.contains(last) { words.removeLast() }
        return all.contains(words.joined(separator: " "))
    }
}
