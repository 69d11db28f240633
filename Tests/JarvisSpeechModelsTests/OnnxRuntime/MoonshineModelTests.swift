// SPDX-License-Identifier: GPL-3.0-or-later
// The real networks, installed by scripts/speech-engine.

import JarvisCore
import JarvisPlatform
import JarvisSignal
import JarvisTesting
@testable import JarvisSpeechModels
import Testing

@Suite(.serialized, .timeLimit(.minutes(10)))
struct MoonshineModelTests {
    private static let resources = ResourceLocator.standard()
    private static let library = resources.speechLibraryFolder
    private static let folder = resources.speechModelFolder("moonshine-tiny-en")
    private static let files = MoonshineModel.Files(
        encoder: folder + "/encoder_model.ort", decoder: folder + "/decoder_model_merged.ort",
        vocabulary: folder + "/tokens.txt")

    private func model() throws -> MoonshineModel { try MoonshineModel(Self.files, libraryFolder: Self.library) }

    /// Speech at 16 kHz, with a little silence at both ends.
    private func say(_ text: String, voice: String = "slt") async throws -> [Int16] {
        let folder = try TemporaryFolder("jarvis-flite")
        let path = folder.path + "/speech.wav"
        let result = try await ChildProcess.run("flite", ["-voice", voice, "-t", text, "-o", path])
        try #require(result.status == 0, "flite: \(result.output)")
        let quiet = [Int16](repeating: 0, count: 2_400)
        return try quiet + WAVFile.decode(ChildProcess.bytes(of: path)).int16Samples(atRate: 16_000) + quiet
    }

    @Test(arguments: [
        ("slt", "What time is it?"), ("rms", "Set a timer for ten minutes."), ("kal16", "Wake me up at half past six."),
        ("slt", "The weather was very nice in the mountains, and we walked along the river until it was dark."),
    ])
    func transcriptsMatchThoseOfSherpaOnnx(voice: String, text: String) async throws {
        let samples = try await say(text, voice: voice)
        let other = try OfflineTranscriber(
            RecognizerModel(folder: Self.folder), library: SherpaOnnxLibrary(folder: Self.library))
        let model = try model()
        let writing = try model.write(model.hear(samples))
        #expect(try writing.text == other.transcribe(samples))
        #expect(writing.logProbability < 0 && writing.logProbability > -20)
    }

    @Test func checkingAnEarlierTextGivesTheSameTranscript() async throws {
        let model = try model()
        let samples = try await say("Set a timer for ten minutes and thirty seconds.")
        let hearing = try model.hear(samples)
        let plain = try model.write(hearing)
        let other = try await model.write(model.hear(say("Set an alarm for half past six tomorrow morning, please.")))
        var earlier = [plain, other]
        for share in [0.2, 0.4, 0.6, 0.8] {
            let beginning = Array(samples.prefix(Int(Double(samples.count) * share)))
            earlier.append(try model.write(model.hear(beginning), after: earlier.last))
        }
        for writing in earlier {
            let again = try model.write(hearing, after: writing)
            #expect(again.text == plain.text, "after \(writing.text)")
            // The networks' rounding depends on the largest numbers computed together.
            #expect(abs(again.logProbability - plain.logProbability) < 0.3, "\(again) \(plain)")
        }
        // Text too long for the sound is cut all the same.
        let short = try model.hear(Array(samples.prefix(4_800)))
        #expect(try model.write(short, after: other).pieces.count <= 1)
    }

    @Test func theSpokenTextIsLikelierThanSimilarOnes() async throws {
        let model = try model()
        let hearing = try await model.hear(say("set a timer for fifteen minutes"))
        let writing = try model.write(hearing)
        let texts = [
            String(writing.text.dropLast()), "Set a timer for 50 minutes.", "Set a timer for 15 minutes for the eggs.",
            "Stop.",
        ]
        let likelihoods = try model.logProbabilities(of: texts, in: hearing)
        #expect(abs(likelihoods[0] - writing.logProbability) < 0.5, "\(likelihoods) \(writing)")
        #expect(likelihoods.dropFirst().allSatisfy { $0 < likelihoods[0] - 3 }, "\(likelihoods)")
        #expect(try model.logProbabilities(of: [], in: hearing).isEmpty)
    }

    @Test func withoutSoundCommonPhrasesAreLikelier() async throws {
        let model = try model()
        let hearing = try await model.hear(say("set a timer for fifty minutes"))
        let texts = ["Set a timer for fifteen minutes", "Set a timer for fifty minutes", "Set purple for minutes a"]
        let nothing = try model.logProbabilities(of: texts, in: model.nothing(like: hearing))
        #expect(nothing[0] > nothing[2] + 5 && nothing[1] > nothing[2] + 5, "\(nothing)")
        let heard = try model.logProbabilities(of: texts, in: hearing)
        #expect(heard[1] - heard[2] > nothing[1] - nothing[2], "the sound counts: \(heard) \(nothing)")
    }

    @Test func textsOfOtherLengthsDoNotChangeALikelihood() async throws {
        let model = try model()
        let hearing = try await model.hear(say("what time is it"))
        let alone = try model.logProbabilities(of: ["What time is it"], in: hearing)[0]
        let among = try model.logProbabilities(
            of: ["What time is it in New York tonight", "What time is it"], in: hearing)
        #expect(abs(among[1] - alone) < 0.01 && among[0] < alone - 5, "\(alone) \(among)")
    }

    @Test func longRecordingsAreScoredToo() async throws {
        let model = try model()
        let passage =
            "The weather was very nice in the mountains, and we walked along the river until it was dark. Then we took "
            + "the last train home, and read the papers of the day before, which nobody had wanted to buy."
        let hearing = try await model.hear(say(passage))
        #expect(hearing.seconds > 10)
        let writing = try model.write(hearing)
        let likelihoods = try model.logProbabilities(of: [writing.text, "Stop", "What time is it"], in: hearing)
        #expect(likelihoods[0] > likelihoods[1] + 5 && likelihoods[0] > likelihoods[2] + 5, "\(likelihoods)")
    }

    @Test func unusableModelFilesThrow() throws {
        let folder = try TemporaryFolder()
        var damaged = Self.files
        damaged.encoder = folder.path + "/encoder.ort"
        try AtomicFile.write(damaged.encoder, Array("not a network".utf8))
        #expect(throws: SpeechModelFailure.self) { try MoonshineModel(damaged, libraryFolder: Self.library) }
        #expect(throws: SpeechModelFailure.self) { try MoonshineModel(Self.files, libraryFolder: folder.path) }
        damaged = Self.files
        damaged.vocabulary = damaged.encoder
        #expect(throws: SpeechModelFailure.modelUnusable(folder: Self.folder)) {
            try MoonshineModel(damaged, libraryFolder: Self.library)
        }
    }
}
