// SPDX-License-Identifier: GPL-3.0-or-later
// What JARVIS itself is saying just now: a wake word heard in that moment is not the user's.

public import JarvisCore

/// Looks for a phrase in the part of a reply that is being heard.
public enum OwnWords {
    /// Characters that are heard in about three seconds: a sound takes its time through speaker, room, microphone and
    /// spotter.
    private static let charactersBefore = 48
    /// The next second: the heard position may lag.
    private static let charactersAfter = 24

    /// True when all words of `phrase` stand together in the part of the reply around `position`.
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

    /// "jarvis's" and a word cut by the window's edge sound alike.
    private static func isForm(_ word: String, of wanted: String) -> Bool {
        word.hasPrefix(wanted) || (word.count >= 3 && (wanted.hasPrefix(word) || wanted.hasSuffix(word)))
    }
}
