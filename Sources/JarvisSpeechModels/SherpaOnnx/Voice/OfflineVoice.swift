// SPDX-License-Identifier: GPL-3.0-or-later
// Synthesizes a whole phrase from its phonemes with sherpa-onnx.

import CSherpaOnnx
import Glibc
public import JarvisCore
import JarvisPlatform

/// A loaded voice; used only on the thread that made it.
public final class OfflineVoice {
    public let model: VoiceModel
    /// The phonemes that the voice can speak.
    public let tokens: PhonemeTokens
    public let sampleRateHertz: Int
    private let library: SherpaOnnxLibrary
    private let voice: OpaquePointer
    private let speaker: Int32
    /// The number of threads that compute a voice.
    public static var threadCount: Int { Int(RuntimeOptions.voiceThreadCount) }
    /// The limit for samples: models slightly exceed 1, and damaged ones exceed everything.
    private static let loudest: Float = 8

    /// Loads the voice, which takes one to two seconds.
    public init(_ model: VoiceModel, library: SherpaOnnxLibrary) throws(SpeechModelFailure) {
        let tokens = try model.phonemeTokens()
        let options = try RuntimeOptions(for: model.folder)
        let paths: [String] = [model.model, model.tokens, model.vocoder, model.voices, options.provider]
        let texts = paths.map { path in strdup(path) }
        defer { for text in texts { free(text) } }
        let pointers = texts.map { UnsafePointer<CChar>($0) }
        var configuration = sherpa_tts_config()
        switch model.kind {
        case .vits:
            configuration.model.vits.model = pointers[0]
            configuration.model.vits.tokens = pointers[1]
        case .matcha:
            configuration.model.matcha.acoustic_model = pointers[0]
            configuration.model.matcha.tokens = pointers[1]
            configuration.model.matcha.vocoder = pointers[2]
        case .kokoro:
            configuration.model.kokoro.model = pointers[0]
            configuration.model.kokoro.tokens = pointers[1]
            configuration.model.kokoro.voices = pointers[3]
        case .kitten:
            configuration.model.kitten.model = pointers[0]
            configuration.model.kitten.tokens = pointers[1]
            configuration.model.kitten.voices = pointers[3]
        case .hibari: throw .voiceUnusable(folder: model.folder, reason: "sherpa-onnx doesn't support it")
        }
        configuration.model.provider = pointers[4]
        configuration.model.num_threads = RuntimeOptions.voiceThreadCount
        var functions = library.functions
        let (voice, reason) = SherpaOnnxLibrary.calling {
            sherpa_create_voice(&functions, &configuration, $0.baseAddress, $0.count)
        }
        guard let voice else { throw Self.failure(of: model, reason) }
        self.model = model
        self.tokens = tokens
        self.library = library
        self.voice = voice
        sampleRateHertz = Int(functions.OfflineTtsSampleRate(voice))
        speaker = Int32(
            clamping: min(model.description.speaker, max(0, Int(functions.OfflineTtsNumSpeakers(voice)) - 1)))
        ProcessMemory.trim()
    }

    /// The failure for a model that was not loaded, with the library's message; it has none if it did not recognize the
    /// model.
    static func failure(of model: VoiceModel, _ reason: String) -> SpeechModelFailure {
        let isOutOfMemory = ["bad_alloc", "llocate memory"].contains { reason.contains($0) }
        if isOutOfMemory {
            return .modelNotLoaded(folder: model.folder, reason: StoreFailure.systemText(of: ENOMEM))
        }
        return .voiceUnusable(folder: model.folder, reason: reason.isEmpty ? "the model is damaged" : reason)
    }

    deinit {
        library.functions.DestroyOfflineTts(voice)
        SherpaOnnxLibrary.releaseMemory()
    }

    /// The sound of the phonemes, −1…1; empty if there are none. Takes about a tenth of its duration.
    /// - Parameter speed: A multiple of the voice's own speed; the model's durations follow it only roughly.
    public func speak(_ phonemes: [Unicode.Scalar], speed: Double) throws(SpeechModelFailure) -> [Float] {
        let known = tokens.known(phonemes).map { Int32(bitPattern: $0.value) }
        guard !known.isEmpty else { return [] }
        var functions = library.functions
        let (sound, reason) = known.withUnsafeBufferPointer { codes in
            withUnsafePointer(to: Int32(known.count)) { count in
                var request = sherpa_generation_config()
                request.speed = Float(speed)
                request.silence_scale = 1
                request.sid = speaker
                request.phoneme_codepoints = codes.baseAddress
                request.phoneme_codepoints_lens = count
                request.phoneme_codepoints_num_sentences = 1
                return SherpaOnnxLibrary.calling { sherpa_speak(&functions, voice, &request, $0.baseAddress, $0.count) }
            }
        }
        guard let sound else { throw .voiceFailed(folder: model.folder, reason: reason) }
        defer { functions.DestroyOfflineTtsGeneratedAudio(sound) }
        let samples = UnsafeBufferPointer(start: sound.pointee.samples, count: Int(max(0, sound.pointee.n)))
        // Limit the samples: a damaged model may compute infinities, or numbers that overflow when added or multiplied.
        return samples.map { $0.isFinite ? min(max($0, -Self.loudest), Self.loudest) : 0 }
    }
}
