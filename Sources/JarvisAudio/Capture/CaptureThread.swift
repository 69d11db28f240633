// SPDX-License-Identifier: GPL-3.0-or-later
// The capture thread: keeps a stream from the requested microphone running despite faults, until closed. Owns
// connection and stream; everything here runs on the thread that calls `run`.

import CPulse
import Glibc
import JarvisCore

/// Serves one `CaptureSession`.
final class CaptureThread {
    private static let shortestBackOff: Duration = .milliseconds(250)
    /// A missing device is found again within this time, even if the server doesn't announce it.
    private static let longestBackOff: Duration = .seconds(1)
    /// How long to wait until the server has set a stream's volume; PipeWire takes 5 to 25 ms.
    private static let settleTime: Duration = .milliseconds(200)

    private let session: CaptureSession
    private let cutter: FrameCutter
    private var connection: PulseConnection?
    private var backOff = shortestBackOff
    private var reported: AudioFailure?
    private var isMuted = false
    /// When the volume of the stream itself can be trusted; nil once it can.
    private var settlesAt: ContinuousClock.Instant?
    /// The source at which to reopen the stream, once, because its channels differ from those of the source.
    private var place: String?
    /// True from before recording starts until the stream has ended: this program has the turn to record.
    private var hasTurn = false

    init(_ session: CaptureSession, cutter: FrameCutter) {
        self.session = session
        self.cutter = cutter
    }

    func run() {
        defer { leaveTurn() }
        while !session.isClosed {
            let wanted = session.device
            do throws(AudioFailure) {
                try serve(wanted)
            } catch {
                report(error)
                // If the server responds, it reports when a device appears; otherwise disconnect and try again.
                if !error.isMissingDevice { connection?.disconnect() }
                pause(backOff) { self.session.device != wanted }
                backOff = min(backOff * 2, Self.longestBackOff)
            }
        }
    }

    /// Captures from `wanted` until the requests change.
    private func serve(_ wanted: String?) throws(AudioFailure) {
        let connection = try readyConnection()
        try takeTurn()
        var around = try SourceSurroundings(connection)
        let (device, isAgain) = (place ?? wanted, place != nil)
        place = nil
        let stream = try CaptureStream(connection, device: device, cutter: cutter)
        connection.news.stream = stream.index
        defer { connection.news.stream = nil }
        backOff = Self.shortestBackOff
        let silentCount = cutter.acceptedCount
        var isHeard = false
        var source = stream.sourceName
        // If the server has moved the stream, reopen it with the channels of its source; if it moves it again, accept
        // its mixing.
        if !isAgain, mustReopen(stream, around, wanted) { return }
        settlesAt = .now + Self.settleTime
        try mirrorMute(of: around.named(source), stream)
        var watch = StallWatch(count: cutter.acceptedCount, now: .now)
        while !session.isClosed, session.device == wanted {
            connection.iterate(StallWatch.interval) { session.isClosed || session.device != wanted }
            guard stream.isRunning else { throw stream.failure(wanted) }
            stream.setFragment(frames: cutter.fragmentFrames)
            // Report the microphone only once it delivers sound: a stream is ready before its source, and speech would
            // be lost.
            if !isHeard, cutter.acceptedCount != silentCount {
                isHeard = true
                // If the source has stalled, `look` reports that it works again.
                if !watch.isStalled { opened(around.named(source)?.device.name ?? stream.deviceName) }
            }
            let hasMoved = stream.takeMovement()
            if connection.news.take() || hasMoved {
                around = try follow(around, wanted, stream)
                if stream.sourceName != source, let moved = around.named(stream.sourceName) {
                    source = moved.device.id
                    // Only the user may choose an output's monitor as the microphone.
                    if moved.device.isMonitor, moved.device.id != wanted { throw .noDevice(.input) }
                    if mustReopen(stream, around, wanted) { return }
                    if isHeard { opened(moved.device.name) }
                }
                try mirrorMute(of: around.named(source), stream)
            }
            if let due = settlesAt, due <= .now {
                settlesAt = nil
                try mirrorMute(of: around.named(source), stream)
            }
            try look(&watch, stream, around.named(source)?.device.name ?? stream.deviceName)
        }
    }

