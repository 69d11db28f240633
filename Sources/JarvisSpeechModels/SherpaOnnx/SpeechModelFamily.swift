// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of models that sherpa-onnx runs, as far as JARVIS takes them.

/// What a model does.
public enum SpeechModelKind: String, Hashable, Sendable, CaseIterable {
    /// Writes what is said.
    case recognizer
    /// Speaks.
    case voice
}

/// The architecture of a model, by which its files are read.
public enum SpeechModelFamily: String, Hashable, Sendable, CaseIterable {
    /// Useful Sensors' Moonshine: of four networks, or of two with a merged decoder.
    case moonshine
    /// OpenAI's Whisper.
    case whisper
    /// Zipformer and Conformer transducers of next-gen Kaldi.
    case transducer
    /// NVIDIA NeMo's transducers, Parakeet among them.
    case nemoTransducer = "nemo-transducer"
    /// NVIDIA NeMo's CTC models.
    case nemoCTC = "nemo-ctc"
    /// Zipformer CTC models of next-gen Kaldi.
    case zipformerCTC = "zipformer-ctc"
    /// FunAudioLLM's SenseVoice.
    case senseVoice = "sense-voice"
    /// A Piper voice as its makers publish it, which has to be converted first.
    case piper
    /// VITS voices, converted Piper voices among them.
    case vits
    case kokoro
    case kitten
    case matcha

    public var kind: SpeechModelKind {
        switch self {
        case .moonshine, .whisper, .transducer, .nemoTransducer, .nemoCTC, .zipformerCTC, .senseVoice: .recognizer
        case .piper, .vits, .kokoro, .kitten, .matcha: .voice
        }
    }

    /// Its tokens are bytes rather than letters, and stand in Base64 in the vocabulary.
    var writesTokensInBase64: Bool { self == .moonshine || self == .whisper }

    /// The family's name for people.
    public var name: String {
        switch self {
        case .moonshine: "Moonshine"
        case .whisper: "Whisper"
        case .transducer: "Zipformer"
        case .nemoTransducer: "Parakeet"
        case .nemoCTC: "NeMo CTC"
        case .zipformerCTC: "Zipformer CTC"
        case .senseVoice: "SenseVoice"
        case .piper: "Piper"
        case .vits: "VITS"
        case .kokoro: "Kokoro"
        case .kitten: "Kitten"
        case .matcha: "Matcha"
        }
    }
}
