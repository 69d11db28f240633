// SPDX-License-Identifier: GPL-3.0-or-later
// The real neural voice, measured, and the voice that replaces it on failure.

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
struct NaturalSynthesizerTests {
    private let folder: TemporaryFolder
    private let clock = ManualClock()
    private static let sentence =
        "The quick brown fox jumps over the lazy dog, and then it runs away into the long and rainy night."

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Time stands still, so that the lengths of phrases don't depend on how fast the machine is.
    private func synthesizer() throws -> NaturalSynthesizer {
        NaturalSynthesizer(
            NaturalVoice(try TestVoice.model()), libraryFolder: TestVoice.libraryFolder, clock: clock, now: { 0 })
    }

    private func prosody(speed: Double = 1, pitch: Double = 0, volume: Double = 1) -> Prosody {
        Prosody(voice: "en-us/joe", speed: speed, pitch: pitch, volume: volume)
    }

    @Test func speedAndPitchAreApplied() async throws {
        let synthesizer = try synthesizer()
        let plain = try await synthesizer.reading(of: Self.sentence, prosody())
        for (speed, pitch) in [(0.5, 0.0), (2, 0), (1, -12), (1, 12), (1.5, -5)] {
            let changed = try await synthesizer.reading(of: Self.sentence, prosody(speed: speed, pitch: pitch))
            let heard = plain.voicedSeconds / changed.voicedSeconds
            // The network varies its durations; the benchmark measures the average.
            #expect(abs(heard / speed - 1) < 0.2, "speed \(speed), pitch \(pitch): heard \(heard)")
            let interval = try 12 * log2(#require(changed.tone) / #require(plain.tone))
            #expect(abs(interval - pitch) < 1.5, "speed \(speed), pitch \(pitch): heard \(interval)")
        }
    }

    @Test func volumeScalesTheSoundWithoutClipping() async throws {
        let synthesizer = try synthesizer()
        let (loud, _) = try await synthesizer.sound(Self.sentence, prosody())
        let (silent, _) = try await synthesizer.sound(Self.sentence, prosody(volume: 0))
        let peak = loud.samples.map { abs(Int($0)) }.max() ?? 0
        #expect(peak > 8_000 && peak < 32_767)
        #expect(silent.samples.allSatisfy { $0 == 0 })
    }

    @Test func wordsPointIntoTheWrittenText() async throws {
        let clause = "It is **42 °C** in the [old town](https://example.org) 🎉 today."
        let (sound, words) = try await synthesizer().sound(clause, prosody())
        let characters = Array(clause)
        let spoken = words.map { String(characters[$0.startCharacter..<$0.endCharacter]) }
        #expect(spoken.first == "It" && spoken.last == "today")
        #expect(spoken.contains("42") && spoken.contains("°C") && spoken.contains("town"))
        #expect(zip(words, words.dropFirst()).allSatisfy { $0.endCharacter <= $1.startCharacter })
        #expect(zip(words, words.dropFirst()).allSatisfy { $0.sampleOffset <= $1.sampleOffset })
        #expect(words.allSatisfy { $0.sampleOffset <= sound.samples.count })
    }

    @Test func firstPieceIsShortAndPiecesJoinWithoutGaps() async throws {
        var pieces: [SynthesizedAudio] = []
        for try await piece in try synthesizer().synthesize(Self.sentence, prosody: prosody()) { pieces.append(piece) }
        #expect(pieces.count > 1)
        let lengths = pieces.map { Double($0.samples.count) / Double($0.sampleRateHertz) }
        #expect(lengths[0] < 2.5)
        // The silence between phrases is at most that of a comma.
        for piece in pieces.dropLast() where !piece.samples.isEmpty {
            let silent = piece.samples.reversed().prefix { abs(Int($0)) < 60 }.count
            #expect(Double(silent) / Double(piece.sampleRateHertz) < 0.2)
        }
    }

    @Test func synthesizerIsReadyAfterACancelledIteration() async throws {
        let synthesizer = try synthesizer()
        let long = String(repeating: Self.sentence + " ", count: 60)
        for try await _ in synthesizer.synthesize(long, prosody: prosody()) { break }
        let (sound, _) = try await synthesizer.sound("Ready.", prosody())
        #expect(sound.voicedSeconds > 0.1)
    }

    @Test func emptyTextIsSilentWithoutAnError() async throws {
        for text in ["** ** ~~", "", "…", "\u{0}\u{1}"] {
            let (sound, words) = try await synthesizer().sound(text, prosody())
            #expect(words.isEmpty && sound.voicedSeconds == 0)
        }
    }

    @Test func idleVoiceIsUnloadedAndReloaded() async throws {
        let synthesizer = try synthesizer()
        synthesizer.warmUp(voice: "en-us/joe")
        #expect(await synthesizer.isLoaded())
        await yieldUntil { clock.sleeperCount > 0 }
        clock.advance(by: .seconds(301))
        await yieldUntil { await !synthesizer.isLoaded() }
        let (sound, _) = try await synthesizer.sound("Again.", prosody())
        #expect(sound.voicedSeconds > 0.1)
    }

    private func embedded(
        _ folders: [String], library: String = TestVoice.libraryFolder, notices: Notices
    ) -> EmbeddedSynthesizer {
        EmbeddedSynthesizer(
            voices: NaturalVoices(folders: folders),
            make: { [clock] in NaturalSynthesizer($0, libraryFolder: library, clock: clock) },
            notice: { notices.add($0) })
    }

    private final class Notices: Sendable {
        private let list = Mutex<[SynthesisFailure]>([])
        var all: [SynthesisFailure] { list.withLock { $0 } }
        func add(_ failure: SynthesisFailure) { list.withLock { $0.append(failure) } }
    }

    @Test func allKindsOfVoicesAreInOneList() async throws {
        let notices = Notices()
        let synthesizer = embedded([Folder.parent(of: try TestVoice.model().folder), folder.path], notices: notices)
        let voices = try await synthesizer.voices()
        let natural = try #require(voices.first { $0.kind == .natural })
        #expect(natural.id == "en-us/joe" && natural.licence == "CC0" && natural.languages == ["en-us"])
        #expect((natural.byteCount ?? 0) > 60_000_000)
        #expect(voices.contains { $0.id == "en-us" && $0.kind == .espeak })
        #expect(Set(voices.map(\.id)).count == voices.count)
        let (sound, _) = try await synthesizer.sound("Hello.", prosody())
        let (other, _) = try await synthesizer.sound("Hello.", Prosody(voice: "en-us"))
        #expect(sound.voicedSeconds > 0.1 && other.voicedSeconds > 0.1 && notices.all.isEmpty)
    }

    @Test func missingVoiceIsReplacedAndReportedOnce() async throws {
        let notices = Notices()
        let synthesizer = embedded([folder.path], notices: notices)
        for _ in 0..<2 {
            let (sound, _) = try await synthesizer.sound("Hello.", prosody())
            #expect(sound.voicedSeconds > 0.1)
        }
        #expect(notices.all == [.voiceMissing("en-us/joe")])
        await #expect(throws: SynthesisFailure.voiceMissing("xx")) {
            _ = try await synthesizer.sound("Hello.", Prosody(voice: "xx"))
        }
    }

