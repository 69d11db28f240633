// SPDX-License-Identifier: GPL-3.0-or-later
// The natural voice that comes with JARVIS: the real one, where scripts/speech-engine has installed it.

import Glibc
import JarvisCore
import JarvisPlatform
import JarvisSpeechTesting
import JarvisTesting
import JarvisSpeechModels
import Synchronization
import Testing

@testable import JarvisSynthesis

@Suite(.serialized, .timeLimit(.minutes(5)))
struct HeartVoiceTests {
    private let folder: TemporaryFolder
    private static let sentence =
        "The quick brown fox jumps over the lazy dog, and then it runs away into the long and rainy night."

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Time stands still, so that the lengths of phrases don't depend on how fast the machine is.
    private func synthesizer() throws -> NaturalSynthesizer {
        NaturalSynthesizer(
            NaturalVoice(try TestVoice.heart()), libraryFolder: TestVoice.libraryFolder, clock: ManualClock(),
            now: { 0 })
    }

    private func prosody(speed: Double = 1, pitch: Double = 0, volume: Double = 1) -> Prosody {
        Prosody(voice: Voice.standard, speed: speed, pitch: pitch, volume: volume)
    }

    @Test func theStandardVoiceIsTheOneThatComesWithJARVIS() throws {
        let voice = NaturalVoice(try TestVoice.heart()).voice
        #expect(voice.id == Voice.standard && voice.name == "Heart, female, natural" && voice.kind == .natural)
        #expect(voice.id == NaturalVoice.id(of: HibariVoice.description))
        #expect(voice.licence == "Apache-2.0" && Settings().voice == voice.id)
    }

