// SPDX-License-Identifier: GPL-3.0-or-later
// Ducking: sets the volumes of other programs' streams on a thread of its own while a turn is going on, follows new
// streams, and restores all of them. A connection is held only as long as something is softer.

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
        _ = thread.want(.unchanged)
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
    }

    init(server: PulseServer, memory: DuckedStreams) {
        self.server = server
        self.memory = memory
    }

    /// - Returns: true when that is news.
    func want(_ mode: Ducking) -> Bool {
        let isNews = wanted.withLock { wanted in
            defer { wanted.mode = mode }
            return wanted.mode != mode
        }
        if isNews { waker.wake() }
        return isNews
    }

    private var current: Ducking { wanted.withLock { $0.mode ?? .unchanged } }

    /// Applies what is wanted; while something is ducked, stays and follows new streams.
    func run() {
        var applied = Ducking.unchanged
        repeat {
            let mode = current
            // Before the list is asked for: what begins after that is noticed.
            isStale = false
            do throws(AudioFailure) {
                if mode == .unchanged || (applied != .unchanged && applied != mode) { try restore() }
                if mode != .unchanged { try duck(mode) }
                applied = mode
            } catch {
                // Without a server nothing plays. What is noted is restored with the next turn.
                connection = nil
                return
            }
            guard applied != .unchanged, let connection else { break }
            while current == applied, !isStale, connection.isReady {
                connection.iterate(nil) { current != applied }
            }
            if !connection.isReady { return self.connection = nil }
        } while true
        connection = nil
    }

    /// Ducks the streams that are not ducked yet.
    private func duck(_ mode: Ducking) throws(AudioFailure) {
        let connection = try connect()
        if ducked == nil { try restoreAfterCrash(connection) }
        var known = ducked ?? []
        var news: [DuckedStream] = []
        for stream in try connection.programStreams() where stream.mayBeDucked {
            guard !known.contains(where: { $0.index == stream.index && $0.key == stream.key }) else { continue }
            if mode == .muted, stream.isMuted { continue }
            let applied = mode == .muted ? [] : DuckedStream.softer(stream.volume)
            news.append(DuckedStream(index: stream.index, key: stream.key, original: stream.volume, applied: applied))
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
        if ducked == nil {
            ducked = memory.read()
        }
        guard let streams = ducked, !streams.isEmpty else { return }
        let connection = try connect()
        ducked = try restore(streams, on: connection)
        memory.write(ducked ?? [])
    }

    /// Restores what an earlier process has left ducked.
    private func restoreAfterCrash(_ connection: PulseConnection) throws(AudioFailure) {
        let left = memory.read()
        ducked = left.isEmpty ? [] : try restore(left, on: connection)
    }

    /// - Returns: what could not be restored, because its program plays nothing now; the sound server will begin its
    ///   next stream with the volume that we have set.
    private func restore(
        _ streams: [DuckedStream], on connection: PulseConnection
    ) throws(AudioFailure) -> [DuckedStream] {
        let present = try connection.programStreams()
        var left: [DuckedStream] = []
        for stream in streams {
            let same = present.first { $0.index == stream.index && $0.key == stream.key }
            guard let now = same ?? present.first(where: { $0.key == stream.key && stream.isAsSet($0) }) else {
                if !present.contains(where: { $0.key == stream.key }) { left.append(stream) }
                continue
            }
            // A volume that the user has changed meanwhile stays.
            guard stream.isAsSet(now) else { continue }
            if stream.applied.isEmpty {
                connection.setMuted(false, stream: now.index)
            } else {
                connection.setVolume(stream.original, of: now.index)
            }
        }
        return left
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
    guard let data, event.rawValue & PA_SUBSCRIPTION_EVENT_TYPE_MASK.rawValue == PA_SUBSCRIPTION_EVENT_NEW.rawValue
    else {
        return
    }
    Unmanaged<DuckingThread>.fromOpaque(data).takeUnretainedValue().isStale = true
}
