// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import JarvisSpeechModels

struct SpokenLanguageTests {
    @Test(arguments: [("de_AT.UTF-8", "de"), ("en-US", "en"), ("nb", "no"), ("yue", "yue"), ("", ""), ("C", "c")])
    func languageTagsAreReducedToACode(tag: String, code: String) {
        #expect(SpokenLanguage.code(tag) == code)
    }

    /// The library ends the process if given a language it doesn't know.
    @Test func aModelIsGivenOnlyLanguagesItKnows() {
        var whisper = SpeechModelFiles(family: .whisper, paths: [:])
        whisper.metadata = ["is_multilingual": "1", "all_language_codes": "en,de,zh"]
        #expect(whisper.told("de-AT") == "de" && whisper.told("tlh") == nil && whisper.told("") == nil)
        whisper.metadata["is_multilingual"] = "0"
        #expect(whisper.told("en") == nil)
        let sense = SpeechModelFiles(family: .senseVoice, paths: [:])
        #expect(sense.told("ja") == "ja" && sense.told("de") == nil)
        #expect(SpeechModelFiles(family: .nemoTransducer, paths: [:]).told("en") == nil)
    }
}
