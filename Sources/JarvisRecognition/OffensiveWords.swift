// SPDX-License-Identifier: GPL-3.0-or-later
// Rude words in transcripts. A neural recognizer writes them for harmless ones that it mishears ("open firefox"), and no
// second opinion is good enough to tell which was said. Pure.

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

    /// The word with all but its first letter replaced, where it is rude; marks around it stay.
    static func masked(_ word: String) -> String {
        let plain = word.plainWord
        guard words.contains(plain) || plain.hasPrefix(stem),
            let first = word.firstIndex(where: \.isLetter), let last = word.lastIndex(where: \.isLetter)
        else { return word }
        return word[...first] + "***" + word[word.index(after: last)...]
    }
}
