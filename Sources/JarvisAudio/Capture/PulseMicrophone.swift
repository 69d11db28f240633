// SPDX-License-Identifier: GPL-3.0-or-later
// The microphone port on PulseAudio.

public import JarvisCore
public import JarvisSignal
import Synchronization

/// A microphone of the sound server. Each `open` runs a capture and a delivery thread until `close`; faults are
/// reported once and mended by themselves, with tries 0.25 s to 2 s apart.
public final class PulseMicrophone: Microphone {
    private let server: PulseServer
    private let meters: AudioMeters
    private let reference: PlaybackReference?
    private let makeDetector: @Sendable () -> any VoiceActivityDetector
    private let controls = CaptureControls()
    private let session = Mutex<CaptureSession?>(nil)

    /// - Parameters:
    ///   - server: the sound server.
    ///   - meters: told the level of what is heard.
    ///   - reference: what JARVIS plays, to be taken out of what is heard; nil: nothing is.
    ///   - makeDetector: makes the voice detector, on the capture thread that it will belong to.
    public init(
        server: PulseServer = PulseServer(), meters: AudioMeters, reference: PlaybackReference? = nil,
        makeDetector: @escaping @Sendable () -> any VoiceActivityDetector = { SpectralVoiceDetector() }
    ) {
        self.server = server
        self.meters = meters
        self.reference = reference
        self.makeDetector = makeDetector
    }

    deinit {
        close()
    }

    /// Opens `device`, or the desktop's default when nil.
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

    /// Ends capture; the threads end by themselves shortly after.
    public func close() {
        session.withLock { session in
            session?.close()
            session = nil
        }
    }

    /// Silence instead of sound, from the next frame on.
    public func setMuted(_ isMuted: Bool) {
        controls.isMuted.store(isMuted, ordering: .relaxed)
    }

    /// Echo, noise and gain, from the next frame on.
    public func setProcessing(_ processing: SoundProcessing) {
        controls.processing.cancelsEcho.store(processing.cancelsEcho, ordering: .relaxed)
        controls.processing.suppressesNoise.store(processing.suppressesNoise, ordering: .relaxed)
        controls.processing.controlsGain.store(processing.controlsGain, ordering: .relaxed)
    }

    /// Voice-detection sensitivity, 0…100 percent.
    public func setSensitivity(_ percent: Double) {
        controls.sensitivity.store(min(max(percent, 0), 100).bitPattern, ordering: .relaxed)
    }
}
