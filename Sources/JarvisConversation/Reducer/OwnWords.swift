// SPDX-License-Identifier: GPL-3.0-or-later
// Checks what JARVIS itself is saying: a wake word detected at that moment is not the user's.

public import JarvisCore

/// Searches for a phrase in the part of a reply that is playing.
public enum OwnWords {
    /// About three seconds of speech in characters: the delay from speaker through room and microphone to the spotter.
    private static let charactersBefore = 48
    /// One more second, since the reported position may lag.
    private static let charactersAfter = 24

    /// True if all words of `phrase` occur together in the reply around `position`.
    public static func mention(_ phrase: String, in clauses: [String], near position: HeardPosition) -> Bool {
        let wanted = words(phrase)
        guard !wanted.isEmpty else { return false }
        let spoken = clauses.prefix(position.clause).reduce(0) { $0 + $1.count + 1 } + position.characters
        let text = clauses.joined(separator: " ")
        let window = text.prefix(spoken + charactersAfter).suffix(
            min(charactersBefore + charactersAfter, spoken + charactersAfter))
        let heard = words(window)
        guard heard.count >= wanted.count else { return false }
        return (0...(heard.count - wanted.count)).contains { start in
            zip(wanted, heard[start...]).allSatisfy { isForm($1, of: $0) }
        }
    }

    private static func words(_ text: some StringProtocol) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    /// "jarvis's", or a word cut off at the window's edge, sounds the same.
    private static func isForm(_ word: String, of wanted: String) -> Bool {
        word.hasPrefix(wanted) || (word.count >= 3 && (wanted.hasPrefix(word) || wanted.hasSuffix(word)))
    }
}
