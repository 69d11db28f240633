// SPDX-License-Identifier: GPL-3.0-or-later
// Checks how features of languages are taken from texts, whatever the script.

import JarvisUnderstanding
import Testing

struct LanguageRecognizerTests {
    @Test func wordsAreTakenWithTheirLettersAndGroups() {
        #expect(
            LanguageRecognizer.features(of: "Ça va?") == [
                "w:ça", "w:va", "b:1", "c:ç", "c:a", "c:v", "g:^ç", "g:ça", "g:a$", "g:^ça", "g:ça$", "g:^ça$", "g:^v",
                "g:va",
                "g:^va", "g:va$", "g:^va$",
            ])
    }

    @Test(arguments: ["", "12:30", "…!?"]) func textsWithoutLettersHaveNoFeatures(text: String) {
        #expect(LanguageRecognizer.features(of: text).isEmpty)
    }

    @Test func lettersWithMarksCountAsOne() {
        #expect(LanguageRecognizer.features(of: "नमस्ते").contains("w:नमस्ते"))
    }

    @Test func longTextsCostNoMoreThanTheirBeginning() {
        let long = String(repeating: "wie spät ist es ", count: 10_000)
        #expect(LanguageRecognizer.features(of: long).count < 100)
    }

    @Test func damagedWeightsAreRejected() {
        #expect(throws: IntentWeightsError.notWeights) { try LanguageRecognizer(bytes: Array("JVI".utf8)) }
    }
}
