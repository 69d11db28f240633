// SPDX-License-Identifier: GPL-3.0-or-later
// One opening of the microphone: holds the caller's requests, and the two threads that carry them out.

import JarvisCore
import JarvisPlatform
import JarvisSignal
import Synchronization

/// A capture thread, a delivery thread and their shared state.
final class CaptureSession: Sendable {
    private struct Wishes: Sendable {
        var device: String?
        var isClosed = false
    }

    let server: PulseServer
    let meters: AudioMeters
    let delivery: FrameDelivery
    let waker = MainLoopWaker()
    private let controls: CaptureControls
    private let reference: PlaybackReference?
    private let makeDetector: @Sendable () -> any VoiceActivityDetector
    private let wishes: Mutex<Wishes>

    init(
        server: PulseServer, device: String?, controls: CaptureControls, meters: AudioMeters,
        reference: PlaybackReference? = nil, makeDetector: @escaping @Sendable () -> any VoiceActivityDetector,
        handler: @escaping @Sendable (MicrophoneEvent) -> Void
    ) {
        self.server = server
        self.controls = controls
        self.meters = meters
        self.reference = reference
        self.makeDetector = makeDetector
        delivery = FrameDelivery(handler: handler, onVoice: { meters.noteVoice() })
        wishes = Mutex(Wishes(device: device))
    }

    /// Starts both threads, which end by themselves after `close`.
    func start() {
        let delivery = delivery
        WorkerThread(name: "mic-delivery").async { delivery.run() }
        WorkerThread(name: "mic-capture").async { self.capture() }
    }

    /// Moves to another device; does nothing if it is the same.
    func move(to device: String?, handler: @escaping @Sendable (MicrophoneEvent) -> Void) {
        let isNew = wishes.withLock { wishes in
            defer { wishes.device = device }
            return wishes.device != device
        }
        guard isNew else { return }
        delivery.setHandler(handler)
        waker.wake()
    }

    /// Ends the rest of both threads now.
    func wake() {
        delivery.flush()
        waker.wake()
    }

    func close() {
        wishes.withLock { $0.isClosed = true }
        waker.wake()
    }

    var isClosed: Bool { wishes.withLock { $0.isClosed } }
    /// The requested microphone; nil for the desktop's default.
    var device: String? { wishes.withLock { $0.device } }

    private func capture() {
        defer {
            meters.setInputLevel(0)
            delivery.post(.closed)
        }
        let cutter = FrameCutter(
            ring: delivery.ring, controls: controls, meters: meters, eventDescriptor: delivery.eventDescriptor,
            detector: makeDetector(), reference: reference)
        CaptureThread(self, cutter: cutter).run()
    }
}
