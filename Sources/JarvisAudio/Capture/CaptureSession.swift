// SPDX-License-Identifier: GPL-3.0-or-later
// The capture thread: keeps a stream from the wanted microphone running, through every fault, until it is closed.

import CPulse
import Glibc
import JarvisCore
import JarvisPlatform
import JarvisSignal
import Synchronization

/// One opening of the microphone: a capture thread, a delivery thread and what they share.
final class CaptureSession: Sendable {
    private static let shortestBackOff: Duration = .milliseconds(250)
    private static let longestBackOff: Duration = .seconds(2)

    private struct Wishes: Sendable {
        var device: String?
        var isClosed = false
    }

    private let server: PulseServer
    private let controls: CaptureControls
    private let meters: AudioMeters
    private let makeDetector: @Sendable () -> any VoiceActivityDetector
    private let reference: PlaybackReference?
    private let delivery: FrameDelivery
    private let wishes: Mutex<Wishes>
    private let waker = MainLoopWaker()

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
        delivery = FrameDelivery(handler: handler)
        wishes = Mutex(Wishes(device: device))
    }

    /// Starts both threads; they end by themselves after `close`.
    func start() {
        let delivery = delivery
        WorkerThread(name: "mic-delivery").async { delivery.run() }
        WorkerThread(name: "mic-capture").async { self.run() }
    }

    /// Moves to another device; nothing happens when it is the same.
    func move(to device: String?, handler: @escaping @Sendable (MicrophoneEvent) -> Void) {
        let isNew = wishes.withLock { wishes in
            defer { wishes.device = device }
            return wishes.device != device
        }
        guard isNew else { return }
        delivery.setHandler(handler)
        waker.wake()
    }

    func close() {
        wishes.withLock { $0.isClosed = true }
        waker.wake()
    }

    private var isClosed: Bool { wishes.withLock { $0.isClosed } }
    private var device: String? { wishes.withLock { $0.device } }

    private func run() {
        defer {
            meters.setInputLevel(0)
            delivery.post(.closed)
        }
        let cutter = FrameCutter(
            ring: delivery.ring, controls: controls, meters: meters, eventDescriptor: delivery.eventDescriptor,
            detector: makeDetector(), reference: reference)
        var backOff = Self.shortestBackOff
        var reported: AudioFailure?
        var connection: PulseConnection?
        while !isClosed {
            let wanted = device
            do throws(AudioFailure) {
                let current: PulseConnection
                if let connection {
                    current = connection
                } else {
                    current = try PulseConnection(server: server, waker: waker)
                }
                connection = current
                try serve(wanted, current, cutter) {
                    backOff = Self.shortestBackOff
                    reported = nil
                }
            } catch {
                meters.setInputLevel(0)
                if !(reported?.isSameFault(as: error) ?? false) { delivery.post(.failed(error)) }
                reported = error
                connection?.disconnect()
                pause(backOff, connection) { device != wanted }
                backOff = min(backOff * 2, Self.longestBackOff)
            }
        }
    }

    /// Captures from `wanted` until the wishes change.
    private func serve(
        _ wanted: String?, _ connection: PulseConnection, _ cutter: FrameCutter, onOpen: () -> Void
    ) throws(AudioFailure) {
        if !connection.isReady { try connection.connect() }
        cutter.restart()
        let stream = try CaptureStream(connection, device: wanted, cutter: cutter)
        onOpen()
        delivery.post(.opened(device: stream.deviceName))
        while !isClosed, device == wanted {
            connection.iterate(nil) { isClosed || device != wanted }
            guard stream.isRunning else { throw stream.failure(wanted) }
            if let moved = try stream.takeMove() { delivery.post(.opened(device: moved)) }
        }
    }

    private func pause(_ duration: Duration, _ connection: PulseConnection?, unless isOver: () -> Bool) {
        guard let connection else {
            // Not even a main loop could be made: there is nothing to be woken by.
            usleep(UInt32(clamping: duration.wholeMicroseconds))
            return
        }
        _ = connection.wait(duration) { isClosed || isOver() }
    }
}

extension AudioFailure {
    /// True when both tell the user the same; a server that has gone gives a new reason with every try.
    fileprivate func isSameFault(as other: AudioFailure) -> Bool {
        switch (self, other) {
        case (.serverUnavailable, .serverUnavailable), (.streamFailed, .streamFailed): true
        default: self == other
        }
    }
}
