// SPDX-License-Identifier: GPL-3.0-or-later
// Transcribes whole utterances with sherpa-onnx.

import CSherpaOnnx
import Glibc
public import JarvisCore
import JarvisPlatform

/// A loaded model; used only on the thread that made it.
public final class OfflineTranscriber {
    private static let sampleRate: Int32 = 16_000
    /// A tenth of a second: words take at least that long, and networks fail at about 50 ms.
    private static let fewestSamples = 1_600

    private let library: SherpaOnnxLibrary
    private let recognizer: OpaquePointer
    private let folder: String
    public let family: SpeechModelFamily

    /// Loads the model, which takes about half a second.
    public init(_ model: RecognizerModel, library: SherpaOnnxLibrary) throws(SpeechModelFailure) {
        // Check the files first: the library only prints what is missing, and some faulty files make it end the
        // process.
        let files = try model.checkedFiles()
        let options = try RuntimeOptions(for: model.folder)
        self.library = library
        family = files.family
        let texts = CTexts()
        var configuration = sherpa_offline_recognizer_config()
        configuration.sample_rate = Self.sampleRate
        configuration.feature_dim = 80
        configuration.model.provider = texts.pointer(options.provider)
        configuration.model.num_threads = RuntimeOptions.threadCount
        configuration.model.set(files, language: model.language) { part in
            files.paths[part].map { texts.pointer(model.folder + "/" + $0) }
        } text: {
            texts.pointer($0)
        }
        var functions = library.functions
        let (made, reason) = withExtendedLifetime(texts) {
            SherpaOnnxLibrary.calling { sherpa_create_recognizer(&functions, &configuration, $0.baseAddress, $0.count) }
        }
        guard let recognizer = made else {
            throw reason.isEmpty
                ? .modelUnusable(folder: model.folder) : .modelNotLoaded(folder: model.folder, reason: reason)
        }
        folder = model.folder
        self.recognizer = recognizer
        ProcessMemory.trim()
    }

    deinit {
        library.functions.DestroyOfflineRecognizer(recognizer)
        SherpaOnnxLibrary.releaseMemory()
    }

    /// The text of the samples, 16 kHz mono; empty below a tenth of a second. Takes about a fortieth of their duration.
    /// - Throws: `modelFailed` if the model computes nonsense, or if memory is short.
    public func transcribe(_ samples: [Int16]) throws(SpeechModelFailure) -> String {
        guard samples.count >= Self.fewestSamples else { return "" }
        let sound = samples.map { Float($0) / 32_768 }
        var functions = library.functions
        let (text, reason) = SherpaOnnxLibrary.calling {
            sherpa_transcribe(
                &functions, recognizer, Self.sampleRate, sound, Int32(sound.count), $0.baseAddress, $0.count)
        }
        guard let text else { throw .modelFailed(folder: folder, reason: reason) }
        defer { free(text) }
        return String(cString: text)
    }
}

extension sherpa_offline_model_config {
    /// Sets a model's file paths in the fields of its family.
    fileprivate mutating func set(
        _ files: SpeechModelFiles, language: String, path: (SpeechModelFiles.Part) -> UnsafePointer<CChar>?,
        text: (String) -> UnsafePointer<CChar>
    ) {
        tokens = path(.tokens)
        switch files.family {
        case .moonshine:
            moonshine.preprocessor = path(.preprocessor)
            moonshine.encoder = path(.encoder)
            moonshine.uncached_decoder = path(.uncachedDecoder)
            moonshine.cached_decoder = path(.cachedDecoder)
            moonshine.merged_decoder = path(.mergedDecoder)
        case .whisper:
            whisper.encoder = path(.encoder)
            whisper.decoder = path(.decoder)
            whisper.language = text(files.told(language) ?? "")
            whisper.task = text("transcribe")
        case .transducer, .nemoTransducer:
            transducer.encoder = path(.encoder)
            transducer.decoder = path(.decoder)
            transducer.joiner = path(.joiner)
            model_type = text(files.family == .nemoTransducer ? "nemo_transducer" : "transducer")
        case .nemoCTC: nemo_ctc.model = path(.model)
        case .zipformerCTC: zipformer_ctc.model = path(.model)
        case .senseVoice:
            sense_voice.model = path(.model)
            sense_voice.language = text(files.told(language) ?? "auto")
            sense_voice.use_itn = 1
        case .piper, .vits, .kokoro, .kitten, .matcha, .hibari: break
        }
    }
}

/// C strings that live as long as this object.
private final class CTexts {
    private var texts: [UnsafeMutablePointer<CChar>] = []

    func pointer(_ text: String) -> UnsafePointer<CChar> {
        let copy = text.withCString { source in
            let count = strlen(source) + 1
            let room = UnsafeMutablePointer<CChar>.allocate(capacity: count)
            room.initialize(from: source, count: count)
            return room
        }
        texts.append(copy)
        return UnsafePointer(copy)
    }

    deinit { for text in texts { text.deallocate() } }
}
