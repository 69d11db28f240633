// SPDX-License-Identifier: GPL-3.0-or-later
// A neural voice in memory, on its own thread: when the thread ends, everything that the runtime allocated for it
// is freed.

import JarvisCore
import JarvisPlatform
import JarvisSignal
import JarvisSpeechModels

/// Computes voices in Piper's format piece by piece, and Hibari's a phrase at a time; sherpa-onnx computes all others.
final class LoadedVoice: NaturalVoiceEngine {
    private enum Network {
        case pieces(VITSModel, PhonemeTokens)
        case spectrum(HibariModel, HarmonicNoiseSynthesis)
        case whole(OfflineVoice)
    }

    let sampleRateHertz: Int
    let isStreaming: Bool
    let pace: NaturalPace
    private let thread: ModelThread<Network>

    /// Loads the voice, which takes about a second.
    init(_ model: VoiceModel, libraryFolder: String) throws(SpeechModelFailure) {
        try model.checkRoom()
        pace = model.kind == .hibari ? .hibari : .vits
        thread = try ModelThread { () throws(SpeechModelFailure) in
            if model.kind == .hibari {
                return .spectrum(try HibariModel(model, libraryFolder: libraryFolder), HarmonicNoiseSynthesis())
            }
            if let network = Self.pieces(model, libraryFolder) { return network }
            return .whole(try OfflineVoice(model, library: SherpaOnnxLibrary(folder: libraryFolder)))
        }
        (sampleRateHertz, isStreaming) = thread.run { network in
            switch network {
            case .pieces: (model.description.sampleRateHertz, true)
            case .spectrum: (HarmonicNoiseSynthesis.sampleRateHertz, false)
            case .whole(let voice): (voice.sampleRateHertz, false)
            }
        }
    }

    /// The voice as one that can be computed piece by piece; nil if it is of another kind or can't be loaded, which
    /// sherpa-onnx will report, too.
    private static func pieces(_ model: VoiceModel, _ libraryFolder: String) -> Network? {
        guard model.kind == .vits, let tokens = try? model.phonemeTokens(), !tokens.padded(tokens.numbers.keys).isEmpty,
            let voice = try? VITSModel(
                model: model.model, sampleRateHertz: model.description.sampleRateHertz, libraryFolder: libraryFolder,
                threadCount: OfflineVoice.threadCount)
        else { return nil }
        return .pieces(voice, tokens)
    }

    func speak(
        _ phonemes: [Unicode.Scalar], speed: Double, lead: Double?, hear: ([Float], _ isLast: Bool) -> Bool
    ) throws {
        let untied = phonemes.filter { $0 != PhraseReading.tie }
        try thread.run { network throws(SpeechModelFailure) in
            switch network {
            case .pieces(let voice, let tokens):
                let numbers = tokens.padded(untied)
                if !numbers.isEmpty { try voice.speak(numbers, speed: speed, lead: lead, hear: hear) }
            case .spectrum(let voice, let synthesis):
                let spectrum = try voice.spectrum(phonemes, speed: speed)
                _ = hear(spectrum.flatMap(HarmonicNoiseFrames.init).map(synthesis.sound) ?? [], true)
            case .whole(let voice): _ = hear(try voice.speak(untied, speed: speed), true)
            }
        }
    }

    func trim() { ProcessMemory.trim() }
}

extension HarmonicNoiseFrames {
    /// - Returns: Nil if the parts don't have the shape that a damaged network may fail to give them.
    fileprivate init?(_ spectrum: HibariModel.Spectrum) {
        self.init(
            harmonics: spectrum.harmonics, harmonicPhases: spectrum.harmonicPhases, noise: spectrum.noise,
            rest: spectrum.rest, restPhases: spectrum.restPhases, pitch: spectrum.pitch)
    }
}
