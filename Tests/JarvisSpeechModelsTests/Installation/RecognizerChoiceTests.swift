// SPDX-License-Identifier: GPL-3.0-or-later
// Choosing an installed model for the user's language.

import JarvisCore
import JarvisPlatform
@testable import JarvisSpeechModels
import Testing

struct RecognizerChoiceTests {
    private let fixture: ModelsFixture

    init() throws {
        fixture = try ModelsFixture()
    }

    private func install(_ id: String, language: String? = nil, _ files: [String: [UInt8]]? = nil) async throws {
        let folder = fixture.path + "/source-" + id
        try Folder.create(folder)
        try SampleModels.write(files ?? SampleModels.moonshine, to: folder)
        _ = try await fixture.installer().install(.folder(path: folder), as: id, language: language)
    }

    private func choice(_ language: String? = nil, model: String? = nil, desktop: String = "en") -> RecognizerChoice {
        var speech = SpeechSettings()
        if let language { speech.recognitionLanguage = language }
        if let model { speech.recognitionModel = model }
        return fixture.models.choice(speech, desktopLanguage: desktop)
    }

    @Test func aModelOfTheUsersLanguageIsChosen() async throws {
        try await install("own", language: "de")
        #expect(choice(desktop: "de") == RecognizerChoice(id: "own", language: "de"))
        #expect(choice("de-AT") == RecognizerChoice(id: "own", language: "de"))
        #expect(choice("en-GB", desktop: "de") == RecognizerChoice(id: RecognizerChoice.packaged, language: "en"))
        #expect(
            choice("", desktop: "de") == RecognizerChoice(id: RecognizerChoice.packaged, language: "en"), "any language"
        )
    }

    @Test func withoutAModelOfTheLanguageEnglishIsUsedAndReported() async throws {
        try await install("own", language: "de")
        #expect(choice("fr") == RecognizerChoice(id: RecognizerChoice.packaged, language: "en", unheardLanguage: "fr"))
    }

    /// Whisper must be given the language; it isn't chosen for one that it doesn't list.
    @Test func aMultilingualModelUsesTheUsersLanguage() async throws {
        let described = ["is_multilingual": "1", "all_language_codes": "en,fr,de"]
        try await install(
            "whisper-tiny",
            [
                "tiny-encoder.onnx": SampleModels.network(described), "tiny-decoder.onnx": SampleModels.network(),
                "tiny-tokens.txt": Array("IQ== 0\n".utf8),
            ])
        #expect(fixture.models["whisper-tiny"]?.record.language == "")
        #expect(choice("fr") == RecognizerChoice(id: "whisper-tiny", language: "fr"))
        #expect(choice("tlh").unheardLanguage == "tlh")
        #expect(choice(model: "whisper-tiny") == RecognizerChoice(id: "whisper-tiny", language: "en"))
        #expect(choice("", model: "whisper-tiny") == RecognizerChoice(id: "whisper-tiny", language: ""))
    }

    @Test func aChosenModelUsesItsOwnLanguage() async throws {
        try await install("own", language: "de")
        #expect(choice("fr", model: "own") == RecognizerChoice(id: "own", language: "de"))
        #expect(choice(model: "gone") == RecognizerChoice(id: "gone", language: "en"))
    }

    @Test(arguments: [
        ("whisper-tiny.en", "", "en"), ("vits-piper-de_de-thorsten-medium", "", "de"), ("whisper-base", "", ""),
        ("nemo-transducer-giga-am-russian-2024-10-24", "", "ru"), ("zipformer-vi-int8-2025-04-20", "", "vi"),
        ("sense-voice-zh-en-ja-ko-yue-2024-07-17", "", ""), ("my-own-model", "", ""),
        ("vits-piper-no_no-talesyntese", "", "no"),
        ("nemo-ctc-be-de-en-es-fr-hr-it-pl-ru-uk-20k", "", ""), ("zipformer-thai-2024-06-20", "", "th"),
        ("zipformer-cantonese-2024-03-13", "", "yue"), ("amy", "English", "en"), ("x", "el", "el"),
        ("x", "Greek", "el"),
        ("x", "uk", "uk"), ("x-de", "multilingual", "de"),
    ])
    func theLanguageIsGuessedFromNameAndMetadata(id: String, stated: String, code: String) {
        #expect(ModelLanguage.guess(id, stated.isEmpty ? [:] : ["language": stated]) == code)
    }
}
