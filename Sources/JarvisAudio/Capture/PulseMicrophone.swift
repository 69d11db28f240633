// SPDX-License-Identifier: GPL-3.0-or-later
// Implements the microphone port with PulseAudio.

public import JarvisCore
public import JarvisSignal
import Synchronization

/// A microphone of the sound server. Each `open` runs a capture and a delivery thread until `close`. Each fault is
/// reported once and repaired automatically, with retries every 0.25 s to 2 s.
public final class PulseMicrophone: Microphone {
    private let server: PulseServer
    private let meters: AudioMeters
    private let reference: PlaybackReference?
    private let makeDetector: @Sendable () -> any VoiceActivityDetector
    private let controls: CaptureControls
    private let session = Mutex<CaptureSession?>(nil)

    /// - Parameters:
    ///   - server: The sound server.
    ///   - meters: Receives the microphone's level.
    ///   - reference: JARVIS's playback, to remove from the microphone's sound; nil for none.
    ///   - readerVoice: The desktop's screen reader, whose words are not taken for the user's; nil for none.
    ///   - makeDetector: Makes the voice detector, on the capture thread, which then owns it.
    public init(
        server: PulseServer = PulseServer(), meters: AudioMeters, reference: PlaybackReference? = nil,
        readerVoice: ReaderVoice? = nil,
        makeDetector: @escaping @Sendable () -> any VoiceActivityDetector = { SpectralVoiceDetector() }
    ) {
        self.server = server
        self.meters = meters
        self.reference = reference
        controls = CaptureControls(readerVoice: readerVoice)
        self.makeDetector = makeDetector
    }

    deinit {
        close()
    }

    /// Opens `device`, or the desktop's default if nil.
    public func open(device: String?, handler: @escaping @Sendable (MicrophoneEvent) -> Void) {
        session.withLock { session in
            if let session {
                session.move(to: device, handler: handler)
                return
            }
            let opened = CaptureSession(
                server: server, device: device, controls: controls, meters: meters, reference: reference,
                makeDetector: makeDetector, handler: handler)
            opened.start()
            session = opened
        }
    }

    /// Ends the capture; its threads end by themselves shortly afterwards.
    public func close() {
        session.withLock { session in
            session?.close()
            session = nil
        }
    }

    /// Replaces sound with silence, or stops doing so, from the next frame on.
    public func setMuted(_ isMuted: Bool) {
        controls.isMuted.store(isMuted, ordering: .relaxed)
    }

    /// Sets echo, noise and gain processing from the next frame on.
    public func setProcessing(_ processing: SoundProcessing) {
        controls.processing.cancelsEcho.store(processing.cancelsEcho, ordering: .relaxed)
        controls.processing.suppressesNoise.store(processing.suppressesNoise, ordering: .relaxed)
        controls.processing.controlsGain.store(processing.controlsGain, ordering: .relaxed)
    }

    /// Lets the threads wake up less often until a voice is heard, or ends that.
    public func setWaiting(_ isWaiting: Bool) {
        let wasWaiting = controls.mayRest.exchange(isWaiting, ordering: .relaxed)
        if wasWaiting, !isWaiting { session.withLock { $0 }?.wake() }
    }

    /// Sets the sensitivity of voice detection in percent, 0…100.
    public func setSensitivity(_ percent: Double) {
        controls.sensitivity.store(min(max(percent, 0), 100).bitPattern, ordering: .relaxed)
    }
}
