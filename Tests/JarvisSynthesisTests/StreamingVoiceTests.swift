// SPDX-License-Identifier: GPL-3.0-or-later
// Sound that plays while it is being synthesized.

import Glibc
import JarvisCore
import JarvisPlatform
import JarvisSpeechTesting
import JarvisTesting
import JarvisSpeechModels
import Synchronization
import Testing

@testable import JarvisSynthesis

@Suite(.serialized, .timeLimit(.minutes(3)))
struct StreamingVoiceTests {
    private static let sentence =
        "The quick brown fox jumps over the lazy dog, and then it runs away into the long and rainy night."

    /// A voice that produces sound in pieces: four of equal length, then short ones.
    private final class InPieces: NaturalVoiceEngine, @unchecked Sendable {
        // Unchecked: used on the synthesizer's thread; what is looked at from outside is in `seen`.
        struct Seen {
            var leads: [Double?] = []
            var pieces = 0
        }

        let sampleRateHertz = 22_050
        let isStreaming: Bool
        let seen = Mutex(Seen())
        private let count: Int
        private let pieceSeconds: Double
        /// The piece at which it fails.
        private let failsAt: Int?

        init(count: Int = 4, pieceSeconds: Double = 0.25, isStreaming: Bool = true, failsAt: Int? = nil) {
            (self.count, self.pieceSeconds) = (count, pieceSeconds)
            (self.isStreaming, self.failsAt) = (isStreaming, failsAt)
        }

        func trim() {}

        func speak(
            _ phonemes: [Unicode.Scalar], speed: Double, lead: Double?, hear: ([Float], _ isLast: Bool) -> Bool
        ) throws {
            seen.withLock { $0.leads.append(lead) }
            for index in 0..<count {
                if index == failsAt { throw SpeechModelFailure.voiceFailed(folder: "/voice", reason: "") }
                seen.withLock { $0.pieces += 1 }
                let length = index < 4 ? Int(22_050 * pieceSeconds) : 16
                let piece = (0..<length).map { 0.3 * sinf(Float(index * length + $0) / 30) }
                guard hear(piece, index == count - 1) else { return }
            }
        }
    }

    private func synthesizer(_ engine: InPieces) throws -> NaturalSynthesizer {
        let voice = NaturalVoice(try TestVoice.model())
        return NaturalSynthesizer(
            voice.voice, voice.model.description, idle: .seconds(300), clock: ManualClock(), load: { engine })
    }

    private func pieces(
        _ engine: InPieces, _ text: String = "It is ten past eight.", speed: Double = 1
    ) async throws -> [SynthesizedAudio] {
        var pieces: [SynthesizedAudio] = []
        let prosody = Prosody(voice: "en-us/joe", speed: speed)
        for try await piece in try synthesizer(engine).synthesize(text, prosody: prosody) { pieces.append(piece) }
        return pieces
    }

    @Test func soundArrivesBeforeItsWordPositions() async throws {
        let found = try await pieces(InPieces())
        #expect(found.count == 4)
        #expect(found.dropLast().allSatisfy { $0.words.isEmpty && !$0.samples.isEmpty })
        let words = try #require(found.last?.words)
        // The exact offsets vary: espeak-ng reads uninitialized memory.
        let offsets = words.map(\.sampleOffset)
        let total = found.map(\.samples.count).reduce(0, +)
        #expect(offsets.count == 5 && offsets == offsets.sorted())
        #expect(offsets.allSatisfy { $0 >= 0 && $0 < total })
    }

    @Test func stretchedPhrasesArriveWhole() async throws {
        let found = try await pieces(InPieces(), speed: 2)
        #expect(found.first?.words.isEmpty == false)
    }

    /// Long phrases are used only if the first sound need not wait for the rest.
    @Test func nonStreamingVoicesStartWithAShortPhrase() async throws {
        func letters(_ engine: InPieces, _ speed: Double) async throws -> Int {
            let first = try await pieces(engine, Self.sentence, speed: speed).first { !$0.words.isEmpty }
            return (first?.words ?? []).map { $0.endCharacter - $0.startCharacter }.reduce(0, +)
        }
        let long = try await letters(InPieces(), 1)
        #expect(try await letters(InPieces(), 2) < long)
        #expect(try await letters(InPieces(isStreaming: false), 1) < long)
    }

