// SPDX-License-Identifier: GPL-3.0-or-later
// Ports of the audio side: microphone, speaker, devices, meters.

/// Reports of a microphone, on its own delivery thread.
public enum MicrophoneEvent: Sendable {
    /// Sound comes from `device`, by its description: what is said from now on is heard.
    case opened(device: String)
    case frame(AudioFrame)
    /// The hand-over ring was full and `frames` newest frames were dropped.
    case overrun(frames: Int)
    /// The stream ended with this; the microphone keeps trying to come back by itself until closed.
    case failed(AudioFailure)
    /// The desktop's own sound settings have muted the microphone (or this program's share of it), or no longer do.
    /// Until the first such report it is not muted.
    case mutedBySystem(Bool)
    case closed
}

/// The processing between the microphone and everything that listens.
public struct SoundProcessing: Hashable, Sendable {
    /// Take what JARVIS itself plays out of it.
    public var cancelsEcho: Bool
    /// Take steady noise out before voice is looked for.
    public var suppressesNoise: Bool
    /// Bring quiet and loud speakers to one level.
    public var controlsGain: Bool

    /// As the settings say.
    public init(_ settings: SpeechSettings = SpeechSettings()) {
        cancelsEcho = settings.cancelsEcho
        suppressesNoise = settings.suppressesNoise
        controlsGain = settings.controlsGain
    }
}

/// A microphone: 16 kHz mono in 20 ms frames, with voice activity found on the capture thread.
public protocol Microphone: AnyObject, Sendable {
    /// Opens the device (nil: the desktop's default) and delivers frames to `handler` on one thread of the
    /// microphone's own, in order, until `close`. Opening an open microphone on the same device changes nothing;
    /// on another one it moves there.
    func open(device: String?, handler: @escaping @Sendable (MicrophoneEvent) -> Void)
    /// Ends capture; `handler` gets `closed` last. Idempotent, returns without waiting.
    func close()
    /// A muted microphone delivers silence.
    func setMuted(_ isMuted: Bool)
    /// Sets the processing from now on.
    func setProcessing(_ processing: SoundProcessing)
    /// Voice-detection sensitivity, 0…100 percent.
    func setSensitivity(_ percent: Double)
}

/// What playback reports.
public enum PlaybackEvent: Sendable, Equatable {
    /// The first sample of the turn left the speaker.
    case started
    /// The listener has now heard this much.
    case heard(HeardPosition)
    /// All that was queued has been heard.
    case finished
    case failed(AudioFailure)
}

/// The speaker: plays clauses in order, says how far the listener is, and stops within 100 ms.
public protocol SpeechPlayer: AnyObject, Sendable {
    /// A reply may begin in a moment: what takes time before the first sound may be done now. Nothing is heard of it.
    func prepare(device: String?)
    /// Begins a reply; a reply that still plays is stopped. `handler` is called on a thread of the player's own.
    func begin(device: String?, handler: @escaping @Sendable (PlaybackEvent) -> Void)
    /// Queues sound of clause `clause` (0-based) without blocking.
    func enqueue(_ audio: SynthesizedAudio, clause: Int)
    /// Plays the reply at this share of its loudness, 0…1, from now on until changed or until the next `begin`; the
    /// change takes effect within 100 ms and without a click.
    func setGain(_ gain: Double)
    /// No more sound will come; `finished` follows once the last sample has been heard.
    func finish()
    /// Silences the speaker now and forgets what is queued. Idempotent.
    func stop()
}

extension SpeechPlayer {
    public func prepare(device: String?) {}
}

/// Lists microphones and speakers.
public protocol AudioDeviceListing: Sendable {
    /// - Throws: `AudioFailure` when no sound server answers.
    func devices() async throws -> [AudioDevice]
}

/// Levels and spectrum for the picture, read once per frame without blocking the audio threads.
public protocol VoiceMeters: AnyObject, Sendable {
    /// Microphone level 0…1 (−70…0 dBFS).
    var inputLevel: Float { get }
    /// Level 0…1 of what is being heard from the speaker now.
    var outputLevel: Float { get }
    /// Copies 64 bands (0…1, low to high, 60 Hz…8 kHz) of what is being heard now; all zero when nothing plays.
    func readSpectrum(into bands: inout [Float])
}
