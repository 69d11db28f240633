// SPDX-License-Identifier: GPL-3.0-or-later
// Rude words in transcripts. A neural recognizer writes them for harmless ones that it mishears ("open firefox"): they are
// shown only where something else speaks for them, such as the user's own list of names. Pure.

import JarvisCore

enum OffensiveWords {
    /// Whole words, so that "class" and "Scunthorpe" are not among them.
    private static let words: Set = [
        "ass", "asses", "asshole", "assholes", "bastard", "bastards", "bitch", "bitches", "bullshit", "cock", "cocks",
        "cocksucker", "crap", "cum", "cunt", "cunts", "dick", "dicks", "dickhead", "faggot", "faggots", "motherfucker",
        "motherfuckers", "motherfucking", "nigga", "niggas", "nigger", "niggers", "pussy", "shit", "shits", "shitty",
        "shitting", "slut", "sluts", "tits", "twat", "wank", "wanker", "wankers", "whore", "whores",
    ]
    /// What begins with this is one, too.
    private static let stem = "fuck"

    /// The words; of those that are rude, only the first letter. Marks around them stay.
    /// - Parameter confirmed: The words that were said for certain, in lower case; asked only where there is a rude one.
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