    @Test func speedAndPitchAreApplied() async throws {
        let synthesizer = try synthesizer()
        let plain = try await synthesizer.reading(of: Self.sentence, prosody())
        #expect(plain.voicedSeconds > 3)
        for (speed, pitch) in [(0.5, 0.0), (2, 0), (1, -12), (1, 12), (1.5, -5), (2, -12), (0.5, 12)] {
            let changed = try await synthesizer.reading(of: Self.sentence, prosody(speed: speed, pitch: pitch))
            let heard = plain.voicedSeconds / changed.voicedSeconds
            #expect(abs(heard / speed - 1) < 0.15, "speed \(speed), pitch \(pitch): heard \(heard)")
            let interval = try 12 * log2(#require(changed.tone) / #require(plain.tone))
            #expect(abs(interval - pitch) < 1.5, "speed \(speed), pitch \(pitch): heard \(interval)")
        }
    }

    @Test func theSoundIsAsLoudAsOtherVoices() async throws {
        let (sound, _) = try await synthesizer().sound(Self.sentence, prosody())
        #expect(sound.rate == 24_000)
        let peak = sound.samples.map { abs(Int($0)) }.max() ?? 0
        #expect(peak > 8_000 && peak < 32_767)
        let (silent, _) = try await synthesizer().sound(Self.sentence, prosody(volume: 0))
        #expect(silent.samples.allSatisfy { $0 == 0 })
    }

    @Test func wordsPointIntoTheWrittenTextInOrder() async throws {
        let clause = "It is **42 °C** in the [old town](https://example.org) 🎉 today, Dr. Müller says: 日本."
        let (sound, words) = try await synthesizer().sound(clause, prosody())
        let characters = Array(clause)
        let spoken = words.map { String(characters[$0.startCharacter..<$0.endCharacter]) }
        #expect(spoken.first == "It" && spoken.contains("42") && spoken.contains("town") && spoken.contains("Müller"))
        #expect(zip(words, words.dropFirst()).allSatisfy { $0.endCharacter <= $1.startCharacter })
        #expect(zip(words, words.dropFirst()).allSatisfy { $0.sampleOffset <= $1.sampleOffset })
        #expect(words.allSatisfy { $0.sampleOffset <= sound.samples.count })
    }

    @Test(arguments: ["** ** ~~", "", "…", "\u{0}\u{1}", "  \n "])
    func textWithoutWordsIsSilentWithoutAnError(text: String) async throws {
        let (sound, words) = try await synthesizer().sound(text, prosody())
        #expect(words.isEmpty && sound.voicedSeconds == 0)
    }

    @Test(arguments: [
        String(repeating: "many words without any mark ", count: 60), String(repeating: "語", count: 80),
        String(repeating: "a", count: 900), "12345678901234567890 and 3.14159265358979",
        "Llanfairpwllgwyngyllgogerychwyrndrobwll",
        "Привет, мир! שלום नमस्ते", "ʘǁǂ ʢʡ ɧ ꜛ", "!!! ??? ,,, ;;; — — (((",
    ])
    func unusualTextsAreSpokenOrSilent(text: String) async throws {
        for speed in [0.5, 2] {
            let (sound, words) = try await synthesizer().sound(text, prosody(speed: speed, pitch: 24 * (speed - 1)))
            #expect(words.allSatisfy { $0.endCharacter <= text.count && $0.sampleOffset <= sound.samples.count })
            if text.contains("words") { #expect(sound.voicedSeconds > 20) }
        }
    }

    @Test func stoppedSpeechMakesRoomForTheNextClause() async throws {
        let synthesizer = try synthesizer()
        let long = String(repeating: Self.sentence + " ", count: 60)
        for try await _ in synthesizer.synthesize(long, prosody: prosody()) { break }
        let (sound, _) = try await synthesizer.sound("Ready.", prosody())
        #expect(sound.voicedSeconds > 0.1)
    }

    @Test func twoClausesAtOnceAreBothSpoken() async throws {
        let synthesizer = try synthesizer()
        async let first = synthesizer.reading(of: Self.sentence, prosody())
        async let second = synthesizer.reading(of: Self.sentence, prosody(speed: 2))
        let (slow, fast) = try await (first, second)
        #expect(slow.voicedSeconds > 1.5 * fast.voicedSeconds && fast.voicedSeconds > 1)
    }

    private func embedded(_ folders: [String], _ notices: Notices) -> EmbeddedSynthesizer {
        EmbeddedSynthesizer(
            voices: NaturalVoices(folders: folders),
            make: { NaturalSynthesizer($0, libraryFolder: TestVoice.libraryFolder, clock: ManualClock()) },
            notice: { notices.add($0) })
    }

    private final class Notices: Sendable {
        private let list = Mutex<[SynthesisFailure]>([])
        var all: [SynthesisFailure] { list.withLock { $0 } }
        func add(_ failure: SynthesisFailure) { list.withLock { $0.append(failure) } }
    }

    @Test func espeakSpeaksQuietlyWhereTheStandardVoiceIsMissing() async throws {
        let notices = Notices()
        let (sound, words) = try await embedded([folder.path], notices).sound("Hello again.", prosody())
        #expect(sound.voicedSeconds > 0.1 && words.last?.endCharacter == 11 && notices.all.isEmpty)
        let (same, _) = try await ESpeakSynthesizer().sound("Hello again.", Prosody(voice: Voice.basic))
        #expect(sound.rate == same.rate)
    }

    @Test func aDamagedStandardVoiceIsReplacedAndReported() async throws {
        let notices = Notices()
        let made = folder.path + "/heart-en-us"
        try Folder.create(made)
        let model = try TestVoice.heart()
        for name in ["tokens.txt", "voice.json"] {
            try AtomicFile.write(made + "/" + name, try WholeFile.bytes(model.folder + "/" + name))
        }
        try AtomicFile.write(made + "/model.onnx", Array(try WholeFile.bytes(model.model).prefix(100_000)))
        let (sound, _) = try await embedded([folder.path], notices).sound("Hello.", prosody())
        #expect(sound.voicedSeconds > 0.1)
        let reason = "model.onnx isn't a complete ONNX model"
        #expect(notices.all == [.speechModel(.voiceUnusable(folder: made, reason: reason))])
        let text = try #require(notices.all.first).explained(to: .commandLine)
        #expect(text.whatHappened == "The voice in \(made) doesn't work: \(reason).")
    }

    /// Bytes changed within the file: the runtime refuses it, or computes nonsense, but the process lives on.
    @Test func changedBytesDoNotEndTheProcess() async throws {
        let result = await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let model = try TestVoice.heart()
            let whole = try WholeFile.bytes(model.model)
            for name in ["tokens.txt", "voice.json"] {
                try AtomicFile.write(folder.path + "/" + name, try WholeFile.bytes(model.folder + "/" + name))
            }
            for seed in 0..<6 {
                var generator = SeededGenerator(seed: UInt64(seed))
                var bytes = whole
                for _ in 0..<(1 << (2 * seed)) {
                    bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(
                        in: 0...255, using: &generator)
                }
                try AtomicFile.write(folder.path + "/model.onnx", bytes)
                guard let damaged = try? VoiceModel(folder: folder.path) else { continue }
                let synthesizer = NaturalSynthesizer(
                    NaturalVoice(damaged), libraryFolder: TestVoice.libraryFolder, clock: ManualClock())
                do {
                    for try await piece in synthesizer.synthesize(
                        "It is ten past eight.", prosody: Prosody(voice: Voice.standard))
                    {
                        _ = piece.samples.count
                    }
                } catch is SynthesisFailure {}
            }
        }
        _ = result
    }
}
