// SPDX-License-Identifier: GPL-3.0-or-later
// The playback thread: plays the current reply, reports what has been heard, and keeps the stream warm for a while.

import CPulse
import Glibc
import JarvisCore

/// Owns connection and stream. Everything here runs on the thread that calls `run`.
final class PlaybackThread {
    /// The update interval of meters and heard words during playback.
    private static let tick: Duration = .milliseconds(15)
    /// The update interval before the first sample is heard: shorter, so that the start is reported promptly.
    private static let firstTick: Duration = .milliseconds(4)
    /// How long it takes until the fade has played and the speaker is silent; nothing may be written before that.
    private static let settleTime: Duration = .milliseconds(25)
    /// How long after playing everything a stream is corked, unless another reply starts before.
    private static let restTime: Duration = .milliseconds(300)
    /// How long after that a silent stream is closed, so that the sound card can sleep and the desktop stops listing
    /// it.
    private static let idleTime: Duration = .seconds(10)
    /// The number of checks, half a second apart, before giving up a reply because the speaker takes nothing.
    private static let patience = 6
    /// The polling interval without a main loop (no descriptors left), since nothing can then wake the thread.
    private static let looplessPause: Duration = .milliseconds(100)

    private let makeConnection: () throws(AudioFailure) -> PulseConnection
    private let mailbox: PlaybackMailbox
    private let meter: OutputMeter
    private let reference: PlaybackReference?
    private var connection: PulseConnection?
    private var stream: PlaybackStream?
    private var reply: Reply?
    private var watch = StallWatch(count: 0, now: .now)
    private var settlesAt: ContinuousClock.Instant?
    private var restsAt: ContinuousClock.Instant?
    private var idleSince = ContinuousClock.now
    private var hasQuit = false

    convenience init(
        server: PulseServer, mailbox: PlaybackMailbox, meters: AudioMeters, reference: PlaybackReference?
    ) {
        self.init(mailbox: mailbox, meters: meters, reference: reference) { () throws(AudioFailure) in
            try PulseConnection(server: server, waker: mailbox.waker)
        }
    }

    /// - Parameter makeConnection: Makes the main loop; called again until it succeeds.
    init(
        mailbox: PlaybackMailbox, meters: AudioMeters, reference: PlaybackReference?,
        makeConnection: @escaping () throws(AudioFailure) -> PulseConnection
    ) {
        self.reference = reference
        self.makeConnection = makeConnection
        self.mailbox = mailbox
        meter = OutputMeter(meters: meters)
    }

    func run() {
        while !hasQuit {
            for command in mailbox.takeAll() { execute(command) }
            if hasQuit { break }
            settle()
            play()
            closeWhenIdle()
            rest()
        }
        meter.rest()
        stream = nil
        connection = nil
    }

    private func execute(_ command: PlaybackCommand) {
        switch command {
        case .prepare(let device): prepare(device)
        case .begin(let device, let number, let handler):
            stop()
            reply = Reply(number: number, device: device, handler: handler)
        case .enqueue(let audio, let clause):
            reply?.enqueue(audio, clause: clause)
        case .gain(let gain):
            reply?.gain = gain
            if reply?.firstSample != nil, let stream, stream.isRunning { stream.setGain(gain) }
        case .finish:
            reply?.isComplete = true
        case .stop:
            stop()
        case .quit:
            stop()
            hasQuit = true
        }
    }

    /// Opens the stream before there is anything to play; it rests until then.
    private func prepare(_ device: String?) {
        guard reply == nil, settlesAt == nil else { return }
        // Ignore a failure: the reply tries again, and reports it.
        guard (try? openStream(device: device, sampleRateHertz: stream?.sampleRateHertz)) != nil else { return }
        idleSince = .now
        restsAt = .now + Self.restTime
    }

    private func stop() {
        guard reply != nil else { return }
        reply = nil
        guard let stream, stream.isRunning, !stream.isCorked else { return }
        stream.fadeOut()
        settlesAt = .now + Self.settleTime
        idleSince = .now
    }

    /// Rests the stream once the fade has played, or once no sound has come for a while.
    private func settle() {
        guard let due = settlesAt ?? restsAt, due <= .now else { return }
        settlesAt = nil
        restsAt = nil
        idleSince = .now
        if let stream, stream.isRunning { stream.rest() }
    }

    private func play() {
        guard var reply, settlesAt == nil else {
            fallBars()
            return
        }
        self.reply = nil  // removes the only other reference to the copy below, so that removing pieces copies nothing
        do throws(AudioFailure) {
            if reply.hasSound || reply.firstSample != nil {
                try write(&reply)
                try look(at: reply)
                if report(&reply) { return finish(reply) }
            } else if reply.isComplete {
                return finish(reply)
            } else {
                fallBars()
            }
            self.reply = reply
        } catch {
            drop(error, of: reply)
        }
    }