    @Test func laterPhrasesLearnHowMuchSoundIsStillPlaying() async throws {
        // Longer than other tests may keep espeak-ng busy.
        let engine = InPieces(pieceSeconds: 4)
        _ = try await pieces(engine, Self.sentence)
        let leads = engine.seen.withLock { $0.leads }
        #expect(leads.count > 1 && leads[0] == nil && leads.dropFirst().allSatisfy { ($0 ?? 0) > 0 })
    }

    @Test func synthesisStopsWithItsConsumer() async throws {
        let engine = InPieces(count: 5_000)
        let synthesizer = try synthesizer(engine)
        for try await _ in synthesizer.synthesize("Hello.", prosody: Prosody(voice: "en-us/joe")) { break }
        // Answered only after the rest.
        _ = await synthesizer.isLoaded()
        #expect(engine.seen.withLock { $0.pieces } < 5_000)
    }

    @Test func anotherVoiceTakesOverAFailedPhrase() async throws {
        let voice = NaturalVoice(try TestVoice.model())
        let synthesizer = EmbeddedSynthesizer(
            voices: NaturalVoices(folders: [Folder.parent(of: voice.model.folder)]),
            make: {
                NaturalSynthesizer(
                    $0.voice, $0.model.description, idle: .seconds(300), clock: ManualClock(),
                    load: { InPieces(failsAt: 2) })
            },
            notice: { _ in })
        let (_, words) = try await synthesizer.sound("Hello again.", Prosody(voice: "en-us/joe"))
        #expect(words.map(\.endCharacter) == [5, 11])
        #expect((words.first?.sampleOffset ?? 0) > 5_000, "what has sounded already is not taken back")
    }

    /// A voice that doesn't stream would be noticed only by its late first sound.
    @Test func theTestVoiceStreams() throws {
        let voice = try LoadedVoice(TestVoice.model(), libraryFolder: TestVoice.libraryFolder)
        #expect(voice.isStreaming && voice.sampleRateHertz == 22_050)
    }

    @Test func voicesNotInPiperFormatAreNotStreamed() throws {
        let folder = try TemporaryFolder()
        let model = try TestVoice.model()
        for name in ["voice.json", "model.onnx"] {
            try AtomicFile.write(folder.path + "/" + name, try AtomicFile.read(model.folder + "/" + name) ?? [])
        }
        let known = try model.phonemeTokens().text.split(separator: "\n").filter { !$0.hasPrefix("^ ") }
        try AtomicFile.write(folder.path + "/tokens.txt", Array((known.joined(separator: "\n") + "\n").utf8))
        let voice = try LoadedVoice(VoiceModel(folder: folder.path), libraryFolder: TestVoice.libraryFolder)
        #expect(!voice.isStreaming)
    }

    /// A voice that fails at its second phrase.
    private final class Failing: NaturalVoiceEngine {
        let sampleRateHertz = 22_050
        let isStreaming = false
        private var count = 0
        func trim() {}
        func speak(
            _ phonemes: [Unicode.Scalar], speed: Double, lead: Double?, hear: ([Float], _ isLast: Bool) -> Bool
        ) throws {
            count += 1
            if count > 1 { throw SpeechModelFailure.voiceFailed(folder: "/voice", reason: "") }
            _ = hear((0..<22_050).map { 0.3 * sinf(Float($0) / 30) }, true)
        }
    }

    @Test func anotherVoiceContinuesFromAFailedPhrase() async throws {
        let notices = Mutex<[SynthesisFailure]>([])
        let voice = NaturalVoice(try TestVoice.model())
        let synthesizer = EmbeddedSynthesizer(
            voices: NaturalVoices(folders: [Folder.parent(of: voice.model.folder)]),
            make: {
                NaturalSynthesizer($0.voice, $0.model.description, idle: .seconds(300), clock: ManualClock()) {
                    Failing()
                }
            },
            notice: { failure in notices.withLock { $0.append(failure) } })
        let (_, words) = try await synthesizer.sound(Self.sentence, Prosody(voice: "en-us/joe"))
        let characters = Array(Self.sentence)
        let spoken = words.map { String(characters[$0.startCharacter..<$0.endCharacter]) }.joined(separator: " ")
        #expect(spoken.filter(\.isLetter) == Self.sentence.filter(\.isLetter))
        #expect(notices.withLock { $0 } == [.speechModel(.voiceFailed(folder: "/voice", reason: ""))])
    }
}
