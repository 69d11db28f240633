// SPDX-License-Identifier: GPL-3.0-or-later
// The playback thread: plays the reply in hand, says what has been heard, keeps the stream warm for a while.

import CPulse
import Glibc
import JarvisCore

/// Owns connection and stream; everything here happens on the one thread that calls `run`.
final class PlaybackThread {
    /// Meters and heard words are looked at this often while something plays.
    private static let tick: Duration = .milliseconds(15)
    /// Until the first sample is heard, so that it is reported at once.
    private static let firstTick: Duration = .milliseconds(4)
    /// The fade has been played, and the speaker is silent, this long after a stop; until then nothing may be written.
    private static let settleTime: Duration = .milliseconds(25)
    /// A stream that has played everything is corked after this, unless the next reply comes first.
    private static let restTime: Duration = .milliseconds(300)
    /// A silent stream is closed after this, so that the sound card may sleep and the desktop forgets us.
    private static let idleTime: Duration = .seconds(10)
    /// Looks, half a second apart, at a speaker that takes nothing before the reply is given up.
    private static let patience = 6
    /// Without a main loop (the process is out of descriptors) nothing can wake the thread: it looks this often.
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

    /// - Parameter makeConnection: makes the main loop, as often as it takes.
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
        // What is wrong is reported to the reply, which tries again.
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

    /// Once the fade has been played, or nothing has come for a while, the stream rests.
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
        self.reply = nil  // so that the copy below is the only one while pieces are removed
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

    /// - Throws: when the speaker has taken nothing for long although there is something to play. Once it has all of a
    ///   reply that can be heard, a count that stands still is not a fault, and the reply ends.
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

    /// Tells the listener what has been heard.
    /// - Returns: true when that is everything.
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

    /// Waits for the next thing to do.
    private func rest() {
        guard let connection = loopConnection() else {
            // Not even a main loop could be made: there is nothing to be woken by.
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
        // The server's answers are handled meanwhile; only commands cut the wait short.
        _ = connection.wait(timeout) { mailbox.hasCommands }
    }

    /// The main loop is needed even without a server: it is what a command wakes.
    private func loopConnection() -> PulseConnection? {
        if connection == nil { connection = try? makeConnection() }
        return connection
    }
}
