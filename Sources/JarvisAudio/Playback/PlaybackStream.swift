// SPDX-License-Identifier: GPL-3.0-or-later
// Runs one playback stream: writes sound, reports what is heard, fades out and rests. Playback thread only.

import CPulse
package import JarvisCore

/// A mono 16-bit stream into a speaker, kept between replies.
package final class PlaybackStream {
    private static let openTimeout: Duration = .seconds(2)
    /// The fade starts this far ahead of the sound being heard, so that the new data arrives in time.
    private static let fadeLeadSeconds = 0.006
    private static let fadeSeconds = 0.008
    /// How long a change of gain takes; it starts within `longestGainDelaySeconds` of the request.
    private static let glideSeconds = 0.025
    private static let longestGainDelaySeconds = 0.06
    private static let timingPatience: Duration = .milliseconds(20)
    /// After this long without a write, more than half of the buffer is empty, and further sound arrives late.
    private static let quietMicroseconds: Int64 = 40_000

    let sampleRateHertz: Int
    /// The requested device; nil for the desktop's default.
    let device: String?
    /// The position of the next sample to write.
    package private(set) var written: Int64 = 0
    private(set) var isCorked = false
    /// The played sound, with its gain applied.
    let history = SampleHistory()
    /// The played sound without gain, to write it again with another one.
    private let source = SampleHistory()
    private var gain = GainRamp()
    private var scaled: [Int16] = []
    private let feeder: ReferenceFeeder?
    private let connection: PulseConnection
    private let stream: OpaquePointer
    private var clock: PlaybackClock
    private var timing: OpaquePointer?
    /// True if the server has run out of samples, so that the next write is heard after a gap.
    private(set) var hasRunDry = false
    /// The start and time of the last write, which the server received in one piece.
    private var lastWrite: (start: Int64, atMicroseconds: Int64) = (0, 0)
    /// The position in the last write from which the server holds sound back after playing the rest; nil if it holds
    /// none.
    private var heldBack: Int64?
    /// A pending request to play everything written before `end`; nil if there is none.
    private var drain: (operation: OpaquePointer, end: Int64)?
    /// The position up to which the server was asked to play everything.
    private var drainedEnd: Int64 = 0
    /// The samples that the speaker had taken by the last report; constant while the server plays nothing.
    package private(set) var takenSample: Int64 = 0

    /// - Parameter reference: Receives the played sound and its times; nil for none.
    package init(
        _ connection: PulseConnection, device: String?, sampleRateHertz: Int, identity: StreamIdentity = .speaking,
        reference: PlaybackReference? = nil
    ) throws(AudioFailure) {
        var specification = pa_sample_spec(format: PA_SAMPLE_S16LE, rate: UInt32(sampleRateHertz), channels: 1)
        let properties = identity.makeProperties()
        defer { pa_proplist_free(properties) }
        guard let context = connection.context,
            let stream = pa_stream_new_with_proplist(
                context, identity.name, &specification, nil, properties)
        else { throw .streamFailed(reason: connection.lastError) }
        self.connection = connection
        self.stream = stream
        self.device = device
        self.sampleRateHertz = sampleRateHertz
        feeder = reference.map(ReferenceFeeder.init)
        clock = PlaybackClock(sampleRateHertz: sampleRateHertz, start: 0)
        feeder?.restart(at: 0, sampleRateHertz: sampleRateHertz)
        watchUnderruns()
        try open()
    }

    deinit {
        pa_stream_set_underflow_callback(stream, nil, nil)
        for operation in [timing, drain?.operation].compactMap({ $0 }) {
            pa_operation_cancel(operation)
            pa_operation_unref(operation)
        }
        feeder?.abandon()
        pa_stream_disconnect(stream)
        pa_stream_unref(stream)
    }

    private func open() throws(AudioFailure) {
        // PipeWire silently uses the default speaker if the requested one is missing, so check.
        if let device {
            let sinks = try connection.sinks()
            guard sinks.contains(where: { $0.id == device }) else { throw .deviceMissing(device) }
        }
        let whatever = UInt32.max
        // The server buffers 100 ms in total; stopping doesn't wait for them. Playback starts with the first sample
        // (prebuf) instead of a full buffer.
        var buffering = pa_buffer_attr(
            maxlength: whatever, tlength: UInt32(sampleRateHertz * 2 * 100 / 1000), prebuf: 2, minreq: whatever,
            fragsize: whatever)
        guard pa_stream_connect_playback(stream, device, &buffering, PA_STREAM_ADJUST_LATENCY, nil, nil) >= 0 else {
            throw failure
        }
        let isDecided = connection.wait(Self.openTimeout) {
            let state = pa_stream_get_state(stream)
            return state == PA_STREAM_READY || state == PA_STREAM_FAILED || state == PA_STREAM_TERMINATED
        }
        guard isDecided else { throw .streamFailed(reason: "Timeout") }
        guard isRunning else { throw failure }
    }

    package var isRunning: Bool {
        connection.isReady && pa_stream_get_state(stream) == PA_STREAM_READY
    }

    /// The reason why a running stream plays nothing.
    var stall: AudioFailure {
        let isAsleep = pa_stream_is_suspended(stream) > 0
        let isAnswering = timing.map { pa_operation_get_state($0) != PA_OPERATION_RUNNING } ?? true
        if !isAnswering, !isAsleep { return .serverUnavailable(reason: "Timeout") }
        return .streamFailed(reason: isAsleep ? "it is suspended" : "it plays nothing")
    }

    /// The reason why the stream isn't running.
    var failure: AudioFailure {
        guard connection.isReady else { return .serverUnavailable(reason: connection.lastError) }
        if connection.lastErrorCode == Int32(PA_ERR_NOENTITY.rawValue) {
            return device.map { .deviceMissing($0) } ?? .noDevice(.output)
        }
        return .streamFailed(reason: connection.lastError)
    }

    /// The number of samples that the server accepts now.
    var writableCount: Int {
        let size = pa_stream_writable_size(stream)
        return size == Int.max || size > 1 << 24 ? 0 : size / 2
    }

    package func write(_ samples: UnsafeBufferPointer<Int16>) {
        guard let start = samples.baseAddress, !samples.isEmpty else { return }
        if isCorked { resume() }
        // Either sign may come first: the server knows how much it holds, the clock how much has been heard.
        if hasRunDry || clock.heardSample(atMicroseconds: now, written: written) >= written {
            let next = heldBack ?? written
            beginAgain(at: next)
            if next < written { publish(from: next) }
        }
        lastWrite = (written, now)
        source.append(samples)
        if gain.isUnity(from: written) {
            pa_stream_write(stream, start, samples.count * 2, nil, 0, PA_SEEK_RELATIVE)
            history.append(samples)
        } else {
            scale(from: written, count: samples.count) { scaled in
                pa_stream_write(stream, scaled.baseAddress, scaled.count * 2, nil, 0, PA_SEEK_RELATIVE)
                history.append(scaled)
            }
        }
        written += Int64(samples.count)
        publish(from: written - Int64(samples.count))
    }

    /// Changes the gain gradually to `value` (a share of full volume), from the first sample that can still be changed
    /// in time; samples that the server already has are written again.
    func setGain(_ value: Double) {
        guard value != gain.target else { return }
        guard !isCorked, heardSample() < written else {
            gain.set(value)
            return
        }
        // Only some servers can change sound that the device has already taken, and they don't say so. Therefore start
        // the change after that sound, unless the device holds so much that the change would be late.
        connection.finish(pa_stream_update_timing_info(stream, nil, nil), within: Self.timingPatience)
        let lead = Int64(Self.fadeLeadSeconds * Double(sampleRateHertz))
        let latest = Int64(Self.longestGainDelaySeconds * Double(sampleRateHertz))
        let heard = heardSample()
        let taken = pa_stream_get_timing_info(stream).map { $0.pointee.read_index / 2 } ?? heard
        let from = min(written, max(heard + lead, min(taken, heard + latest)))
        gain.glide(to: value, from: from, count: Int(Self.glideSeconds * Double(sampleRateHertz)))
        guard from < written else { return }
        scale(from: from, count: Int(written - from)) { scaled in
            pa_stream_write(stream, scaled.baseAddress, scaled.count * 2, nil, from * 2, PA_SEEK_ABSOLUTE)
            history.replace(scaled, at: from)
        }
        publish(from: from)
    }

    /// Sets the gain from the next sample on without a transition, for the start of a reply.
    func resetGain(_ value: Double) { gain.set(value) }

    private func scale(from position: Int64, count: Int, _ use: (UnsafeBufferPointer<Int16>) -> Void) {
        if scaled.count < count { scaled = [Int16](repeating: 0, count: count) }
        scaled.withUnsafeMutableBufferPointer { scaled in
            guard let start = scaled.baseAddress else { return }
            source.copy(from: position, count: count, into: start)
            for index in 0..<count { start[index] = gain.apply(start[index], at: position + Int64(index)) }
            use(UnsafeBufferPointer(start: start, count: count))
        }
    }

    private func watchUnderruns() {
        pa_stream_set_underflow_callback(
            stream,
            { stream, data in
                guard let stream, let data else { return }
                Unmanaged<PlaybackStream>.fromOpaque(data).takeUnretainedValue()
                    .noteUnderrun(at: pa_stream_get_underflow_index(stream) >> 1)  // Bytes; −1 stays negative.
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Records that the server ran out of samples before those from `position` on (negative if unknown). The clock
    /// can't detect this by itself: because of the sink's latency, there was still sound to hear.
    func noteUnderrun(at position: Int64) {
        hasRunDry = true
        guard position >= 0, position < written, !isCorked else { return }
        // Only a server that plays whole requests, such as PipeWire, stops within a write. In this case nothing was
        // late: it plays the rest after the next write or on request.
        guard position <= lastWrite.start else {
            heldBack = position
            return
        }
        // By the time of the report, newer samples had been written.
        beginAgain(at: position)
        publish(from: position)
    }

    private func beginAgain(at position: Int64) {
        hasRunDry = false
        heldBack = nil
        clock.restart(at: position)
        feeder?.restart(at: position, sampleRateHertz: sampleRateHertz)
    }

    private func publish(from position: Int64) {
        feeder?.publish(history, from: position, to: written, sampleRateHertz: sampleRateHertz)
    }

    /// Makes the server play the sound that it holds back. Called when no more sound will come, or, with `isOver`
    /// false, when none has come for a while: PipeWire plays only whole requests, and would keep a sentence's last 20
    /// ms until the next one.
    package func drainWhenQuiet(isOver: Bool) {
        guard !isCorked, drain == nil, drainedEnd < written else { return }
        guard isOver || now - lastWrite.atMicroseconds >= Self.quietMicroseconds else { return }
        guard let operation = pa_stream_drain(stream, nil, nil) else { return }
        drain = (operation, written)
        drainedEnd = written
    }

    /// True if everything written has been played, as far as the server knows.
    package var isDrained: Bool { drain == nil && drainedEnd == written }

    private func takeDrain() {
        guard let drain, pa_operation_get_state(drain.operation) != PA_OPERATION_RUNNING else { return }
        let isDone = pa_operation_get_state(drain.operation) == PA_OPERATION_DONE
        pa_operation_unref(drain.operation)
        self.drain = nil
        guard isDone, !isCorked else { return }
        if drain.end == written {
            heldBack = nil
            hasRunDry = true
            // The reports may never have given the time at which the end is heard.
            if clock.anchor == nil { conclude() }
        } else if drain.end < written, drain.end >= history.start {
            // A server answers this request once it has run out of samples, and PulseAudio then reports no separate
            // underrun.
            beginAgain(at: drain.end)
            publish(from: drain.end)
        }
    }

    /// Counts everything as heard from now on, because no further report will come.
    func conclude() {
        clock.conclude(atMicroseconds: now, written: written)
        anchorReference()
    }

    /// Uses a timing report that has arrived, and requests the next one unless one is pending.
    package func updateTiming() {
        takeDrain()
        if let timing {
            guard pa_operation_get_state(timing) != PA_OPERATION_RUNNING else { return }
            pa_operation_unref(timing)
            self.timing = nil
            takeReport()
        }
        timing = pa_stream_update_timing_info(stream, nil, nil)
    }

    /// The number of samples heard so far.
    package func heardSample() -> Int64 {
        clock.heardSample(atMicroseconds: now, written: written)
    }

    /// Overwrites the sound not yet heard with a short fade and silence. The server takes back even samples that the
    /// sink already has, so the speaker is silent within about 15 ms. Call `rest` afterwards.
    func fadeOut() {
        let rate = Double(sampleRateHertz)
        let from = heardSample() + Int64(Self.fadeLeadSeconds * rate)
        guard !isCorked, from < written else { return }
        let fade = Int(Self.fadeSeconds * rate)
        let count = max(fade, Int(written - from))
        var tail = [Int16](repeating: 0, count: count)
        tail.withUnsafeMutableBufferPointer { tail in
            guard let start = tail.baseAddress else { return }
            history.copy(from: from, count: fade, into: start)
            for index in 0..<fade { tail[index] = Int16(Int(tail[index]) * (fade - index) / fade) }
            pa_stream_write(stream, start, count * 2, nil, from * 2, PA_SEEK_ABSOLUTE)
            history.replace(UnsafeBufferPointer(start: start, count: Int(written - from)), at: from)
        }
        publish(from: from)
    }

    /// Stops the stream at once and drops the sound that it holds; the next `write` continues from there.
    func rest() {
        guard !isCorked else { return }
        // Disconnect from an unresponsive server; otherwise this would wait for it three times, and the next reply
        // again.
        guard connection.finish(pa_stream_cork(stream, 1, nil, nil)) else { return connection.disconnect() }
        connection.finish(pa_stream_flush(stream, nil, nil))
        connection.finish(pa_stream_update_timing_info(stream, nil, nil))
        isCorked = true
        hasRunDry = false
        heldBack = nil
        if let info = pa_stream_get_timing_info(stream) { written = info.pointee.write_index / 2 }
        history.restart(at: written)
        source.restart(at: written)
        // Some servers never complete a drain after a flush, and the next sentence needs its own drain.
        if let drain {
            pa_operation_cancel(drain.operation)
            pa_operation_unref(drain.operation)
        }
        drain = nil
        drainedEnd = written
        feeder?.abandon()
        // The reference keeps its sound, since the last of it is still travelling through the room.
        clock = PlaybackClock(sampleRateHertz: sampleRateHertz, start: written)
    }

    private func resume() {
        isCorked = false
        guard let operation = pa_stream_cork(stream, 0, nil, nil) else { return }
        pa_operation_unref(operation)
    }

    private func takeReport() {
        guard let info = pa_stream_get_timing_info(stream)?.pointee, info.write_index_corrupt == 0 else { return }
        takenSample = info.read_index / 2
        var timestamp = info.timestamp
        clock.take(
            PlaybackClock.Report(
                readSample: info.read_index / 2, writtenSample: written,
                sinkMicroseconds: Int64(info.sink_usec),
                atMicroseconds: now - Int64(pa_timeval_age(&timestamp))))
        anchorReference()
    }

    private func anchorReference() {
        if let anchor = clock.anchor {
            feeder?.anchor(
                sample: anchor.sample, atMicroseconds: anchor.atMicroseconds, sampleRateHertz: sampleRateHertz)
        }
    }

    private var now: Int64 { Int64(pa_rtclock_now()) }
}
