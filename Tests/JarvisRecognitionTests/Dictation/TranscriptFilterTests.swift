// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisSpeechTesting
import Testing

@testable import JarvisRecognition

struct TranscriptFilterTests {
    /// Silence, then sound that can pass for speech, at 16 kHz.
    private static func sound(seconds: Double) -> [Int16] {
        Sound.noise(seconds: 0.3 + seconds / 4, amplitude: 2).samples
            + Sound.noise(seconds: seconds, amplitude: 8_000).samples
    }

    private func filtered(_ text: String, seconds: Double = 2, isEnglish: Bool = true) -> String? {
        TranscriptFilter.words(of: text, in: Self.sound(seconds: seconds), isEnglish: isEnglish)?.joined(separator: " ")
    }

    @Test(arguments: ["You", "Thank you for watching.", "Mm.", "So", "", "  ", "…", "谢谢观看", "I'm sorry."])
    func hallucinatedTextIsDropped(text: String) {
        #expect(filtered(text) == nil)
    }

    @Test(arguments: ["You are right.", "Thank you.", "Stop.", "No, no, no!", "What's the tallest mountain?"])
    func plausibleSpeechIsKept(text: String) {
        #expect(filtered(text) == text)
    }

    @Test(arguments: [
        ("Go go go go go go", "Go"), ("I think so. I think so. I think so. I think so.", "I think so."),
        ("We will see we will see we will see then", "We will see then"),
        ("the end of the road is near the end of the rope is near", "the end of the road is near"),
    ])
    func repetitionsAreReducedToOne(text: String, once: String) {
        #expect(filtered(text, seconds: 6) == once)
    }

    @Test(arguments: [
        ("\"'Puddle milk on my list", "Puddle milk on my list"), ("He said \"stop\".", "He said stop."),
        ("“Read it,” please", "Read it, please"), ("It's the dogs' food", "It's the dogs' food"), ("\" Stop.", "Stop."),
    ])
    func quotationMarksAreRemoved(text: String, plain: String) {
        #expect(filtered(text) == plain)
    }

    /// Each would be rejected in English: more than seven words a second, like a hallucination, or not in Latin script.
    @Test(arguments: ["Поставь таймер", "Βάλε ξυπνητήρι", "设置一个十分钟的计时器", "タイマーを", "타이머 맞춰", "So"])
    func textInAnotherLanguageIsKept(text: String) {
        #expect(filtered(text, isEnglish: false) == text)
    }

    @Test func repetitionsAreReducedInAnyLanguage() {
        #expect(filtered("Спасибо спасибо спасибо спасибо спасибо", isEnglish: false) == "Спасибо")
    }

    @Test func moreWordsThanTheSoundCanHoldAreDropped() {
        #expect(filtered("one two three four five six seven eight nine ten eleven twelve", seconds: 0.4) == nil)
    }

    @Test func textForSilenceIsDropped() {
        #expect(
            TranscriptFilter.words(of: "Hello there.", in: [Int16](repeating: 0, count: 32_000), isEnglish: true) == nil
        )
    }
}
