// SPDX-License-Identifier: GPL-3.0-or-later
// The capture thread's work: keeps a stream from the wanted microphone running, through every fault, until it is closed.
// Owns connection and stream; everything here happens on the one thread that calls `run`.

import CPulse
import Glibc
import JarvisCore

/// Serves one `CaptureSession`.
final class CaptureThread {
    private static let shortestBackOff: Duration = .milliseconds(250)
    /// What was missing is found again within this, even where the server does not say that it is back.
    private static let longestBackOff: Duration = .seconds(1)
    /// By then every server has given a stream its loudness; PipeWire takes 5 to 25 ms.
    private static let settleTime: Duration = .milliseconds(200)

    private let session: CaptureSession
    private let cutter: FrameCutter
    private var connection: PulseConnection?
    private var backOff = shortestBackOff
    private var reported: AudioFailure?
    private var isMuted = false
    /// When the stream's own loudness is first believed; nil once it is.
    private var settlesAt: ContinuousClock.Instant?
    /// Where the stream has to be opened again, once, because it has other channels than its source.
    private var place: String?
    /// Taken before anything is recorded, and given back once the stream has ended.
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
                // A server that answers is told to call when a device comes; any other is left and tried again.
                if !error.isMissingDevice { connection?.disconnect() }
                pause(backOff) { self.session.device != wanted }
                backOff = min(backOff * 2, Self.longestBackOff)
            }
        }
    }

    /// Captures from `wanted` until the wishes change.
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
        // The server has put the stream elsewhere; where it does so again, it has to mix.
        if !isAgain, mustReopen(stream, around, wanted) { return }
        settlesAt = .now + Self.settleTime
        try mirrorMute(of: around.named(source), stream)
        var watch = StallWatch(count: cutter.acceptedCount, now: .now)
        while !session.isClosed, session.device == wanted {
            connection.iterate(StallWatch.interval) { session.isClosed || session.device != wanted }
            guard stream.isRunning else { throw stream.failure(wanted) }
            // A stream is ready before its source is: who speaks then would not be heard.
            if !isHeard, cutter.acceptedCount != silentCount {
                isHeard = true
                // One that was reported as silent is reported as heard below.
                if !watch.isStalled { opened(around.named(source)?.device.name ?? stream.deviceName) }
            }
            let hasMoved = stream.takeMovement()
            if connection.news.take() || hasMoved {
                around = try follow(around, wanted, stream)
                if stream.sourceName != source, let moved = around.named(stream.sourceName) {
                    source = moved.device.id
                    // Only a wish of the user's makes the monitor of an output a microphone.
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

    /// True when the stream has other channels than the source that it records from now; then the next one is opened there.
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
        guard turn.take() else { throw .streamFailed(reason: "another program of JARVIS records") }
        hasTurn = true
    }

    private func leaveTurn() {
        connection?.disconnect()
        if hasTurn { session.server.recordingTurn?.leave() }
        hasTurn = false
    }

    /// Moves the stream where it now belongs; what is being said goes on there.
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

    /// Reports a source that delivers nothing, and that it does again.
    /// - Throws: when it is the whole server that has stopped.
    private func look(_ watch: inout StallWatch, _ stream: CaptureStream, _ name: String) throws(AudioFailure) {
        switch watch.look(at: cutter.acceptedCount, now: .now) {
        case .stalled:
            _ = try stream.connection.defaultDevices()
            let reason = stream.isSuspended ? "it is suspended" : "it delivers no sound"
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
            // Not even a main loop could be made: there is nothing to be woken by.
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
    /// True when both tell the user the same; a server that has gone gives a new reason with every try.
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
