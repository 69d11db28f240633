// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import JarvisRecognition

struct OffensiveWordsTests {
    @Test(arguments: [
        ("fucking", "f***"), ("SHIT?", "S***?"), ("Bullshit,", "B***,"), ("“Cunt”", "“C***”"),
        ("Scunthorpe", "Scunthorpe"), ("class", "class"), ("...", "..."), ("", ""),
    ])
    func rudeWordsAreMasked(word: String, shown: String) {
        #expect(OffensiveWords.masked([word]) == shown)
    }

    @Test func confirmedWordsAreNotMasked() {
        let words = ["Remind", "me", "to", "call", "Dick,", "that", "cock."]
        #expect(OffensiveWords.masked(words) == "Remind me to call D***, that c***.")
        #expect(OffensiveWords.masked(words, unless: { ["dick"] }) == "Remind me to call Dick, that c***.")
    }
}
