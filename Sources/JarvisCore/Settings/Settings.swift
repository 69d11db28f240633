// SPDX-License-Identifier: GPL-3.0-or-later
// All user settings, with their defaults.

/// When the microphone listens.
public enum DetectionMode: String, Sendable, Codable, CaseIterable {
    /// Only the microphone button starts and stops a recording.
    case disabled
    /// A tap starts a recording, and another one ends it.
    case pushToTalk = "push-to-talk"
    /// Speech starts and ends a recording by itself.
    case auto
    /// Like `auto`; in addition, press and hold keeps the microphone open.
    case autoHold = "auto-hold"

    /// True if speech alone starts a recording.
    public var isAutomatic: Bool { self == .auto || self == .autoHold }
}

/// The user's settings; values are always within their documented ranges.
public struct Settings: Hashable, Sendable {
    public var voice = Voice.standard
    /// Voices for languages that `voice` does not speak, as "de=de+f3, fr=fr-be"; if empty, the synthesizer picks one.
    public var languageVoices = ""
    /// Speaking rate as a multiple, 0.5…2.0.
    public var speed = 1.0
    /// Pitch in semitones, −12…12.
    public var pitch = 0.0
    /// Loudness of speech, 0…1.
    public var volume = 1.0
    public var detectionMode = DetectionMode.auto
    /// In the automatic modes, speech starts a recording even while a screen reader runs.
    public var listensBesideScreenReader = false
    /// Voice-detection sensitivity in percent, 0…100.
    public var sensitivity = 50.0
    /// The sound server's name for the microphone; nil follows the desktop's default.
    public var inputDevice: String?
    /// The sound server's name for the output; nil follows the desktop's default.
    public var outputDevice: String?
    /// Speaks replies aloud.
    public var speaksReplies = true
    /// The number of particles behind the visualizer, 0…500.
    public var particleCount = 250.0
    /// Animation speed as a multiple, 0.5…2.0.
    public var animationSpeed = 1.0
    /// Colours and accessibility.
    public var appearance = AppearanceSettings()
    /// Sounds and vibrations for events.
    public var feedback = FeedbackSettings()
    /// Engines, wake word, processing and recording.
    public var speech = SpeechSettings()
    /// Which servers may receive a key over plain HTTP.
    public var network = NetworkSettings()
    /// Which internet services may be used, and on which servers.
    public var online = OnlineSettings()
    /// How much of the conversation is stored, and for how long.
    public var history = HistorySettings()
    /// Keeps running without a window while a timer, alarm or reminder is set, so it can ring.
    public var ringsInBackground = true
    /// Reminders ring like a call when they are due; if false, JARVIS announces them.
    public var ringsAsCall = true
    /// Listens for the wake word while no window is open.
    public var listensInBackground = false
    /// Keeps the microphone open while the screen is locked or another user's session is active.
    public var listensWhileLocked = false
    /// Lets other desktop programs ask, speak and listen through JARVIS.
    public var answersPrograms = false
    /// Shows an icon in the desktop's tray.
    public var showsTrayIcon = true
    /// Listens while a global shortcut is held.
    public var hasGlobalKey = false
    /// Calendar files and folders, separated by commas; if empty, the usual places.
    public var calendarFiles = ""
    /// The calendar folder that may be changed; empty if none may.
    public var calendarFolder = ""
    /// Suggests a topic for a voice note once a day, by notification.
    public var offersPrompts = false
    /// The hour of that notification, 0…23.
    public var promptHour = 20.0
    /// Shows a line of the newest voice note outside the window, visible to anyone who sees the screen.
    public var showsNoteLine = false
    /// What JARVIS calls the user; empty if unknown.
    public var userName = "" {
        didSet { if userName != userName.withoutInvisibles { userName = userName.withoutInvisibles } }
    }

    public init() {}

    public var prosody: Prosody { Prosody(voice: voice, speed: speed, pitch: pitch, volume: volume) }
}
