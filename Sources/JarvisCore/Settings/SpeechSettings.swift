// SPDX-License-Identifier: GPL-3.0-or-later
// How JARVIS hears and speaks, beyond the voice itself: engines, wake word, processing, recording.

/// Speech-to-text engine.
public enum RecognitionEngine: String, Sendable, Codable, CaseIterable {
    /// The recognizer of the program itself; nothing leaves the computer.
    case embedded
    /// `POST /v1/audio/transcriptions`.
    case openAI = "openai"
    /// The server of whisper.cpp: `POST /inference`.
    case whisperServer = "whisper-server"
    /// A Wyoming server over TCP.
    case wyoming
}

/// Text-to-speech engine.
public enum SynthesisEngine: String, Sendable, Codable, CaseIterable {
    /// The synthesizer of the program itself; nothing leaves the computer.
    case embedded
    /// `POST /v1/audio/speech`.
    case openAI = "openai"
    /// A Wyoming server over TCP.
    case wyoming
    /// The `piper` program, where it is installed.
    case piper
}

/// What happens to other programs' sound while JARVIS listens and speaks.
public enum Ducking: String, Sendable, Codable, CaseIterable {
    case unchanged
    /// Softer until the turn is over.
    case softer
    /// Muted until the turn is over.
    case muted
}

/// What is taken for said to JARVIS while the microphone listens by itself.
public enum TalkFilter: String, Sendable, Codable, CaseIterable {
    /// Everything.
    case off
    /// Requests, also where they are not quite understood, and questions.
    case balanced
    /// Only what is clearly a request.
    case strict
}

/// How long somebody who pauses may take to go on.
public enum EndPatience: String, Sendable, Codable, CaseIterable {
    /// Short pauses end what is said: quick answers.
    case quick
    case normal
    /// For those who take their time, or stop in the middle of a word.
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
    /// "http://host:port[/path]" or "tcp://host:port"; empty when there is none.
    public var address = ""
    /// The model's name, or the path of a Piper model; empty for the server's own default.
    public var model = ""
    /// The server's name of the voice; empty for its default. Unused for recognition.
    public var voice = ""

    public init() {}
}

/// The settings of the recognition and synthesis engines.
public struct SpeechSettings: Hashable, Sendable {
    public var recognition = RecognitionEngine.embedded
    public var recognitionServer = SpeechServer()
    /// What the user speaks, for the choice of a model and for servers: a code, `desktopLanguage`, or nothing: any.
    public var recognitionLanguage = desktopLanguage
    /// Stands for the language of the desktop.
    public static let desktopLanguage = "default"
    /// The installed model that hears free speech in the embedded recognizer, or `packagedModel`.
    public var recognitionModel = packagedModel
    /// Stands for the model that came with the program.
    public static let packagedModel = "default"
    public var synthesis = SynthesisEngine.embedded
    public var synthesisServer = SpeechServer()
    /// Names and words of the user's own, separated by commas, that the recognizer should know.
    public var vocabulary = ""
    /// Each entry may stand at every place of the grammar that takes any words: hundreds keep it from loading.
    public static let mostVocabularyEntries = 50
    /// Wait for the wake word before listening in Auto modes.
    public var requiresWakeWord = false
    public var wakePhrase = "jarvis"
    /// 0…100 percent: higher wakes more easily, also by mistake.
    public var wakeSensitivity = 50.0
    /// Take what JARVIS itself plays out of the microphone's sound.
    public var cancelsEcho = true
    /// Take steady noise out before voice is looked for.
    public var suppressesNoise = true
    /// Bring quiet and loud speakers to one level, by scaling in the program only.
    public var controlsGain = true
    /// Speech of the user interrupts JARVIS in Auto modes.
    public var allowsInterruption = true
    /// Which talk in the room is answered in Auto modes.
    public var talkFilter = TalkFilter.balanced
    /// How long a pause may be before what was said is answered.
    public var endPatience = EndPatience.normal
    /// Say a few words when an answer takes long.
    public var saysFillers = true
    public var ducking = Ducking.unchanged
    /// Keep each utterance as a WAV file.
    public var recordsUtterances = false
    public var recordingRetention = RecordingRetention.week

    public init() {}

    /// The language of what is said, as a code such as "de"; nil where the server should detect it.
    public func language(ofDesktop desktop: String) -> String? {
        if recognitionLanguage == Self.desktopLanguage { return desktop }
        return recognitionLanguage.isEmpty ? nil : recognitionLanguage
    }
}
