// SPDX-License-Identifier: GPL-3.0-or-later
// Ducking: sets the volumes of other programs' streams on a thread of its own while a turn is going on, follows new
// streams, and restores all of them. A connection is held while something is softer, or may come back softer.

import CPulse
public import JarvisCore
import JarvisPlatform
import Synchronization

/// Ducks other programs' streams on PulseAudio.
public final class PulseDucker: AudioDucker {
    private let thread: DuckingThread
    private let worker = WorkerThread(name: "ducking")

    /// - Parameters:
    ///   - server: the sound server.
    ///   - memory: path of the file that remembers volumes over a crash; its folder must exist.
    public init(server: PulseServer = PulseServer(), memory: String) {
        thread = DuckingThread(server: server, memory: DuckedStreams(path: memory))
    }

    /// Softer, muted, or back to the streams' own loudness; returns at once.
    public func set(_ wanted: Ducking) {
        guard thread.want(wanted) else { return }
        worker.async { [thread] in thread.run() }
    }

    /// Restores every stream and returns once that is done.
    public func restore() async {
        thread.leave()
        // The job cannot throw.
        try? await worker.run { [thread] in thread.run() }
    }
}

/// What runs on the thread. `want` may be called from any thread, `run` by the worker's jobs only.
private final class DuckingThread: @unchecked Sendable {
    // Unchecked: `connection`, `ducked` and `isStale` are touched by `run` only, whose calls follow one another on one
    // thread; `wanted` is behind its lock.
    private let server: PulseServer
    private let memory: DuckedStreams
    private let waker = MainLoopWaker()
    private let wanted = Mutex(Wanted())
    private var connection: PulseConnection?
    private var ducked: [DuckedStream]?
    fileprivate var isStale = false

    private struct Wanted: Sendable {
        /// Nil before the first request: then a crash may have left streams ducked.
        var mode: Ducking?
        /// Nothing is waited for: the program ends.
        var isLeaving = false
        /// `run` is on its way, or runs, and will see what is wanted.
        var isFollowed = false
    }

    /// A program whose stream began while others were restored may get the softer volume after that.
    private static let aftermath: Duration = .seconds(2)
    /// A new stream has its sink and its volume by then.
    private static let settleTime: Duration = .milliseconds(300)

    init(server: PulseServer, memory: DuckedStreams) {
        self.server = server
        self.memory = memory
    }

    /// - Returns: true when `run` has to be called for that.
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

    /// Lets `run` restore what is ducked and return; it has to be called for that.
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

    /// Applies what is wanted; while something is ducked, or may come back so, stays and follows the streams.
    func run() {
        while true {
            let mode = follow()
            connection = nil
            let isOver = wanted.withLock { wanted in
                // Without a server nothing plays. What is noted is restored with the next turn.
                let isOver = mode == nil || mode == (wanted.mode ?? .unchanged)
                if isOver { wanted.isFollowed = false }
                return isOver
            }
            if isOver { return }
        }
    }

    /// - Returns: what is wanted and holds by itself now; nil when the server is gone.
    private func follow() -> Ducking? {
        var applied = Ducking.unchanged
        while true {
            let mode = current
            // Before the list is asked for: what changes after that is noticed.
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

    /// When the next restored stream is forgotten.
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
            // The server begins a program's next stream as its last one was: as we have set that.
            let last = earlier.last { $0.key == stream.key && $0.isAsSet(stream) }
            if last == nil, mode == .muted, stream.isMuted { continue }
            let original = last?.original ?? stream.volume
            let applied = mode == .muted ? [] : DuckedStream.softer(original)
            news.append(DuckedStream(index: stream.index, key: stream.key, original: original, applied: applied))
        }
        known += news
        ducked = known
        // Noted first: after a crash the next process restores them.
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

    /// Restores what an earlier process has left ducked.
    private func restoreAfterCrash(_ connection: PulseConnection) throws(AudioFailure) {
        let left = memory.read()
        ducked = left.isEmpty ? [] : try restore(left, on: connection)
    }

    /// - Returns: those whose program plays nothing now, since the sound server will begin its next stream with the
    ///   volume that we have set; and, for a while, those that are restored, for streams that are just beginning so.
    private func restore(
        _ streams: [DuckedStream], on connection: PulseConnection
    ) throws(AudioFailure) -> [DuckedStream] {
        let present = try settledStreams(of: Set(streams.map(\.key)), on: connection)
        var kept: [DuckedStream] = []
        for var stream in streams {
            let mates = present.filter { $0.key == stream.key }
            let own = stream.restoredAt == nil ? mates.first { $0.index == stream.index } : nil
            // A volume that the user has changed meanwhile stays.
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

    /// The streams of these programs, once those that are just beginning have their volume.
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

/// The object outlives its connections, and their callbacks run within `run`.
private let noticeStream: pa_context_subscribe_cb_t = { _, event, _, data in
    // A change as well: a stream may get its volume only after it was announced.
    guard let data, event.rawValue & PA_SUBSCRIPTION_EVENT_TYPE_MASK.rawValue != PA_SUBSCRIPTION_EVENT_REMOVE.rawValue
    else {
        return
    }
    Unmanaged<DuckingThread>.fromOpaque(data).takeUnretainedValue().isStale = true
}