    private func write(_ reply: inout Reply) throws(AudioFailure) {
        guard reply.hasSound else {
            if let stream {
                guard stream.isRunning else { throw stream.failure }
                stream.drainWhenQuiet(isOver: reply.isComplete)
            }
            return
        }
        restsAt = nil
        let stream = try openStream(device: reply.device, sampleRateHertz: reply.sampleRateHertz)
        if reply.firstSample == nil {
            reply.firstSample = stream.written
            stream.resetGain(reply.gain)
            watch = StallWatch(count: 0, patience: Self.patience, now: .now)
        }
        while reply.hasSound {
            let room = stream.writableCount
            guard room > 0 else { break }
            reply.writeNext(room, stream.write)
        }
        guard stream.isRunning else { throw stream.failure }
    }

    /// Checks that a reply makes progress.
    /// - Throws: `AudioFailure` if the speaker has taken nothing for a long time although there is something to play.
    ///   Once it has taken all audible sound of the reply, a constant count is normal.
    private func look(at reply: Reply) throws(AudioFailure) {
        guard let stream else { return }
        guard reply.hasSound || stream.takenSample < stream.written else {
            watch = StallWatch(count: 0, patience: Self.patience, now: .now)
            return
        }
        guard watch.look(at: Int(stream.takenSample), now: .now) == .stalled else { return }
        guard reply.hasStarted, !reply.hasSound else { throw stream.stall }
        stream.conclude()
    }

    /// Reports what has been heard to the listener.
    /// - Returns: True if everything has been heard.
    private func report(_ reply: inout Reply) -> Bool {
        guard let stream, let first = reply.firstSample else { return false }
        stream.updateTiming()
        let heard = stream.heardSample()
        meter.update(
            stream.history, heard: heard, sampleRateHertz: stream.sampleRateHertz,
            nowMicroseconds: Int64(pa_rtclock_now()))
        if !reply.hasStarted, heard > first {
            reply.hasStarted = true
            tell(.started, reply)
        }
        for position in reply.tracker.advance(to: Int(heard - first)) { tell(.heard(position), reply) }
        return reply.isComplete && !reply.hasSound && heard >= stream.written
    }

    private func finish(_ reply: Reply) {
        tell(.finished, reply)
        idleSince = .now
        if stream != nil { restsAt = .now + Self.restTime }
    }

    private func tell(_ event: PlaybackEvent, _ reply: Reply) {
        guard mailbox.isCurrent(reply.number) else { return }
        reply.handler(event)
    }

    private func openStream(device: String?, sampleRateHertz: Int?) throws(AudioFailure) -> PlaybackStream {
        let rate = sampleRateHertz ?? 22_050
        if let stream, stream.isRunning, stream.device == device, stream.sampleRateHertz == rate {
            return stream
        }
        stream = nil
        let connection: PulseConnection
        if let current = self.connection {
            connection = current
        } else {
            connection = try makeConnection()
            self.connection = connection
        }
        if !connection.isReady { try connection.connect() }
        let opened = try PlaybackStream(
            connection, device: device, sampleRateHertz: rate, reference: reference)
        stream = opened
        return opened
    }

    private func drop(_ failure: AudioFailure, of reply: Reply) {
        stream = nil
        connection?.disconnect()
        settlesAt = nil
        restsAt = nil
        meter.rest()
        tell(.failed(failure), reply)
    }

    private func fallBars() {
        guard !meter.isAtRest else { return }
        meter.update(nil, heard: 0, sampleRateHertz: 0, nowMicroseconds: Int64(pa_rtclock_now()))
    }

    private func closeWhenIdle() {
        guard reply == nil, settlesAt == nil, restsAt == nil, connection?.context != nil,
            idleSince + Self.idleTime <= .now
        else { return }
        stream = nil
        connection?.disconnect()
    }

    /// Waits for a command, an event or the next due time.
    private func rest() {
        guard let connection = loopConnection() else {
            // Sleep, since without a main loop nothing can wake the thread.
            usleep(UInt32(clamping: Self.looplessPause.wholeMicroseconds))
            return
        }
        var timeout: Duration?
        if !meter.isAtRest || reply?.firstSample != nil {
            timeout = reply?.hasStarted == false ? Self.firstTick : Self.tick
        } else if connection.context != nil, reply == nil {
            timeout = max(.zero, idleSince + Self.idleTime - .now)
        }
        if let due = settlesAt ?? restsAt { timeout = min(timeout ?? Self.restTime, max(.zero, due - .now)) }
        guard let timeout else { return connection.iterate(nil) { mailbox.hasCommands } }
        // Server replies are handled while waiting; only commands end the wait early.
        _ = connection.wait(timeout) { mailbox.hasCommands }
    }

    /// The connection's main loop, which is needed even without a server, since commands wake it.
    private func loopConnection() -> PulseConnection? {
        if connection == nil { connection = try? makeConnection() }
        return connection
    }
}
