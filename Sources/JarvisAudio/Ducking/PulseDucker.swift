// SPDX-License-Identifier: GPL-3.0-or-later
// Lowers other programs' streams while JARVIS speaks or listens, on its own thread: follows new streams, and restores
// all of them afterwards. The connection stays open while anything is ducked, or may come back ducked.

import CPulse
public import JarvisCore
import JarvisPlatform
import Synchronization

/// Ducks other programs' streams through PulseAudio.
public final class PulseDucker: AudioDucker {
    private let thread: DuckingThread
    private let worker = WorkerThread(name: "ducking")

    /// - Parameters:
    ///   - server: The sound server.
    ///   - memory: The path of the file that keeps the volumes across a crash; its folder must exist.
    public init(server: PulseServer = PulseServer(), memory: String) {
        thread = DuckingThread(server: server, memory: DuckedStreams(path: memory))
    }

    /// Lowers, mutes or restores other programs; returns at once.
    public func set(_ wanted: Ducking) {
        guard thread.want(wanted) else { return }
        worker.async { [thread] in thread.run() }
    }

    /// Restores every stream, and returns when that is done.
    public func restore() async {
        thread.leave()
        // The job itself never throws.
        try? await worker.run { [thread] in thread.run() }
    }
}

/// Ducks and restores streams on the worker's thread. `want` may be called from any thread, `run` only by the worker's
/// jobs.
private final class DuckingThread: @unchecked Sendable {
    // Unchecked: only `run` touches `connection`, `ducked` and `isStale`, and its calls never overlap; `wanted` is
    // behind its lock.
    private let server: PulseServer
    private let memory: DuckedStreams
    private let waker = MainLoopWaker()
    private let wanted = Mutex(Wanted())
    private var connection: PulseConnection?
    private var ducked: [DuckedStream]?
    fileprivate var isStale = false

    private struct Wanted: Sendable {
        /// The requested mode; nil before the first request, since a crash may have left streams ducked.
        var mode: Ducking?
        /// True if the program is quitting, so that `run` must not wait for changes.
        var isLeaving = false
        /// True if `run` is scheduled or running, and will see the request.
        var isFollowed = false
    }

    /// A stream that began while others were being restored may still receive the ducked volume this much later.
    private static let aftermath: Duration = .seconds(2)
    /// How long to wait until new streams have their sink and volume.
    private static let settleTime: Duration = .milliseconds(300)

    init(server: PulseServer, memory: DuckedStreams) {
        self.server = server
        self.memory = memory
    }

    /// Requests a mode.
    /// - Returns: True if `run` has to be called.
    func want(_ mode: Ducking) -> Bool {
        let (isNews, isIdle) = wanted.withLock { wanted in
            let isNews = wanted.mode != mode
            let isIdle = isNews && !wanted.isFollowed
            wanted.mode = mode
            wanted.isLeaving = false
            if isIdle { wanted.isFollowed = true }
            return (isNews, isIdle)
        }
        if isNews { waker.wake() }
        return isIdle
    }

    /// Requests that `run` restores everything and returns; the caller has to start `run`.
    func leave() {
        wanted.withLock { wanted in
            wanted.mode = .unchanged
            wanted.isLeaving = true
            wanted.isFollowed = true
        }
        waker.wake()
    }

    private var current: Ducking { wanted.withLock { $0.mode ?? .unchanged } }
    private var isLeaving: Bool { wanted.withLock { $0.isLeaving } }

    /// Applies the request, and keeps following the streams while anything is ducked or may come back ducked.
    func run() {
        while true {
            let mode = follow()
            connection = nil
            let isOver = wanted.withLock { wanted in
                // Without a server, nothing plays. The next ducking restores the saved streams.
                let isOver = mode == nil || mode == (wanted.mode ?? .unchanged)
                if isOver { wanted.isFollowed = false }
                return isOver
            }
            if isOver { return }
        }
    }

    /// Applies requests and follows the streams.
    /// - Returns: The mode in effect, once it needs no further work; nil if the server is gone.
    private func follow() -> Ducking? {
        var applied = Ducking.unchanged
        while true {
            let mode = current
            // Reset before requesting the list, so that later changes are noticed.
            isStale = false
            do throws(AudioFailure) {
                if mode == .unchanged || (applied != .unchanged && applied != mode) { try restore() }
                if mode != .unchanged { try duck(mode) }
                applied = mode
            } catch {
                return nil
            }
            guard let connection, mode != .unchanged || !(ducked ?? []).isEmpty else { return mode }
            let deadline = mode == .unchanged ? nextExpiry : nil
            while current == applied, !isLeaving, !isStale, connection.isReady {
                let left = deadline.map { $0 - ContinuousClock.now }
                if let left, left <= .zero { break }
                connection.iterate(left) { current != applied || isLeaving }
            }
            guard connection.isReady else { return nil }
            if isLeaving, applied == .unchanged { return applied }
        }
    }