    /// True if the stream's channels differ from those of its current source; the next stream then opens at that
    /// source.
    private func mustReopen(_ stream: CaptureStream, _ around: SourceSurroundings, _ wanted: String?) -> Bool {
        guard let source = around.named(stream.sourceName), !stream.isMade(for: source) else { return false }
        place = wanted == nil && source.device.id == around.defaultName ? nil : source.device.id
        return true
    }

    private func readyConnection() throws(AudioFailure) -> PulseConnection {
        let connection: PulseConnection
        if let current = self.connection {
            connection = current
        } else {
            connection = try PulseConnection(server: session.server, waker: session.waker)
            self.connection = connection
        }
        if !connection.isReady {
            try connection.connect()
            connection.subscribeToNews()
        }
        return connection
    }

    private func takeTurn() throws(AudioFailure) {
        guard !hasTurn, let turn = session.server.recordingTurn else { return }
        guard turn.take() else { throw .streamFailed(reason: "another JARVIS is recording") }
        hasTurn = true
    }

    private func leaveTurn() {
        connection?.disconnect()
        if hasTurn { session.server.recordingTurn?.leave() }
        hasTurn = false
    }

    /// Moves the stream if the devices have changed, without interrupting speech in progress.
    /// - Returns: The devices as they are now.
    private func follow(
        _ before: SourceSurroundings, _ wanted: String?, _ stream: CaptureStream
    ) throws(AudioFailure) -> SourceSurroundings {
        let around = try SourceSurroundings(stream.connection)
        if let target = around.destination(chosen: wanted, current: stream.sourceName, since: before) {
            stream.move(to: target)
            _ = stream.takeMovement()
        }
        return around
    }

    private func mirrorMute(of source: SourceState?, _ stream: CaptureStream) throws(AudioFailure) {
        guard let source else { return }
        let own = try stream.connection.recordingStreamState(stream.index)
        let isMuted = source.isMuted || own.isMuted || own.isTurnedDown && settlesAt == nil
        guard isMuted != self.isMuted else { return }
        self.isMuted = isMuted
        session.delivery.post(.mutedBySystem(isMuted))
    }

    /// Reports that a source has stopped delivering sound, and that it works again.
    /// - Throws: `AudioFailure` if the whole server has stopped.
    private func look(_ watch: inout StallWatch, _ stream: CaptureStream, _ name: String) throws(AudioFailure) {
        switch watch.look(at: cutter.acceptedCount, now: .now) {
        case .stalled:
            _ = try stream.connection.defaultDevices()
            let reason = stream.isSuspended ? "it is suspended" : "it sends no sound"
            report(.streamFailed(reason: reason))
        case .resumed:
            opened(name)
        case nil:
            break
        }
    }

    private func opened(_ name: String) {
        reported = nil
        session.delivery.post(.opened(device: name))
    }

    private func report(_ failure: AudioFailure) {
        session.meters.setInputLevel(0)
        if !(reported?.isSameFault(as: failure) ?? false) { session.delivery.post(.failed(failure)) }
        reported = failure
    }

    private func pause(_ duration: Duration, unless isOver: () -> Bool) {
        guard let connection else {
            // Sleep, since without a main loop nothing can wake the thread.
            usleep(UInt32(clamping: duration.wholeMicroseconds))
            return
        }
        _ = connection.wait(duration) {
            session.isClosed || isOver() || (connection.isReady && connection.news.isThere)
        }
        _ = connection.news.take()
    }
}

extension AudioFailure {
    /// True if both failures mean the same to the user. An unreachable server gives a new reason with every attempt.
    fileprivate func isSameFault(as other: AudioFailure) -> Bool {
        switch (self, other) {
        case (.serverUnavailable, .serverUnavailable), (.streamFailed, .streamFailed): true
        default: self == other
        }
    }

    fileprivate var isMissingDevice: Bool {
        switch self {
        case .noDevice, .deviceMissing: true
        case .serverUnavailable, .streamFailed: false
        }
    }
}
