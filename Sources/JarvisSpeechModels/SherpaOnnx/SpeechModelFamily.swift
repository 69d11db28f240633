// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds and families of sherpa-onnx models that JARVIS supports.

/// A model's purpose.
public enum SpeechModelKind: String, Hashable, Sendable, CaseIterable {
    /// Recognizes speech.
    case recognizer
    /// Synthesizes speech.
    case voice
}

/// A model's architecture, which determines how its files are read.
public enum SpeechModelFamily: String, Hashable, Sendable, CaseIterable {
    /// Useful Sensors' Moonshine, with four networks, or two with a merged decoder.
    case moonshine
    /// OpenAI's Whisper.
    case whisper
    /// Zipformer and Conformer transducers of next-gen Kaldi.
    case transducer
    /// NVIDIA NeMo's transducers, including Parakeet.
    case nemoTransducer = "nemo-transducer"
    /// NVIDIA NeMo's CTC models.
    case nemoCTC = "nemo-ctc"
    /// Zipformer CTC models of next-gen Kaldi.
    case zipformerCTC = "zipformer-ctc"
    /// FunAudioLLM's SenseVoice.
    case senseVoice = "sense-voice"
    /// A Piper voice as published, which has to be converted first.
    case piper
    /// VITS voices, including converted Piper voices.
    case vits
    case kokoro
    case kitten
    case matcha
    /// Voices of Hibari, whose sound is made outside of the network.
    case hibari

    public var kind: SpeechModelKind {
        switch self {
        case .moonshine, .whisper, .transducer, .nemoTransducer, .nemoCTC, .zipformerCTC, .senseVoice: .recognizer
        case .piper, .vits, .kokoro, .kitten, .matcha, .hibari: .voice
        }
    }

    /// True if the vocabulary lists tokens in Base64, because they are bytes instead of letters.
    var writesTokensInBase64: Bool { self == .moonshine || self == .whisper }

    /// The family's name for the user.
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
        case .hibari: "Hibari"
        }
    }
}
