// SPDX-License-Identifier: GPL-3.0-or-later
// Text in another language, spoken in the voice chosen for that language: real voices, distinguished by pitch.

import JarvisCore
import JarvisPlatform
import JarvisSpeechTesting
import JarvisTesting
import JarvisSpeechModels
import Synchronization
import Testing

@testable import JarvisSynthesis

@Suite(.serialized, .timeLimit(.minutes(5)))
struct LanguageVoiceTests {
    private static let german = "Der Hund und die Katze sind heute nicht im Haus."
    private static let english = "The dog and the cat are not in the house today."

    private final class Notices: Sendable {
        private let list = Mutex<[SynthesisFailure]>([])
        var all: [SynthesisFailure] { list.withLock { $0 } }
        func add(_ failure: SynthesisFailure) { list.withLock { $0.append(failure) } }
    }

    private func synthesizer(_ voices: [String: String], notices: Notices = Notices()) throws -> EmbeddedSynthesizer {
        EmbeddedSynthesizer(
            voices: NaturalVoices(folders: [Folder.parent(of: try TestVoice.model().folder)]),
            make: { NaturalSynthesizer($0, libraryFolder: TestVoice.libraryFolder) }, languageVoice: { voices[$0] },
            notice: { notices.add($0) })
    }

    private func tone(_ text: String, _ voice: String, with voices: [String: String] = [:]) async throws -> Double {
        try #require(try await synthesizer(voices).reading(of: text, Prosody(voice: voice)).tone)
    }

    @Test func textInAnotherLanguageGetsItsVoice() async throws {
        let usual = try await tone(Self.german, "en-us")
        let female = try await tone(Self.german, "de+f3")
        #expect(female > usual * 1.2, "the two can be told: \(usual) and \(female) Hz")
        let heard = try await tone(Self.german, "en-us", with: ["de": "de+f3"])
        #expect(abs(heard / female - 1) < 0.05, "\(heard) Hz instead of \(female)")
        let own = try await tone(Self.english, "en-us", with: ["de": "de+f3", "en": "en-us+f3"])
        let plain = try await tone(Self.english, "en-us")
        #expect(abs(own / plain - 1) < 0.05, "its own language stays the chosen voice's")
    }

    @Test func aNaturalVoiceReplacesARuleBasedOneForItsLanguage() async throws {
        let natural = try await tone(Self.english, "en-us/joe")
        let usual = try await tone(Self.english, "de+f3")
        #expect(abs(usual / natural - 1) > 0.2, "the two can be told: \(usual) and \(natural) Hz")
        let heard = try await tone(Self.english, "de+f3", with: ["en": "en-us/joe"])
        #expect(abs(heard / natural - 1) < 0.1, "\(heard) Hz instead of \(natural)")
    }

    @Test func aNaturalVoiceLeavesOtherLanguagesToTheirVoices() async throws {
        let notices = Notices()
        let synthesizer = try synthesizer(["de": "de+f3"], notices: notices)
        let female = try await tone(Self.german, "de+f3")
        let heard = try #require(
            try await synthesizer.reading(of: Self.german, Prosody(voice: "en-us/joe")).tone)
        #expect(abs(heard / female - 1) < 0.05, "\(heard) Hz instead of \(female)")
        #expect(notices.all.isEmpty)
    }

    @Test func missingLanguageVoiceIsReplacedAndReportedOnce() async throws {
        let notices = Notices()
        let synthesizer = try synthesizer(["de": "de+none", "en": "en-us/gone"], notices: notices)
        for _ in 0..<2 {
            let (sound, _) = try await synthesizer.sound(Self.german, Prosody(voice: "en-us"))
            #expect(sound.voicedSeconds > 0.5)
            let (other, _) = try await synthesizer.sound(Self.english, Prosody(voice: "de"))
            #expect(other.voicedSeconds > 0.5)
        }
        #expect(notices.all == [.voiceMissing("de+none"), .voiceMissing("en-us/gone")])
    }

    @Test func voiceForTheWrongLanguageIsNotUsed() async throws {
        let notices = Notices()
        let synthesizer = try synthesizer(["de": "en-us+f3"], notices: notices)
        let usual = try await tone(Self.german, "en-us")
        let heard = try #require(try await synthesizer.reading(of: Self.german, Prosody(voice: "en-us")).tone)
        #expect(abs(heard / usual - 1) < 0.05 && notices.all.isEmpty)
    }
}