    @Test func anotherVoiceSpeaksIfTheLibraryIsMissing() async throws {
        let notices = Notices()
        let synthesizer = embedded(
            [Folder.parent(of: try TestVoice.model().folder)], library: folder.path, notices: notices)
        for _ in 0..<2 {
            let (sound, words) = try await synthesizer.sound("Hello again.", prosody())
            #expect(sound.voicedSeconds > 0.1 && words.last?.endCharacter == 11)
        }
        #expect(
            notices.all == [.speechModel(.libraryMissing(path: folder.path + "/" + SherpaOnnxLibrary.fileName))])
    }

    @Test func aDamagedVoiceIsReplacedAndReported() async throws {
        let notices = Notices()
        let made = folder.path + "/joe"
        try Folder.create(made)
        let model = try TestVoice.model()
        for name in ["tokens.txt", "voice.json"] {
            try AtomicFile.write(made + "/" + name, try AtomicFile.read(model.folder + "/" + name) ?? [])
        }
        try AtomicFile.write(made + "/model.onnx", [1, 2, 3])
        let (sound, _) = try await embedded([folder.path], notices: notices).sound("Hello.", prosody())
        #expect(sound.voicedSeconds > 0.1)
        #expect(
            notices.all == [
                .speechModel(
                    .voiceUnusable(folder: made, reason: "model.onnx isn't a complete ONNX model"))
            ])
    }

    /// A voice that produces a second of sound at once, or after some work.
    private final class Quick: NaturalVoiceEngine {
        let sampleRateHertz = 22_050
        let isStreaming = false
        private let secondsPerPhoneme: Double

        init(secondsPerPhoneme: Double = 0) { self.secondsPerPhoneme = secondsPerPhoneme }

        func trim() {}
        func speak(
            _ phonemes: [Unicode.Scalar], speed: Double, lead: Double?, hear: ([Float], _ isLast: Bool) -> Bool
        ) throws {
            let end = MonotonicTime.seconds() + secondsPerPhoneme * Double(phonemes.count)
            while MonotonicTime.seconds() < end {}
            _ = hear((0..<22_050).map { 0.3 * sinf(Float($0) / 30) }, true)
        }
    }

    private func embedded(
        notices: Notices, _ engine: @escaping @Sendable () throws -> any NaturalVoiceEngine
    ) throws -> EmbeddedSynthesizer {
        EmbeddedSynthesizer(
            voices: NaturalVoices(folders: [Folder.parent(of: try TestVoice.model().folder)]),
            make: { [clock] in
                NaturalSynthesizer($0.voice, $0.model.description, idle: .seconds(300), clock: clock, load: engine)
            },
            notice: { notices.add($0) })
    }

    /// The number of letters in the first piece of a clause.
    private func firstPieceLetterCount(_ synthesizer: some SpeechSynthesizer) async throws -> Int {
        for try await piece in synthesizer.synthesize(Self.sentence, prosody: prosody()) {
            return piece.words.map { $0.endCharacter - $0.startCharacter }.reduce(0, +)
        }
        return 0
    }

    @Test func theFirstPieceIsShortAgainAfterAStoppedReply() async throws {
        // Whole phrases of a quicker voice would be computed before anyone notices.
        let synthesizer = try embedded(notices: Notices()) { Quick(secondsPerPhoneme: 0.003) }
        let early = try await firstPieceLetterCount(synthesizer)
        for _ in 1...3 { _ = try await synthesizer.sound(Self.sentence, prosody()) }
        #expect(try await firstPieceLetterCount(synthesizer) > 2 * early, "there is time while the rest is heard")
        for _ in 1...3 { _ = try await synthesizer.sound(Self.sentence, prosody()) }
        synthesizer.forgetLead()
        #expect(try await firstPieceLetterCount(synthesizer) == early)
    }

    @Test func voiceWithUnknownPhonemesIsReplaced() async throws {
        let notices = Notices()
        let synthesizer = EmbeddedSynthesizer(
            voices: NaturalVoices(folders: [Folder.parent(of: try TestVoice.model().folder)]),
            make: { [clock] in
                var description = $0.model.description
                description.phonemeVoice = "tlh-missing"
                return NaturalSynthesizer($0.voice, description, idle: .seconds(300), clock: clock) { Quick() }
            },
            notice: { notices.add($0) })
        for _ in 1...2 {
            let (sound, words) = try await synthesizer.sound("Hello again.", prosody())
            #expect(sound.voicedSeconds > 0.1 && words.last?.endCharacter == 11)
        }
        #expect(notices.all == [.voiceMissing("tlh-missing")])
    }

    @Test func failedVoiceIsRetriedLaterOrAfterReinstallation() async throws {
        let folder = folder.path + "/joe"
        try Folder.create(folder)
        let model = try TestVoice.model()
        for name in ["tokens.txt", "voice.json", "model.onnx"] {
            try AtomicFile.write(folder + "/" + name, try AtomicFile.read(model.folder + "/" + name) ?? [])
        }
        let failure = SpeechModelFailure.modelNotLoaded(folder: folder, reason: "Cannot allocate memory")
        let notices = Notices()
        let stage = Mutex((loads: 0, now: 0.0, isBroken: true))
        let synthesizer = EmbeddedSynthesizer(
            voices: NaturalVoices(folders: [self.folder.path]),
            make: { [clock] in
                NaturalSynthesizer($0.voice, $0.model.description, idle: .seconds(300), clock: clock) {
                    let isBroken = stage.withLock { stage in
                        stage.loads += 1
                        return stage.isBroken
                    }
                    if isBroken { throw failure }
                    return Quick()
                }
            },
            now: { stage.withLock { $0.now } }, notice: { notices.add($0) })
        func say() async throws { _ = try await synthesizer.sound("Hello.", prosody()) }
        for _ in 1...2 { try await say() }
        #expect(stage.withLock { $0.loads } == 1, "not with every clause")
        stage.withLock { $0.now = 301 }
        for _ in 1...2 { try await say() }
        #expect(stage.withLock { $0.loads } == 2 && notices.all == [.speechModel(failure)], "the same is told once")
        stage.withLock { $0.isBroken = false }
        try AtomicFile.write(folder + "/tokens.txt", try AtomicFile.read(model.folder + "/tokens.txt") ?? [])
        try await say()
        #expect(stage.withLock { $0.loads } == 3 && notices.all.count == 1)
    }
}
