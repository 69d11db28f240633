// SPDX-License-Identifier: GPL-3.0-or-later
// Everything the user can set, with its defaults.

/// When the microphone listens.
public enum DetectionMode: String, Sendable, Codable, CaseIterable {
    /// Only the microphone button starts and stops a recording.
    case disabled
    /// Tap to start, tap to stop.
    case pushToTalk = "push-to-talk"
    /// Speech starts and ends a recording by itself.
    case auto
    /// Like `auto`; press and hold keeps the microphone open.
    case autoHold = "auto-hold"

    /// True when speech alone starts a recording.
    public var isAutomatic: Bool { self == .auto || self == .autoHold }
}

/// The user's settings; values are always within their documented ranges.
public struct Settings: Hashable, Sendable {
    public var voice = "en-us"
    /// Voices for languages that `voice` does not speak, as "de=de+f3, fr=fr-be"; empty: the synthesizer finds one.
    public var languageVoices = ""
    /// Speaking-rate factor, 0.5…2.0.
    public var speed = 1.0
    /// Semitones, −12…12.
    public var pitch = 0.0
    /// Loudness of speech, 0…1.
    public var volume = 1.0
    public var detectionMode = DetectionMode.auto
    /// Voice-detection sensitivity in percent, 0…100.
    public var sensitivity = 50.0
    /// The sound server's name of the microphone; nil follows the desktop's default.
    public var inputDevice: String?
    /// The sound server's name of the output; nil follows the desktop's default.
    public var outputDevice: String?
    /// Speak replies aloud.
    public var speaksReplies = true
    /// Particles behind the visualizer, 0…500.
    public var particleCount = 250.0
    /// Animation-speed factor, 0.5…2.0.
    public var animationSpeed = 1.0
    /// Colours, and what the user needs to see well.
    public var appearance = AppearanceSettings()
    /// Sounds and vibrations of events.
    public var feedback = FeedbackSettings()
    /// Engines, wake word, processing and recording.
    public var speech = SpeechSettings()
    /// The way to servers.
    public var network = NetworkSettings()
    /// What may be asked on the internet.
    public var online = OnlineSettings()
    /// How much of the conversation is kept.
    public var history = HistorySettings()
    /// With something pending, JARVIS goes on without a window, so that it rings.
    public var ringsInBackground = true
    /// What is due rings as a call; otherwise it is announced.
    public var ringsAsCall = true
    /// Without a window, JARVIS waits for the wake word.
    public var listensInBackground = false
    /// The microphone may stay open while the screen is locked or another user's session is in front.
    public var listensWhileLocked = false
    /// Other programs of the desktop may ask, speak and listen through JARVIS.
    public var answersPrograms = false
    /// An icon in the desktop's tray shows what JARVIS does.
    public var showsTrayIcon = true
    /// A key of the desktop lets JARVIS listen for as long as it is held.
    public var hasGlobalKey = false
    /// Calendars, separated by commas; empty: where calendars usually are.
    public var calendarFiles = ""
    /// A notification offers something to talk about in a voice note, once a day.
    public var offersPrompts = false
    /// The hour of that, 0…23.
    public var promptHour = 20.0
    /// The newest voice note's line is shown outside of the window, to be read by all who see the screen.
    public var showsNoteLine = false
    /// The name by which JARVIS calls the user; empty when unknown.
    public var userName = ""

    public init() {}

    public var prosody: Prosody { Prosody(voice: voice, speed: speed, pitch: pitch, volume: volume) }
}