    /// When the next restored stream can be forgotten.
    private var nextExpiry: ContinuousClock.Instant? {
        (ducked ?? []).compactMap(\.restoredAt).min().map { $0 + Self.aftermath }
    }

    /// Ducks the streams that are not ducked yet.
    private func duck(_ mode: Ducking) throws(AudioFailure) {
        let connection = try connect()
        if ducked == nil { try restoreAfterCrash(connection) }
        let earlier = ducked ?? []
        var known = earlier.filter { $0.restoredAt == nil }
        var news: [DuckedStream] = []
        for stream in try connection.programStreams() where stream.mayBeDucked && stream.isSettled {
            guard !known.contains(where: { $0.index == stream.index && $0.key == stream.key }) else { continue }
            // The server starts a program's next stream at the program's last volume, which may be one that JARVIS has
            // set.
            let last = earlier.last { $0.key == stream.key && $0.isAsSet(stream) }
            if last == nil, mode == .muted, stream.isMuted { continue }
            let original = last?.original ?? stream.volume
            let applied = mode == .muted ? [] : DuckedStream.softer(original)
            news.append(DuckedStream(index: stream.index, key: stream.key, original: original, applied: applied))
        }
        known += news
        ducked = known
        // Save first, so that after a crash the next process restores the streams.
        if !news.isEmpty { memory.write(known) }
        for stream in news {
            if stream.applied.isEmpty {
                connection.setMuted(true, stream: stream.index)
            } else {
                connection.setVolume(stream.applied, of: stream.index)
            }
        }
    }

    private func restore() throws(AudioFailure) {
        if ducked == nil { ducked = memory.read() }
        guard let streams = ducked, !streams.isEmpty else { return }
        let connection = try connect()
        ducked = try restore(streams, on: connection)
        memory.write((ducked ?? []).filter { $0.restoredAt == nil })
    }

    /// Restores the streams that a crashed process has left ducked.
    private func restoreAfterCrash(_ connection: PulseConnection) throws(AudioFailure) {
        let left = memory.read()
        ducked = left.isEmpty ? [] : try restore(left, on: connection)
    }

    /// Restores streams to their original volumes.
    /// - Returns: The streams to remember: those whose program isn't playing, since the server will start its next
    ///   stream at the ducked volume; and for a while the restored ones, in case another stream is just starting at
    ///   that volume.
    private func restore(
        _ streams: [DuckedStream], on connection: PulseConnection
    ) throws(AudioFailure) -> [DuckedStream] {
        let present = try settledStreams(of: Set(streams.map(\.key)), on: connection)
        var kept: [DuckedStream] = []
        for var stream in streams {
            let mates = present.filter { $0.key == stream.key }
            let own = stream.restoredAt == nil ? mates.first { $0.index == stream.index } : nil
            // Leave a volume alone that the user has changed since.
            for now in own.map({ [$0] }) ?? mates where stream.isAsSet(now) {
                if stream.applied.isEmpty {
                    connection.setMuted(false, stream: now.index)
                } else {
                    connection.setVolume(stream.original, of: now.index)
                }
            }
            stream.restoredAt = mates.isEmpty ? nil : stream.restoredAt ?? .now
            if stream.restoredAt.map({ ContinuousClock.now - $0 < Self.aftermath }) ?? true { kept.append(stream) }
        }
        return kept
    }

    /// The streams of these programs, once those that are just starting have their volume.
    private func settledStreams(
        of keys: Set<String>, on connection: PulseConnection
    ) throws(AudioFailure) -> [ProgramStream] {
        let deadline = ContinuousClock.now + Self.settleTime
        while true {
            let present = try connection.programStreams().filter { keys.contains($0.key) }
            let left = deadline - ContinuousClock.now
            guard left > .zero, present.contains(where: { !$0.isSettled }) else { return present.filter(\.isSettled) }
            connection.iterate(left)
        }
    }

    private func connect() throws(AudioFailure) -> PulseConnection {
        if let connection, connection.isReady { return connection }
        let made = try PulseConnection(server: server, waker: waker)
        try made.connect()
        connection = made
        if let context = made.context {
            pa_context_set_subscribe_callback(context, noticeStream, Unmanaged.passUnretained(self).toOpaque())
            made.finish(pa_context_subscribe(context, PA_SUBSCRIPTION_MASK_SINK_INPUT, nil, nil))
        }
        return made
    }
}

/// The object outlives its connections, and their callbacks run inside `run`.
private let noticeStream: pa_context_subscribe_cb_t = { _, event, _, data in
    // Changes count, too, since a stream may get its volume only after it was announced.
    guard let data, event.rawValue & PA_SUBSCRIPTION_EVENT_TYPE_MASK.rawValue != PA_SUBSCRIPTION_EVENT_REMOVE.rawValue
    else {
        return
    }
    Unmanaged<DuckingThread>.fromOpaque(data).takeUnretainedValue().isStale = true
}
