// SPDX-License-Identifier: GPL-3.0-or-later

@testable import JarvisCore
import Testing

struct WakePhraseTests {
    @Test(arguments: [
        ("a", 1), ("eye", 1), ("I", 1), ("hey", 2), ("go", 2), ("ok", 2), ("my", 2), ("you", 2), ("yes", 3),
        ("echo", 3),
        ("shh", 1), ("hello", 4), ("Siri", 4), ("max", 4), ("jarvis", 6), ("hey jarvis", 8), ("computer", 8),
        ("house", 3), ("the one", 4), ("R2-D2", 8), ("Zoë", 2), ("", 0), ("…", 0),
    ])
    func soundsAreCountedRoughly(phrase: String, count: Int) {
        #expect(WakePhrase.soundCount(phrase) == count)
    }

    @Test(arguments: ["a", "I", "hey", "ok"]) func tooShortPhrasesAreRejectedWithAdvice(phrase: String) throws {
        #expect(WakePhrase.fault(of: phrase) == .tooShort)
        let setting = try #require(SettingDescriptor.named("wake.phrase"))
        var settings = Settings()
        let refusal = #expect(throws: SettingError.self) { try setting.set(text: phrase, in: &settings) }
        #expect(refusal?.advice.contains("longer") == true)
        #expect(settings.speech.wakePhrase == Settings().speech.wakePhrase)
    }

    @Test func unknownLettersAreReported() {
        #expect(WakePhrase.fault(of: "Джарвис") == .unknownLetter("Д"))
        #expect(WakePhrase.fault(of: "jarvis 小") == .unknownLetter("小"))
        #expect(WakePhraseFault.unknownLetter("Д").advice(for: .window).contains("\"Д\""))
        #expect(WakePhrase.fault(of: "…") == .nothingToSay)
    }

    @Test(arguments: ["jarvis", "Hey Jarvis", "computer", "Zoë Müller", "Søren", "okay house", "R2-D2", "don't panic"])
    func usualPhrasesAreAccepted(phrase: String) throws {
        #expect(WakePhrase.fault(of: phrase) == nil)
        #expect(!WakePhrase.isShort(phrase))
    }

    @Test func shortPhrasesAreAcceptedWithAWarning() {
        for phrase in ["echo", "hello", "yes"] {
            #expect(WakePhrase.fault(of: phrase) == nil && WakePhrase.isShort(phrase))
        }
    }
}
