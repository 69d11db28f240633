// SPDX-License-Identifier: GPL-3.0-or-later
// Masks rude words in transcripts. Neural recognizers write them when they mishear harmless words ("open firefox"), so
// they are shown only if something else supports them, such as the user's own list of names. Pure.

import JarvisCore

enum OffensiveWords {
    /// Rude words; they match only as whole words, so that "class" and "Scunthorpe" don't.
    private static let words: Set = [
        "ass", "asses", "asshole", "assholes", "bastard", "bastards", "bitch", "bitches", "bullshit", "cock", "cocks",
        "cocksucker", "crap", "cum", "cunt", "cunts", "dick", "dicks", "dickhead", "faggot", "faggots", "motherfucker",
        "motherfuckers", "motherfucking", "nigga", "niggas", "nigger", "niggers", "pussy", "shit", "shits", "shitty",
        "shitting", "slut", "sluts", "tits", "twat", "wank", "wanker", "wankers", "whore", "whores",
    ]
    /// Every word that starts with this matches, too.
    private static let stem = "fuck"

    /// The words, with rude ones reduced to their first letter. Punctuation around them stays.
    /// - Parameter confirmed: Words that were certainly said, in lower case; called only if there is a rude one.
    static func masked(_ words: [String], unless confirmed: () -> Set<String> = { [] }) -> String {
        guard words.contains(where: isRude) else { return words.joined(separator: " ") }
        let confirmed = confirmed()
        return words.map { confirmed.contains($0.plainWord) ? $0 : masked($0) }.joined(separator: " ")
    }

    private static func isRude(_ word: String) -> Bool {
        let plain = word.plainWord
        return words.contains(plain) || plain.hasPrefix(stem)
    }

    private static func masked(_ word: String) -> String {
        guard isRude(word),
            let first = word.firstIndex(where: \.isLetter), let last = word.lastIndex(where: \.isLetter)
        else { return word }
        return word[...first] + "***" + word[word.index(after: last)...]
    }
}
