// SPDX-License-Identifier: GPL-3.0-or-later
// How JARVIS listens and speaks, beyond the voice itself: engines, wake word, processing, recording.

/// Speech-to-text engine.
public enum RecognitionEngine: String, Sendable, Codable, CaseIterable {
    /// The built-in recognizer; nothing leaves the computer.
    case embedded
    /// `POST /v1/audio/transcriptions`.
    case openAI = "openai"
    /// The whisper.cpp server: `POST /inference`.
    case whisperServer = "whisper-server"
    /// A Wyoming server over TCP.
    case wyoming
}

/// Text-to-speech engine.
public enum SynthesisEngine: String, Sendable, Codable, CaseIterable {
    /// The built-in synthesizer; nothing leaves the computer.
    case embedded
    /// `POST /v1/audio/speech`.
    case openAI = "openai"
    /// A Wyoming server over TCP.
    case wyoming
    /// The `piper` program, if installed.
    case piper
}

/// What happens to other programs' sound while JARVIS listens and speaks.
public enum Ducking: String, Sendable, Codable, CaseIterable {
    case unchanged
    /// Lowered until the turn is over.
    case softer
    /// Muted until the turn is over.
    case muted
}

/// Which speech counts as addressed to JARVIS while the microphone is always open.
public enum TalkFilter: String, Sendable, Codable, CaseIterable {
    /// All speech.
    case off
    /// Questions and requests, even if not fully understood.
    case balanced
    /// Only clear requests.
    case strict
}

/// How long a speaker may pause before the utterance ends.
public enum EndPatience: String, Sendable, Codable, CaseIterable {
    /// Short pauses end an utterance, for quick answers.
    case quick
    case normal
    /// For people who take their time, or stop in the middle of a word.
    case relaxed
}

/// How long recordings are kept.
public enum RecordingRetention: String, Sendable, Codable, CaseIterable {
    case week = "7"
    case fortnight = "14"
    case month = "30"

    public var days: Int { Int(rawValue) ?? 7 }
}

/// A speech server as the user entered it.
public struct SpeechServer: Hashable, Sendable {
    /// "http://host:port[/path]" or "tcp://host:port"; empty for none.
    public var address = ""
    /// The model's name, or a Piper model's path; empty for the server's default.
    public var model = ""
    /// The server's name for the voice; empty for its default. Unused for recognition.
    public var voice = ""

    public init() {}
}

/// The settings of the recognition and synthesis engines.
public struct SpeechSettings: Hashable, Sendable {
    public var recognition = RecognitionEngine.embedded
    public var recognitionServer = SpeechServer()
    /// The language the user speaks: a code, `desktopLanguage`, or empty for any. Selects a model and is sent to
    /// servers.
    public var recognitionLanguage = desktopLanguage
    /// Stands for the desktop's language.
    public static let desktopLanguage = "default"
    /// The installed model that transcribes free speech in the built-in recognizer, or `packagedModel`.
    public var recognitionModel = packagedModel
    /// Stands for the model that comes with the program.
    public static let packagedModel = "default"
    public var synthesis = SynthesisEngine.embedded
    public var synthesisServer = SpeechServer()
    /// The user's own names and words for the recognizer, separated by commas.
    public var vocabulary = ""
    /// The limit of `vocabulary`. Every entry may occur wherever the grammar takes free text, so with hundreds of them
    /// the grammar no longer loads.
    public static let mostVocabularyEntries = 50
    /// Waits for the wake word before listening in Auto modes.
    public var requiresWakeWord = false
    public var wakePhrase = "jarvis"
    /// How easily the wake phrase is detected, 0…100 percent: higher values detect more, but also more by mistake.
    public var wakeSensitivity = 50.0
    /// Removes JARVIS's own playback from the microphone's sound.
    public var cancelsEcho = true
    /// Removes steady noise before voice detection.
    public var suppressesNoise = true
    /// Evens out quiet and loud speakers. Scales only within the program, not the system's volume.
    public var controlsGain = true
    /// Lets the user interrupt JARVIS by speaking in Auto modes.
    public var allowsInterruption = true
    /// Which speech counts as addressed to JARVIS in Auto modes.
    public var talkFilter = TalkFilter.balanced
    /// How long a pause may last before JARVIS answers.
    public var endPatience = EndPatience.normal
    /// Says a few words when an answer takes a while.
    public var saysFillers = true
    public var ducking = Ducking.unchanged
    /// Stores each utterance as a WAV file.
    public var recordsUtterances = false
    public var recordingRetention = RecordingRetention.week

    public init() {}

    /// The code of the language spoken, such as "de"; nil if the server should detect it.
    public func language(ofDesktop desktop: String) -> String? {
        if recognitionLanguage == Self.desktopLanguage { return desktop }
        return recognitionLanguage.isEmpty ? nil : recognitionLanguage
    }
}
