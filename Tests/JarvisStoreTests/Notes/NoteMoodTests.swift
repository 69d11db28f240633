// SPDX-License-Identifier: GPL-3.0-or-later
// The mood of a note, judged by its words.

import Testing

@testable import JarvisStore

struct NoteMoodTests {
    @Test(
        arguments: [
            ("buy milk", .neutral), ("", .neutral), ("What a wonderful day", .positive), ("I am so tired", .negative),
            ("I'm not happy with the wall", .negative), ("that wasn’t bad", .positive),
            ("I don't hate it", .positive), ("good and bad", .neutral), ("It was great but I am very tired", .neutral),
            ("It was great, the food was delicious and only the bill was wrong", .positive),
            ("Nothing went wrong and everybody laughed", .positive),
            ("HORRIBLE weather, everything is broken", .negative), ("the goodwill shop", .neutral),
        ] as [(String, NoteMood)])
    func theMoodFollowsTheWords(note: String, mood: NoteMood) {
        #expect(NoteMood(note) == mood)
    }
}
