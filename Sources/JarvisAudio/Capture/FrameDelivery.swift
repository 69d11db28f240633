// SPDX-License-Identifier: GPL-3.0-or-later
// Delivers captured frames: drains the ring on its own thread and calls the listener.

import CPulse
import Glibc
import JarvisCore
import JarvisSignal
import Synchronization

/// Carries frames and events in order from the capture thread to the handler. If the handler is slow, the ring fills
/// up, and the newest frames are dropped and reported.
final class FrameDelivery: Sendable {
    /// The frames that fit into the ring: about 2.5 s of sound.
    private static let ringFrames = 128

    private struct Control: Sendable {
        /// The number of frames that precede the event.
        var position: Int
        var event: MicrophoneEvent
    }

    let ring = FrameRing<FrameTag>(
        capacity: ringFrames, samplesPerSlot: AudioFrame.samplesPerFrame, filler: FrameTag())
    let eventDescriptor: Int32
    /// Wraps the closure in a struct: stored directly in a generic lock, each access would add another wrapper, and the
    /// calls would nest ever deeper.
    private struct Handler {
        var take: @Sendable (MicrophoneEvent) -> Void
    }

    private let onVoice: @Sendable () -> Void
    private let controls = Mutex<[Control]>([])
    private let handler: Mutex<Handler>

    /// - Parameter onVoice: Called before the first frame with a voice is delivered, and every second while it goes on.
    init(handler: @escaping @Sendable (MicrophoneEvent) -> Void, onVoice: @escaping @Sendable () -> Void = {}) {
        self.onVoice = onVoice
        self.handler = Mutex(Handler(take: handler))
        eventDescriptor = eventfd(0, Int32(EFD_CLOEXEC))
    }

    deinit {
        if eventDescriptor >= 0 { Glibc.close(eventDescriptor) }
    }

    func setHandler(_ handler: @escaping @Sendable (MicrophoneEvent) -> Void) {
        self.handler.withLock { $0 = Handler(take: handler) }
    }

    /// Adds an event after all frames so far; called by the capture thread.
    func post(_ event: MicrophoneEvent) {
        let position = ring.pushedCount
        controls.withLock { $0.append(Control(position: position, event: event)) }
        flush()
    }

    /// Delivers the collected frames now.
    func flush() { eventfd_write(eventDescriptor, 1) }

    /// Delivers until `closed` has been delivered. Runs on the delivery thread.
    func run() {
        var delivered = 0
        var reportedOverrun = 0
        var voice = VoiceNews()
        while true {
            var signal: eventfd_t = 0
            // If the process has no descriptors left for events, poll once per frame length.
            if eventDescriptor < 0 || eventfd_read(eventDescriptor, &signal) != 0 { usleep(20_000) }
            while true {
                if let event = takeControl(upTo: delivered) {
                    call(event)
                    if case .closed = event { return }
                    continue
                }
                guard let frame = ring.pop(makeFrame) else { break }
                delivered += 1
                if voice.take(isSpeech: frame.isSpeech) { onVoice() }
                call(.frame(frame))
                let overrun = ring.overrunCount
                if overrun > reportedOverrun {
                    call(.overrun(frames: overrun - reportedOverrun))
                    reportedOverrun = overrun
                }
            }
        }
    }

    private func call(_ event: MicrophoneEvent) {
        let handler = handler.withLock { $0 }
        handler.take(event)
    }

    private func takeControl(upTo position: Int) -> MicrophoneEvent? {
        controls.withLock { controls in
            guard let first = controls.first, first.position <= position else { return nil }
            controls.removeFirst()
            return first.event
        }
    }
}

private func makeFrame(_ samples: UnsafeBufferPointer<Int16>, _ tag: FrameTag) -> AudioFrame {
    AudioFrame(
        samples: Array(samples), sampleIndex: tag.firstSample, isSpeech: tag.isSpeech, levelDBFS: tag.levelDBFS,
        isPlaying: tag.finding.isPlaying, isNear: tag.finding.isNear, isVoiced: tag.finding.isVoiced,
        nearShare: tag.finding.nearShare, isEchoMoved: tag.finding.isEchoMoved, likelihood: tag.likelihood)
}
