// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import JarvisUnderstanding

struct ImpossibleMomentTests {
    private func found(_ text: String) -> String? {
        let utterance = Utterance(text)
        return ImpossibleMoment.range(in: utterance.words).map(utterance.original)
    }

    @Test(arguments: [
        ("eat at 25 o'clock", "25 o'clock"), ("thirty five o'clock", "thirty five o'clock"),
        ("at 26:00 or so", "26:00"), ("at 13:75", "13:75"), ("february 30th", "february 30th"),
        ("the 31st of April", "31st of April"), ("on february thirtieth to pay", "february thirtieth"),
    ])
    func impossibleTimesAndDatesAreFound(text: String, moment: String) {
        #expect(found(text) == moment)
    }

    @Test(arguments: [
        "24 o'clock", "23:59", "at six thirty pm", "seven thirteen am", "at six oh five pm", "23 pm", "february 29th",
        "the 30th of April", "may I have 31 apples", "won 3:1", "chapter 25",
        "read psalm 51:10",
        "march 8", "25 people", "",
    ])
    func possibleTimesAndOtherNumbersAreIgnored(text: String) {
        #expect(found(text) == nil)
    }
}
