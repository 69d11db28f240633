// SPDX-License-Identifier: GPL-3.0-or-later
// Plays event sounds. The sound server stores them and plays them in the event role, so their volume follows that of
// the desktop's event sounds.

public import JarvisCore
import JarvisPlatform

/// Plays `FOLDER/NAME.wav` for each event that has a sound.
public final class PulseFeedbackPlayer: FeedbackPlayer {
    private let settings: any SettingsStore
    private let sounds: ServerSounds
    private let worker = WorkerThread(name: "event-sounds")
    private let patience: Duration

    /// - Parameters:
    ///   - folder: A folder with a WAV file for each event, named as in `Feedback.soundName`.
    ///   - patience: The longest delay after which a sound is still played; also the server's time limit per step.
    public init(
        server: PulseServer, folder: String, settings: any SettingsStore, patience: Duration = .milliseconds(400)
    ) {
        self.settings = settings
        self.patience = patience
        sounds = ServerSounds(server, folder: folder, patience: patience)
    }

    public func give(_ feedback: Feedback) {
        let current = settings.current
        guard current.feedback.sounds.contains(feedback) else { return }
        let (asked, output) = (ContinuousClock.now, current.outputDevice)
        worker.async { [sounds, patience] in
            guard ContinuousClock.now - asked < patience else { return }
            sounds.play(feedback.soundName, on: output)
        }
    }
}

extension EventSounds {
    package func contains(_ feedback: Feedback) -> Bool {
        switch (self, feedback) {
        case (.off, _): false
        case (.few, .wakeWordHeard), (.few, .recordingStarted), (.few, .holdBegan), (.few, .holdReleased),
            (.few, .error):
            true
        case (.few, _): false
        case (.all, _): true
        }
    }
}

extension Feedback {
    /// The name of the event's sound file, without its extension.
    package var soundName: String {
        switch self {
        case .wakeWordHeard: "wake-word-heard"
        case .speechDetected: "speech-detected"
        case .recordingStarted: "recording-started"
        case .recordingStopped: "recording-stopped"
        case .holdBegan: "hold-began"
        case .holdReleased: "hold-released"
        case .messageSent: "message-sent"
        case .error: "error"
        case .replyStarted: "reply-started"
        case .interrupted: "interrupted"
        case .callRinging: "call-ringing"
        }
    }
}
