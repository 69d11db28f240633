// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisSpokenText
import Testing

struct SpokenWordsTests {
    @Test(arguments: [
        ("Set a timer for 10 minutes, please.", "set a timer for ten minutes please"),
        ("Wake me up at 7:30.", "wake me up at seven thirty"), ("At 7:05 a.m.", "at seven oh five a m"),
        ("At seven thirty a.", "at seven thirty a m"), ("It was a. And", "it was a and"),
        ("At 8:00 PM!", "at eight o'clock p m"), ("What is 15 × 3?", "what is fifteen times three"),
        ("The 21st and the 12th", "the twenty first and the twelfth"),
        ("50% of 3.5", "fifty percent of three point five"),
        ("It costs $20.", "it costs twenty dollars"), ("1,250 people", "one thousand two hundred fifty people"),
        ("Call 01803.", "call zero one eight zero three"), ("90210", "nine zero two one zero"),
        ("Add 15000 and 0.5", "add fifteen thousand and zero point five"),
        ("What’s twenty-five?", "what's twenty five"), ("Okay... now", "okay now"), ("", ""), ("?!", ""),
    ])
    func numbersBecomeWordsWithoutPunctuation(written: String, spoken: String) {
        #expect(SpokenWords.words(of: written).joined(separator: " ") == spoken)
    }

    @Test func unusualNumbersNeverTrap() {
        for text in [
            "9999999999999999999999", "1.2.3.4", "::", "$", "12:99", "½", "٣", "a1b2c3",
            String(repeating: "7", count: 400),
        ] {
            _ = SpokenWords.words(of: text)
        }
    }
}
