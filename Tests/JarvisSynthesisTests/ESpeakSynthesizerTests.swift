// SPDX-License-Identifier: GPL-3.0-or-later
// The real library's speech, measured.

import Glibc
import JarvisCore
import JarvisSpeechTesting
import Testing

@testable import JarvisSynthesis

@Suite(.timeLimit(.minutes(10)))
struct ESpeakSynthesizerTests {
    private let synthesizer = ESpeakSynthesizer()
    private static let sentence =
        "The quick brown fox jumps over the lazy dog, and then it runs away into the long and rainy night."

    @Test(arguments: [-12.0, -7, -3, 3, 8, 12])
    func pitchShiftsByTheGivenSemitones(pitch: Double) async throws {
        for voice in ["en-us", "en-us+f3", "de"] {
            let plain = try await synthesizer.reading(of: Self.sentence, Prosody(voice: voice))
            let shifted = try await synthesizer.reading(of: Self.sentence, Prosody(voice: voice, pitch: pitch))
            let heard = try 12 * log2(#require(shifted.tone) / #require(plain.tone))
            #expect(abs(heard - pitch) < 0.5, "\(voice): wanted \(pitch) semitones, heard \(heard)")
            let stretch = shifted.voicedSeconds / plain.voicedSeconds
            #expect(abs(stretch - 1) < 0.05, "\(voice): pitch changes the speed by \(stretch)")
        }
    }

    @Test(arguments: [0.5, 0.75, 1.25, 1.5, 2.0], [-12.0, 0, 6])
    func speedScalesTheDuration(speed: Double, pitch: Double) async throws {
        // Twice the sentence, to reduce the effect of the pitch filter's tail.
        let text = Self.sentence + " " + Self.sentence
        for voice in ["en-us", "de"] {
            let plain = try await synthesizer.reading(of: text, Prosody(voice: voice))
            let changed = try await synthesizer.reading(
                of: text, Prosody(voice: voice, speed: speed, pitch: pitch))
            let heard = plain.voicedSeconds / changed.voicedSeconds
            #expect(abs(heard / speed - 1) < 0.05, "\(voice): wanted \(speed), heard \(heard)")
        }
    }

    @Test func textInAnotherLanguageGetsAMatchingVoice() async throws {
        let german = "Das Wetter wird heute schön, und der Wecker ist gestellt."
        let (own, _) = try await synthesizer.sound(german, Prosody(voice: "de"))
        let (picked, _) = try await synthesizer.sound(german, Prosody(voice: "en-us"))
        // Two readings by one voice differ by up to 2 % in length, depending on earlier speech; the English voice takes
        // 10 % longer.
        let length = Double(picked.samples.count) / Double(own.samples.count)
        #expect(abs(length - 1) < 0.04, "\(length)")
        let english = "The weather will be fine today, and the alarm is set."
        let (plain, _) = try await synthesizer.sound(english, Prosody(voice: "en-us"))
        let (other, _) = try await synthesizer.sound(english, Prosody(voice: "en-us+f3"))
        #expect(plain.samples != other.samples, "a variant of the right language stays")
    }

    @Test func volumeScalesTheSoundWithoutClipping() async throws {
        let (loud, _) = try await synthesizer.sound(Self.sentence)
        let (soft, _) = try await synthesizer.sound(Self.sentence, Prosody(voice: "en-us", volume: 0.5))
        let (silent, _) = try await synthesizer.sound(Self.sentence, Prosody(voice: "en-us", volume: 0))
        let peaks = [loud, soft, silent].map { $0.samples.map { abs(Int($0)) }.max() ?? 0 }
        #expect(peaks[0] < 32_767 && peaks[0] > 5_000)
        #expect(abs(Double(peaks[1]) / Double(peaks[0]) - 0.5) < 0.1)
        #expect(peaks[2] < 50)
    }

    @Test func soundArrivesInShortPieces() async throws {
        var lengths: [Double] = []
        for try await piece in synthesizer.synthesize(Self.sentence, prosody: Prosody(voice: "en-us")) {
            lengths.append(Double(piece.samples.count) / Double(piece.sampleRateHertz))
        }
        #expect(lengths.count > 20)
        #expect(lengths.allSatisfy { $0 <= 0.1 })
    }

    @Test func wordsPointIntoTheWrittenText() async throws {
        let clause = "It is **42 °C** in the [old town](https://example.org) 🎉 today."
        let (sound, words) = try await synthesizer.sound(clause)
        let characters = Array(clause)
        let spoken = words.map { String(characters[$0.startCharacter..<$0.endCharacter]) }
        #expect(spoken.first == "It")
        #expect(spoken.contains("42") && spoken.contains("°C") && spoken.contains("town"))
        #expect(spoken.last == "today")
        #expect(zip(words, words.dropFirst()).allSatisfy { $0.endCharacter <= $1.startCharacter })
        #expect(zip(words, words.dropFirst()).allSatisfy { $0.sampleOffset <= $1.sampleOffset })
        #expect(words.allSatisfy { $0.sampleOffset <= sound.samples.count })
    }

    @Test func wordsThatTheLibraryJoinsAreReportedSeparately() async throws {
        let clause = "The cat came from the house of the man."
        let (_, words) = try await synthesizer.sound(clause)
        let characters = Array(clause)
        let covered = words.map { String(characters[$0.startCharacter..<$0.endCharacter]) }.joined(separator: " ")
        #expect(covered == "The cat came from the house of the man")
    }

    @Test func synthesizerIsReadyAfterACancelledIteration() async throws {
        let long = String(repeating: Self.sentence + " ", count: 60)
        for try await _ in synthesizer.synthesize(long, prosody: Prosody(voice: "en-us")) { break }
        let (sound, _) = try await synthesizer.sound("Ready.")
        #expect(sound.voicedSeconds > 0.1)
    }

    @Test func fiftyAbandonedIterationsEndCleanly() async throws {
        for round in 0..<50 {
            var pieces = 0
            for try await _ in synthesizer.synthesize(Self.sentence, prosody: Prosody(voice: "en-gb")) {
                pieces += 1
                if pieces > round % 4 { break }
            }
            #expect(pieces >= 1)
        }
    }

    @Test func emptyTextIsSilentWithoutAnError() async throws {
        let (sound, words) = try await synthesizer.sound("** ** ~~")
        #expect(words.isEmpty)
        #expect(sound.voicedSeconds == 0)
    }

    @Test(arguments: ["xx-unknown", "en-us+nobody", "", "mb/mb-en1"])
    func unknownVoicesAreNamedInTheError(voice: String) async {
        await #expect(throws: SynthesisFailure.voiceMissing(voice)) {
            _ = try await synthesizer.sound("Hello.", Prosody(voice: voice))
        }
    }

