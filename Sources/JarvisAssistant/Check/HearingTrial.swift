// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the microphone's level and speech likelihood alongside the conversation, without disturbing it or keeping
// any sound. The microphone reports on its own thread; results sit behind one lock and are read for drawing.

public import JarvisCore
import Synchronization

/// A microphone observed while its settings are shown.
public final class HearingTrial: Sendable {
    private struct State {
        var finding = MicrophoneFinding()
        var meter = MicrophoneMeter()
        var isOpen = false
        /// The maximum since the last read, because frames arrive more often than they are read.
        var likelihood: Float = 0
        var hasSpeech = false
    }

    private let microphone: any Microphone
    private let state = Mutex(State())

    /// - Parameter microphone: A microphone for this trial alone.
    public init(microphone: any Microphone) {
        self.microphone = microphone
    }

    deinit {
        microphone.close()
    }

    /// True between `begin` and `end`.
    public var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Starts on a device (nil: the desktop's default), or moves to it.
    public func begin(device: String?, sensitivity: Double, processing: SoundProcessing) {
        state.withLock { state in
            state = State()
            state.isOpen = true
        }
        adjust(sensitivity: sensitivity, processing: processing)
        microphone.open(device: device) { [weak self] in self?.take($0) }
    }

    /// Applies these settings from the next frame on.
    public func adjust(sensitivity: Double, processing: SoundProcessing) {
        microphone.setSensitivity(sensitivity)
        microphone.setProcessing(processing)
    }

    /// Closes the microphone; idempotent.
    public func end() {
        state.withLock { $0.isOpen = false }
        microphone.close()
    }

    /// The results, with the maximum of likelihood and speech since the last call.
    public func look() -> MicrophoneFinding {
        state.withLock { state in
            var finding = state.finding
            finding.likelihood = state.likelihood
            finding.isSpeaking = state.hasSpeech
            state.likelihood = 0
            state.hasSpeech = false
            return finding
        }
    }

    private func take(_ event: MicrophoneEvent) {
        state.withLock { state in
            guard state.isOpen else { return }
            switch event {
            case .opened(let device): state.finding.device = device
            case .frame(let frame):
                guard state.finding.condition != .muted else { return }
                state.meter.take(frame, into: &state.finding)
                state.likelihood = max(state.likelihood, frame.likelihood)
                state.hasSpeech = state.hasSpeech || frame.isSpeech
            case .mutedBySystem(let isMuted): state.finding = Self.still(isMuted ? .muted : .opening, state.finding)
            case .failed(let failure): state.finding = Self.still(.failed(failure), state.finding)
            case .overrun, .closed: break
            }
        }
    }

    private static func still(_ condition: MicrophoneFinding.Condition, _ before: MicrophoneFinding)
        -> MicrophoneFinding
    {
        var finding = MicrophoneFinding()
        finding.condition = condition
        finding.device = before.device
        return finding
    }
}
