// SPDX-License-Identifier: GPL-3.0-or-later
// Ports to audio: microphone, speaker, devices, meters.

/// Events of a microphone, on its own delivery thread.
public enum MicrophoneEvent: Sendable {
    /// The microphone delivers sound from `device`, given by its description. Speech from here on is captured.
    case opened(device: String)
    case frame(AudioFrame)
    /// The buffer between the capture and delivery threads was full; the newest `frames` frames were dropped.
    case overrun(frames: Int)
    /// The stream failed; the microphone keeps trying to reopen it until closed.
    case failed(AudioFailure)
    /// The desktop's sound settings have muted or unmuted the microphone, or this program's stream from it.
    /// Before the first such event it is not muted.
    case mutedBySystem(Bool)
    case closed
}

/// The processing between the microphone and its listeners.
public struct SoundProcessing: Hashable, Sendable {
    /// Removes JARVIS's own playback from the sound.
    public var cancelsEcho: Bool
    /// Removes steady noise before voice detection.
    public var suppressesNoise: Bool
    /// Evens out quiet and loud speakers.
    public var controlsGain: Bool

    /// The user's processing settings.
    public init(_ settings: SpeechSettings = SpeechSettings()) {
        cancelsEcho = settings.cancelsEcho
        suppressesNoise = settings.suppressesNoise
        controlsGain = settings.controlsGain
    }
}

/// A microphone: 16 kHz mono in 20 ms frames, with voice activity detected on the capture thread.
public protocol Microphone: AnyObject, Sendable {
    /// Opens the device (nil: the desktop's default) and delivers frames in order to `handler`, on one of the
    /// microphone's own threads, until `close`. If already open on this device, nothing changes; on another one,
    /// capture moves to the new device.
    func open(device: String?, handler: @escaping @Sendable (MicrophoneEvent) -> Void)
    /// Ends capture; `handler` receives `closed` last. Idempotent; returns without waiting.
    func close()
    /// Mutes the microphone, which then delivers silence.
    func setMuted(_ isMuted: Bool)
    /// Changes the processing from now on.
    func setProcessing(_ processing: SoundProcessing)
    /// Sets the sensitivity of voice detection in percent, 0…100.
    func setSensitivity(_ percent: Double)
    /// Tells whether the listener only waits for a voice. Then frames without one may arrive up to 0.2 s late, several
    /// at once, which saves energy. False until set.
    func setWaiting(_ isWaiting: Bool)
}

extension Microphone {
    public func setWaiting(_ isWaiting: Bool) {}
}

/// Events of playback.
public enum PlaybackEvent: Sendable, Equatable {
    /// The first sample of the turn left the speaker.
    case started
    /// The listener has now heard this much.
    case heard(HeardPosition)
    /// Everything queued has been heard.
    case finished
    case failed(AudioFailure)
}

/// The speaker: plays clauses in order, reports the listener's position, and stops within 100 ms.
public protocol SpeechPlayer: AnyObject, Sendable {
    /// Does the slow steps before a first sound now, inaudibly, because a reply may begin soon.
    func prepare(device: String?)
    /// Begins a reply and stops any reply still playing. `handler` runs on one of the player's own threads.
    func begin(device: String?, handler: @escaping @Sendable (PlaybackEvent) -> Void)
    /// Queues sound of clause number `clause` (0-based) without blocking.
    func enqueue(_ audio: SynthesizedAudio, clause: Int)
    /// Sets the reply's gain, 0…1, until the next call or the next `begin`. Takes effect within 100 ms and without a
    /// click.
    func setGain(_ gain: Double)
    /// Ends the queue; `finished` comes once the last sample has been heard.
    func finish()
    /// Silences the speaker at once and drops the queue. Idempotent.
    func stop()
}

extension SpeechPlayer {
    public func prepare(device: String?) {}
}

/// Lists microphones and speakers.
public protocol AudioDeviceListing: Sendable {
    /// - Throws: `AudioFailure` if no sound server answers.
    func devices() async throws -> [AudioDevice]
}

/// Levels and spectrum for the visualizer, read once per frame without blocking the audio threads.
public protocol VoiceMeters: AnyObject, Sendable {
    /// Microphone level 0…1 (−70…0 dBFS).
    var inputLevel: Float { get }
    /// Level 0…1 of the speaker's current output.
    var outputLevel: Float { get }
    /// Copies 64 bands (0…1, low to high, 60 Hz…8 kHz) of the current output; all zero if nothing plays.
    func readSpectrum(into bands: inout [Float])
    /// An element when the open microphone begins to hear a voice, and every second while it goes on.
    func voices() -> AsyncStream<Void>
}

extension VoiceMeters {
    public func voices() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}
