// SPDX-License-Identifier: GPL-3.0-or-later
// A microphone that delivers what the test tells it to.

public import JarvisCore
import Synchronization

/// A microphone whose frames the test supplies.
public final class FakeMicrophone: Microphone {
    private struct State {
        var handler: (@Sendable (MicrophoneEvent) -> Void)?
        var isMuted = false
        var isWaiting = false
        var processing = SoundProcessing()
        var openCount = 0
        var sampleIndex: Int64 = 0
    }

    private let state = Mutex(State())

    public init() {}

    public var isOpen: Bool { state.withLock { $0.handler != nil } }
    public var isMuted: Bool { state.withLock { $0.isMuted } }
    /// True if the listener only waits for a voice.
    public var isWaiting: Bool { state.withLock { $0.isWaiting } }
    /// The sound processing requested last.
    public var processing: SoundProcessing { state.withLock { $0.processing } }
    public var openCount: Int { state.withLock { $0.openCount } }

    public func open(device: String?, handler: @escaping @Sendable (MicrophoneEvent) -> Void) {
        let isNew = state.withLock { state in
            defer { state.handler = handler }
            if state.handler == nil { state.openCount += 1 }
            return state.handler == nil
        }
        if isNew { handler(.opened(device: device ?? "Fake microphone")) }
    }

    public func close() {
        let handler = state.withLock { state in
            defer { state.handler = nil }
            return state.handler
        }
        handler?(.closed)
    }

    public func setMuted(_ isMuted: Bool) { state.withLock { $0.isMuted = isMuted } }
    public func setSensitivity(_ percent: Double) {}
    public func setWaiting(_ isWaiting: Bool) { state.withLock { $0.isWaiting = isWaiting } }
    public func setProcessing(_ processing: SoundProcessing) { state.withLock { $0.processing = processing } }

    /// Delivers any event.
    public func send(_ event: MicrophoneEvent) {
        state.withLock { $0.handler }?(event)
    }

    /// Delivers `seconds` of sound with a constant value, marked as speech or not.
    public func send(seconds: Double, isSpeech: Bool, value: Int16 = 1000) {
        for _ in 0..<Int((seconds * 50).rounded()) {
            let index = state.withLock { state in
                defer { state.sampleIndex += Int64(AudioFrame.samplesPerFrame) }
                return state.sampleIndex
            }
            let samples = [Int16](repeating: isSpeech ? value : 0, count: AudioFrame.samplesPerFrame)
            send(
                .frame(
                    AudioFrame(
                        samples: samples, sampleIndex: index, isSpeech: isSpeech, levelDBFS: isSpeech ? -20 : -80)))
        }
    }

    /// Delivers sound at 16 kHz, in frames; loud frames count as speech.
    public func send(_ samples: [Int16]) {
        for start in stride(from: 0, to: samples.count, by: AudioFrame.samplesPerFrame) {
            var frame = Array(samples[start..<min(start + AudioFrame.samplesPerFrame, samples.count)])
            frame += [Int16](repeating: 0, count: AudioFrame.samplesPerFrame - frame.count)
            let isSpeech = (frame.map { abs(Int($0)) }.max() ?? 0) > 500
            send(frame, isSpeech: isSpeech, levelDBFS: isSpeech ? -20 : -80)
        }
    }

    /// Delivers one frame with a detector's result.
    public func send(_ frame: [Int16], isSpeech: Bool, likelihood: Float? = nil, levelDBFS: Float) {
        let index = state.withLock { state in
            defer { state.sampleIndex += Int64(frame.count) }
            return state.sampleIndex
        }
        send(
            .frame(
                AudioFrame(
                    samples: frame, sampleIndex: index, isSpeech: isSpeech, levelDBFS: levelDBFS,
                    likelihood: likelihood)))
    }
}
