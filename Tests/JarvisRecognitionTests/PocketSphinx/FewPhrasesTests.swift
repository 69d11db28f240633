// SPDX-License-Identifier: GPL-3.0-or-later
// A recognizer with a few short phrases, as in the setup, recognizes them in several voices and ignores other speech.

import JarvisCore
@testable import JarvisRecognition
import JarvisPlatform
import JarvisSpeechTesting
import JarvisSpeechModels
import Testing

@testable import JarvisSynthesis

@Suite(.serialized, .timeLimit(.minutes(5)))
struct FewPhrasesTests {
    private static let phrases = [
        "next", "next page", "continue", "go on", "back", "go back", "skip", "skip this", "skip all", "this one",
        "take this one", "this voice", "another one", "another voice", "next voice", "previous voice", "slower",
        "speak slower", "faster", "higher", "lower", "deeper", "again", "say it again",
    ]

    /// As in the setup: the small grammar, with the bundled speech model.
    private static func make() throws -> PocketSphinxRecognizer {
        let resources = ResourceLocator.standard()
        let model = RecognizerModel(folder: resources.speechModelFolder("moonshine-tiny-en"))
        return PocketSphinxRecognizer(
            model: .installed, patterns: try phrases.map { try UtterancePattern($0) },
            dictation: FallbackDictation(
                MoonshineDictation(model: model, libraryFolder: resources.speechLibraryFolder),
                fallback: PocketSphinxDictation(model: .installed), notice: { _ in }))
    }

    /// Any engine misses some synthetic single words.
    @Test func mostPhrasesAreRecognizedInThreeVoices() async throws {
        let recognizer = try Self.make()
        let synthesizer = ESpeakSynthesizer()
        var wrong: [String] = []
        let said = ["next", "skip", "this one", "slower", "faster", "go back", "another voice", "again", "skip all"]
        for voice in ["en-us", "en-gb", "en-us+f3"] {
            for phrase in said {
                let samples = try await Speaker.say(phrase, voice: voice, synthesizer: synthesizer)
                let heard = try await recognizer.transcribe(samples: samples)
                if heard?.text != phrase { wrong.append("\(voice): \(phrase) -> \(heard?.text ?? "-")") }
            }
        }
        #expect(wrong.count <= said.count, "\(wrong)")
    }

    @Test func otherSpeechIsNotTakenForAPhrase() async throws {
        let recognizer = try Self.make()
        let synthesizer = ESpeakSynthesizer()
        for sentence in ["the weather is nice today", "i would like to have a cup of tea", "who is that over there"] {
            let samples = try await Speaker.say(sentence, voice: "en-us", synthesizer: synthesizer)
            let heard = try await recognizer.transcribe(samples: samples)
            #expect(heard?.search != .grammar, "\(sentence) -> \(heard?.text ?? "-")")
        }
    }
}