    @Test func missingDataIsReportedWithoutEndingTheProcess() async throws {
        let homeless = ESpeakSynthesizer(dataDirectory: "/nonexistent/espeak")
        let error = await #expect(throws: SynthesisFailure.self) { _ = try await homeless.voices() }
        guard case .engineUnavailable(let reason) = error else {
            Issue.record("unexpected error \(String(describing: error))")
            return
        }
        #expect(reason.contains("/nonexistent/espeak"))
        let (sound, _) = try await synthesizer.sound("Still here.")
        #expect(sound.voicedSeconds > 0.1)
    }

    @Test func englishVoicesComeFirstAndMissingMBROLAIsOmitted() async throws {
        let voices = try await synthesizer.voices()
        #expect(voices.first?.id == "en-us")
        #expect(voices.contains { $0.id == "en-us+f3" && $0.name == "English (America), female 3" })
        #expect(voices.contains { $0.id == "de" })
        #expect(Set(voices.map(\.id)).count == voices.count)
        #expect(!voices.contains { $0.id.hasPrefix("mb/") } || access("/usr/share/mbrola", F_OK) == 0)
        let firstOther = try #require(voices.firstIndex { !$0.languages.contains { $0.hasPrefix("en") } })
        #expect(!voices[firstOther...].contains { $0.languages.contains("en") })
        for voice in voices.prefix(12) {
            let (sound, _) = try await synthesizer.sound("Hello.", Prosody(voice: voice.id))
            #expect(sound.voicedSeconds > 0.1, "\(voice.id) is silent")
        }
    }
}
