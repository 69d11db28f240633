// SPDX-License-Identifier: GPL-3.0-or-later
// Softer music while a turn is going on: sets the volumes of other programs' streams on a thread of its own, follows new
// streams, and gives everything back. A connection is held only as long as something is softer.

import CPulse
public import JarvisCore
import JarvisPlatform
import Synchronization

/// Other players on PulseAudio.
public final class PulseOtherPlayers: OtherPlayersControl {
    private let desk: OtherPlayersDesk
    private let worker = WorkerThread(name: "other-players")

    /// - Parameters:
    ///   - server: the sound server.
    ///   - memory: path of the file that remembers volumes over a crash; its folder must exist.
    public init(server: PulseServer = PulseServer(), memory: String) {
        desk = OtherPlayersDesk(server: server, memory: QuietedStreams(path: memory))
    }

    /// Softer, muted, or back to the streams' own loudness; returns at once.
    public func set(_ wanted: OtherPlayers) {
        guard desk.want(wanted) else { return }
        worker.async { [desk] in desk.run() }
    }

    /// Gives everything back and returns once that is done.
    public func restore() async {
        _ = desk.want(.unchanged)
        // The job cannot throw.
        try? await worker.run { [desk] in desk.run() }
    }
}

/// What the thread does. `want` may be called from any thread, `run` by the worker's jobs only.
private final class OtherPlayersDesk: @unchecked Sendable {
    // Unchecked: `connection`, `quieted` and `isStale` are touched by `run` only, whose calls follow one another on one
    // thread; `wanted` is behind its lock.
    private let server: PulseServer
    private let memory: QuietedStreams
    private let waker = MainLoopWaker()
    private let wanted = Mutex(Wanted())
    private var connection: PulseConnection?
    private var quieted: [QuietedStream]?
    fileprivate var isStale = false

    private struct Wanted: Sendable {
        /// nil before anybody has asked: then a crash may have left something to mend.
        var players: OtherPlayers?
    }

    init(server: PulseServer, memory: QuietedStreams) {
        self.server = server
        self.memory = memory
    }

    /// - Returns: true when that is news.
    func want(_ players: OtherPlayers) -> Bool {
        let isNews = wanted.withLock { wanted in
            defer { wanted.players = players }
            return wanted.players != players
        }
        if isNews { waker.wake() }
        return isNews
    }

    private var current: OtherPlayers { wanted.withLock { $0.players ?? .unchanged } }

    /// Makes it so; while something is softer, stays and follows new streams.
    func run() {
        var applied = OtherPlayers.unchanged
        repeat {
            let players = current
            // Before the list is asked for: what begins after that is noticed.
            isStale = false
            do throws(AudioFailure) {
                if players == .unchanged || (applied != .unchanged && applied != players) { try giveBack() }
                if players != .unchanged { try quiet(players) }
                applied = players
            } catch {
                // Without a server nothing plays. What is noted is given back with the next turn.
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

    /// Makes softer what is not yet.
    private func quiet(_ players: OtherPlayers) throws(AudioFailure) {
        let connection = try connect()
        if quieted == nil { try mend(connection) }
        var known = quieted ?? []
        var news: [QuietedStream] = []
        for stream in try connection.playerStreams() where stream.isMusic {
            guard !known.contains(where: { $0.index == stream.index && $0.key == stream.key }) else { continue }
            if players == .muted, stream.isMuted { continue }
            let applied = players == .muted ? [] : QuietedStream.softer(stream.volume)
            news.append(QuietedStream(index: stream.index, key: stream.key, original: stream.volume, applied: applied))
        }
        known += news
        quieted = known
        // Noted first: from here on a crash is mended.
        if !news.isEmpty { memory.write(known) }
        for stream in news {
            if stream.applied.isEmpty {
                connection.setMuted(true, stream: stream.index)
            } else {
                connection.setVolume(stream.applied, of: stream.index)
            }
        }
    }

    private func giveBack() throws(AudioFailure) {
        if quieted == nil {
            quieted = memory.read()
        }
        guard let streams = quieted, !streams.isEmpty else { return }
        let connection = try connect()
        quieted = try giveBack(streams, on: connection)
        memory.write(quieted ?? [])
    }

    /// What an earlier process has left softer.
    private func mend(_ connection: PulseConnection) throws(AudioFailure) {
        let left = memory.read()
        quieted = left.isEmpty ? [] : try giveBack(left, on: connection)
    }

    /// - Returns: what could not be given back, because its program plays nothing now; the sound server will begin its next
    ///   stream with the volume that we have set.
    private func giveBack(
        _ streams: [QuietedStream], on connection: PulseConnection
    ) throws(AudioFailure) -> [QuietedStream] {
        let present = try connection.playerStreams()
        var left: [QuietedStream] = []
        for stream in streams {
            let same = present.first { $0.index == stream.index && $0.key == stream.key }
            guard let now = same ?? present.first(where: { $0.key == stream.key && stream.isAsSet($0) }) else {
                if !present.contains(where: { $0.key == stream.key }) { left.append(stream) }
                continue
            }
            // Whoever has changed a volume meanwhile keeps it.
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

/// The desk outlives its connections, and their callbacks run within `run`.
private let noticeStream: pa_context_subscribe_cb_t = { _, event, _, data in
    guard let data, event.rawValue & PA_SUBSCRIPTION_EVENT_TYPE_MASK.rawValue == PA_SUBSCRIPTION_EVENT_NEW.rawValue
    else {
        return
    }
    Unmanaged<OtherPlayersDesk>.fromOpaque(data).takeUnretainedValue().isStale = true
}
