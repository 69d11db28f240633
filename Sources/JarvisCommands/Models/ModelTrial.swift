// SPDX-License-Identifier: GPL-3.0-or-later
// Tests a model in a separate process, because the library ends its process on some damaged files.

import JarvisCore
import JarvisRecognition
import JarvisSpeechModels
public import JarvisPlatform
import JarvisSynthesis

/// The measured costs of a model.
public struct ModelTrial: Sendable {
    public var family: String
    public var loadMilliseconds: Int
    /// The growth of the process's proportional memory (PSS), in KiB.
    public var memoryKiB: Int
    /// Seconds of work per second of speech.
    public var realTimeFactor: Double
    /// For a voice, the milliseconds from a short sentence to its first sound.
    public var firstSoundMilliseconds: Int?

    private static let limit: Duration = .seconds(180)
    private static let sentence = "The weather was very nice in the mountains, and we walked for an hour and a half."

    /// Loads the model in a folder and measures it in a child process.
    /// - Throws: `ModelFailure.rejected`.
    public static func run(_ folder: String, by runner: ProcessRunner) async throws -> ModelTrial {
        let name = String(folder.split(separator: "/").last ?? "")
        let program = Environment.executablePath() ?? "jarvis"
        let result: ProcessResult
        do {
            result = try await runner.run(
                ProcessCommand(program, ["models", "try", folder], inheritsEverything: true), limit: limit)
        } catch {
            if error.kind == .cancelled { throw CancellationError() }
            throw ModelFailure.rejected(name: name, reason: error.reason)
        }
        guard result.exit.isSuccess, let trial = ModelTrial(result.output) else {
            throw ModelFailure.rejected(name: name, reason: reason(result))
        }
        return trial
    }

    /// The library's message, without the position in its source code.
    private static func reason(_ result: ProcessResult) -> String {
        let lines = result.lastErrors.filter { !$0.allSatisfy(\.isWhitespace) }
        let line =
            lines.last { !$0.hasPrefix("jarvis: ") } ?? lines.last ?? "it ended with status \(result.exit.status)"
        let words = line.split(separator: " ")
        let start = words.first.map { $0.contains(".cc:") || $0 == "jarvis:" } ?? false ? 1 : 0
        let reason = words[start...].joined(separator: " ").prefix(200)
        return String(reason.hasSuffix(".") ? reason.dropLast() : reason)
    }

    /// Measures the model in this process.
    static func measure(_ folder: String, libraryFolder: String) throws -> ModelTrial {
        let isVoice = (try? SpeechModelFiles.recognize(folder: folder))?.family.kind == .voice
        return isVoice
            ? try measure(VoiceModel(folder: folder), libraryFolder: libraryFolder)
            : try measure(RecognizerModel(folder: folder), libraryFolder: libraryFolder)
    }

    private static func measure(_ model: VoiceModel, libraryFolder: String) throws -> ModelTrial {
        let voice = NaturalVoice(model)
        let synthesizer = NaturalSynthesizer(voice, libraryFolder: libraryFolder)
        let (before, start) = (ProcessMemory.proportionalKiB, MonotonicTime.seconds())
        // Transcribing also loads the model.
        let (count, rate) = try runBlocking { () -> (Int, Int) in
            var (count, rate) = (0, 1)
            for try await piece in synthesizer.synthesize(sentence, prosody: Prosody(voice: voice.voice.id)) {
                (count, rate) = (count + piece.samples.count, piece.sampleRateHertz)
            }
            return (count, rate)
        }
        let spoken = MonotonicTime.seconds()
        guard count > 0 else { throw SpeechModelFailure.voiceFailed(folder: model.folder, reason: "") }
        let memory = ProcessMemory.proportionalKiB - before
        let delay = try runBlocking { try await VoiceDelay.milliseconds(of: voice.voice.id, synthesizer) }
        return ModelTrial(
            family: model.kind.rawValue, loadMilliseconds: Int((spoken - start) * 1000), memoryKiB: memory,
            realTimeFactor: (spoken - start) * Double(rate) / Double(count), firstSoundMilliseconds: delay)
    }

    private static func measure(_ model: RecognizerModel, libraryFolder: String) throws -> ModelTrial {
        let speech = try sound()
        ProcessMemory.trim()
        let (before, start) = (ProcessMemory.proportionalKiB, MonotonicTime.seconds())
        let family = try model.checkedFamily()
        let transcriber = try UtteranceModels.load(model, libraryFolder: libraryFolder)
        let loaded = MonotonicTime.seconds()
        _ = try transcriber.transcribe(speech)
        let decoded = MonotonicTime.seconds()
        ProcessMemory.trim()
        return ModelTrial(
            family: family.name, loadMilliseconds: Int((loaded - start) * 1000),
            memoryKiB: ProcessMemory.proportionalKiB - before,
            realTimeFactor: (decoded - loaded) * Double(AudioFrame.sampleRateHertz) / Double(max(1, speech.count)))
    }

    /// A recorded sentence at 16 kHz.
    private static func sound() throws -> [Int16] {
        let sentence = sentence
        let pieces: [SynthesizedAudio] = try runBlocking {
            var pieces: [SynthesizedAudio] = []
            for try await piece in ESpeakSynthesizer().synthesize(sentence, prosody: Prosody(voice: Voice.basic)) {
                pieces.append(piece)
            }
            return pieces
        }
        let rate = pieces.first?.sampleRateHertz ?? AudioFrame.sampleRateHertz
        let samples: [Int16] = pieces.flatMap(\.samples)
        let count = samples.count * AudioFrame.sampleRateHertz / max(1, rate)
        // Taking the nearest sample is accurate enough for measuring.
        return (0..<count).map { place in samples[place * rate / AudioFrame.sampleRateHertz] }
    }
}

extension ModelTrial {
    init?(_ output: [UInt8]) {
        guard let object = (try? JSONValue(parsing: output))?.asObject, let family = object["family"]?.asText,
            let load = object["loadMilliseconds"]?.asInteger, let memory = object["memoryKiB"]?.asInteger,
            let factor = object["realTimeFactor"]?.asDouble
        else { return nil }
        self.init(
            family: family, loadMilliseconds: Int(load), memoryKiB: Int(memory), realTimeFactor: factor,
            firstSoundMilliseconds: object["firstSoundMilliseconds"]?.asInteger.map { Int($0) })
    }

    var document: JSONValue {
        var object: JSONObject = [
            "family": .text(family), "loadMilliseconds": .integer(Int64(loadMilliseconds)),
            "memoryKiB": .integer(Int64(memoryKiB)), "realTimeFactor": .number(realTimeFactor),
        ]
        object["firstSoundMilliseconds"] = firstSoundMilliseconds.map { .integer(Int64($0)) }
        return .object(object)
    }
}
