// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import JarvisRecognition

struct WrittenFormsTests {
    private func forms(_ spoken: String, like heard: String = "") -> [String] {
        WrittenForms.forms(of: spoken.split(separator: " ").map(String.init), like: heard)
    }

    @Test(arguments: [
        ("what time is it", ["What time is it"]),
        ("set a timer for ten minutes", ["Set a timer for ten minutes", "Set a timer for 10 minutes"]),
        ("set an alarm for seven thirty a m", ["Set an alarm for seven thirty a.m", "Set an alarm for 7:30 a.m"]),
        (
            "what's twenty percent of fifty",
            [
                "What's twenty percent of fifty", "What's 20 percent of 50", "What's 20% of 50",
            ]
        ),
        (
            "how much is one hundred and five divided by eight",
            [
                "How much is one hundred and five divided by eight", "How much is 105 divided by 8",
            ]
        ),
        ("remind me in forty five minutes", ["Remind me in forty five minutes", "Remind me in 45 minutes"]),
        ("wake me at seven a m tomorrow", ["Wake me at seven a.m. tomorrow", "Wake me at 7 a.m. tomorrow"]),
        ("set an alarm for seven oh five", ["Set an alarm for seven oh five", "Set an alarm for 7:05"]),
        ("convert twenty point two five miles", ["Convert twenty point two five miles", "Convert 20.25 miles"]),
        ("what is the point", ["What is the point"]), ("oh seven", ["Oh seven", "Oh 7"]),
        ("a hundred and twenty euros", ["A hundred and twenty euros", "120 euros"]),
        ("two thousand three hundred", ["Two thousand three hundred", "2300"]),
        ("wake me up on monday", ["Wake me up on Monday"]), ("", [""]),
    ])
    func phrasesHaveAllTheirUsualSpellings(spoken: String, written: [String]) {
        #expect(forms(spoken) == written)
    }

    @Test func namesKeepTheirTranscribedCapitals() {
        #expect(forms("open inkscape now", like: "Open Inkscape, now.") == ["Open Inkscape now"])
        #expect(
            forms("open inkscape now", like: "Inkscape.") == ["Open inkscape now"],
            "a first word has its capital anyway")
    }

    @Test(arguments: [
        ("what is forty plus thirty", "What is 14 + 30?", "What is 40 + 30"),
        ("what is forty plus thirteen", "What's, 14+30?", nil),
        ("what is fourteen plus thirteen", "What is fourteen plus thirty?", "What is fourteen plus thirteen"),
        ("set an alarm for seven thirteen a m", "Set an alarm for 7:30 a.m.", "Set an alarm for 7:13 a.m"),
        ("what's twenty percent of fifteen", "What's 20% of 50.", "What's 20% of 15"),
        ("give me one hundred fifteen, please", "Give me 150, please.", nil),
        ("give me one hundred fifteen please", "Give me 150, please.", "Give me 115, please"),
        ("it costs fifteen dollars", "It costs $50!", "It costs $15"),
        ("set a timer for fifteen minutes", "Set the timer for 50 minutes.", nil),
    ])
    func onlyNumbersAreReplacedInATranscript(spoken: String, heard: String, written: String?) {
        #expect(WrittenForms.exchanged(spoken.split(separator: " ").map(String.init), in: heard) == written)
        if let written { #expect(forms(spoken, like: heard).contains(written)) }
    }

    @Test func unrelatedNumbersStaySeparate() {
        #expect(forms("one two three").last == "1 2 3")
        #expect(forms("twenty twelve").last == "20:12", "as a time")
        #expect(forms("thirty fourteen").last == "30 14")
    }
}
