// SPDX-License-Identifier: GPL-3.0-or-later
// An open file or folder, closed with its last reference.

import Glibc
public import JarvisCore
import Synchronization

/// An open file. Every failure is a `StoreFailure` with the file's path.
public final class OpenFile: Sendable {
    public let path: String
    private let descriptor: Int32
    private let system: FileSystem

    /// Opens `path`, which must be a file, or a folder where `flags` ask for one. Anything else that has taken a file's
    /// name (a pipe, a socket, a device) is refused at once: opening a pipe would wait for its other end for good.
    /// - Parameters:
    ///   - flags: `O_…` flags; close-on-exec is added.
    ///   - permissions: of a file that is created by this.
    public init(
        _ path: String, flags: Int32, permissions: UInt32 = 0o600, system: FileSystem = FileSystem()
    ) throws(StoreFailure) {
        self.path = path
        self.system = system
        let isFolder = flags & O_DIRECTORY != 0
        let all = isFolder ? flags : flags | O_NONBLOCK | O_NOCTTY
        descriptor = Int32(try StoreFailure.check(system.open(path, all, permissions), path))
        var status = FileStatus()
        guard !isFolder, system.statusOfFile(descriptor, &status) >= 0, let code = status.kind.refusal else { return }
        throw StoreFailure(errno: code, path: path)
    }

    deinit {
        close(descriptor)
    }

    public func status() throws(StoreFailure) -> FileStatus {
        var status = FileStatus()
        try StoreFailure.check(system.statusOfFile(descriptor, &status), path)
        return status
    }

    /// Up to `count` bytes from `offset`; fewer only at the end of the file.
    public func read(at offset: Int, count: Int) throws(StoreFailure) -> [UInt8] {
        guard count > 0 else { return [] }
        var failure: StoreFailure?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { room, filled in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(room)[filled...])
                let result = system.read(descriptor, rest, offset + filled)
                if result < 0 { failure = StoreFailure(errno: Int32(truncatingIfNeeded: -result), path: path) }
                if result <= 0 { return }
                filled += result
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Fills the front of `room` from `offset`; returns how much there was, which is less only at the end of the file.
    public func read(at offset: Int, into room: UnsafeMutableRawBufferPointer) throws(StoreFailure) -> Int {
        var filled = 0
        while filled < room.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: room[filled...])
            let result = try StoreFailure.check(system.read(descriptor, rest, offset + filled), path)
            if result == 0 { break }
            filled += result
        }
        return filled
    }

    /// Writes all of `bytes` at the file's end (or current place).
    public func write(_ bytes: [UInt8]) throws(StoreFailure) {
        var written = 0
        while written < bytes.count {
            let result = bytes.withUnsafeBytes { all in
                system.write(descriptor, UnsafeRawBufferPointer(rebasing: all[written...]))
            }
            // A write of nothing without an error would repeat forever.
            if result == 0 { throw StoreFailure(errno: EIO, path: path) }
            written += try StoreFailure.check(result, path)
        }
    }

    /// Returns once the content is durable.
    public func synchronizeData() throws(StoreFailure) {
        try StoreFailure.check(system.synchronizeData(descriptor), path)
    }

    /// Returns once content and metadata are durable.
    public func synchronize() throws(StoreFailure) {
        try StoreFailure.check(system.synchronize(descriptor), path)
    }

    public func truncate(to size: Int) throws(StoreFailure) {
        try StoreFailure.check(system.truncate(descriptor, size), path)
    }

    /// Locks the file against other processes and other `OpenFile`s for as long as this object lives.
    /// - Returns: False when it is locked already.
    public func lock() throws(StoreFailure) -> Bool {
        let result = system.lock(descriptor, LOCK_EX | LOCK_NB)
        if result == -Int(EWOULDBLOCK) { return false }
        try StoreFailure.check(result, path)
        return true
    }

    /// Gives a lock up, before the file is closed.
    public func unlock() { _ = system.lock(descriptor, LOCK_UN) }

    private static let vainWaits = VainWaits()

    /// How long a lock is waited for. What holds one has it for milliseconds: one that has it for seconds stands still,
    /// and may hold the next one too. A command that needs several waits once, and ends within ten seconds.
    /// - Parameter time: since one was waited for in vain; nil when none was.
    static func lockPatience(afterWaitingInVain time: Duration?) -> Duration {
        guard let time, time < .seconds(30) else { return .seconds(8) }
        return .milliseconds(500)
    }

    /// Runs `body` while holding a lock on this file against other processes and other `OpenFile`s; waits for it.
    /// - Throws: `busy` when another process does not let go of it, or what `body` throws.
    public func locked<Result>(
        exclusively: Bool, patience: Duration? = nil, _ body: () throws(StoreFailure) -> Result
    ) throws(StoreFailure) -> Result {
        let start = ContinuousClock.now
        let deadline = start + (patience ?? Self.lockPatience(afterWaitingInVain: Self.vainWaits.time(until: start)))
        var pause: Int32 = 1
        // Where locks are not supported (some network folders), working without one is better than not at all.
        while system.lock(descriptor, (exclusively ? LOCK_EX : LOCK_SH) | LOCK_NB) == -Int(EWOULDBLOCK) {
            guard ContinuousClock.now < deadline else {
                if patience == nil { Self.vainWaits.note(.now) }
                throw .busy(path: path)
            }
            // The lock tells of itself only to those who wait for ever.
            poll(nil, 0, pause)
            pause = min(2 * pause, 8)
        }
        defer { _ = system.lock(descriptor, LOCK_UN) }
        return try body()
    }
}

/// When a lock was last waited for in vain by this process.
private final class VainWaits: Sendable {
    private let last = Mutex<ContinuousClock.Instant?>(nil)

    func note(_ instant: ContinuousClock.Instant) { last.withLock { $0 = instant } }

    func time(until now: ContinuousClock.Instant) -> Duration? { last.withLock { $0.map { now - $0 } } }
}
