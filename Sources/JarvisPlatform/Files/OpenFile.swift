// SPDX-License-Identifier: GPL-3.0-or-later
// An open file or folder, closed when released.

import Glibc
public import JarvisCore
import Synchronization

/// An open file. Every failure is a `StoreFailure` with the file's path.
public final class OpenFile: Sendable {
    public let path: String
    private let descriptor: Int32
    private let system: FileSystem

    /// Opens `path`, which must be a file, or a folder if `flags` say so. Refuses anything else (a pipe, a socket, a
    /// device) at once, since opening a pipe could wait forever for its other end.
    /// - Parameters:
    ///   - flags: `O_…` flags; close-on-exec is added.
    ///   - permissions: The permissions of a file that this call creates.
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

    /// The descriptor's number, by which `/proc` names the file while this object exists.
    public var number: Int32 { descriptor }

    public func status() throws(StoreFailure) -> FileStatus {
        var status = FileStatus()
        try StoreFailure.check(system.statusOfFile(descriptor, &status), path)
        return status
    }

    /// Reads up to `count` bytes from `offset`; returns fewer only at the end of the file.
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

    /// Fills `room` from `offset`; returns the number of bytes read, which is less only at the end of the file.
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

    /// Writes all of `bytes` at the end of the file, or at its current position.
    public func write(_ bytes: [UInt8]) throws(StoreFailure) {
        var written = 0
        while written < bytes.count {
            let result = bytes.withUnsafeBytes { all in
                system.write(descriptor, UnsafeRawBufferPointer(rebasing: all[written...]))
            }
            // Without this, a call that writes nothing and reports no error would be repeated forever.
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

    /// Locks the file against other processes and other `OpenFile`s while this object exists.
    /// - Returns: False if it is already locked.
    public func lock() throws(StoreFailure) -> Bool {
        let result = system.lock(descriptor, LOCK_EX | LOCK_NB)
        if result == -Int(EWOULDBLOCK) { return false }
        try StoreFailure.check(result, path)
        return true
    }

    /// Releases the lock before the file is closed.
    public func unlock() { _ = system.lock(descriptor, LOCK_UN) }

    private static let vainWaits = VainWaits()

    /// How long to wait for a lock. Locks are normally held for milliseconds, so a holder that takes seconds is stuck,
    /// and may hold the next lock, too. A command that needs several locks waits long only once, and ends within ten
    /// seconds.
    /// - Parameter time: The time since a wait last failed; nil if none has.
    static func lockPatience(afterWaitingInVain time: Duration?) -> Duration {
        guard let time, time < .seconds(30) else { return .seconds(8) }
        return .milliseconds(500)
    }

    /// Runs `body` with a lock on this file against other processes and other `OpenFile`s; waits for the lock.
    /// - Throws: `busy` if another process does not release it, or the error of `body`.
    public func locked<Result>(
        exclusively: Bool, patience: Duration? = nil, _ body: () throws(StoreFailure) -> Result
    ) throws(StoreFailure) -> Result {
        let start = ContinuousClock.now
        let deadline = start + (patience ?? Self.lockPatience(afterWaitingInVain: Self.vainWaits.time(until: start)))
        var pause: Int32 = 1
        // Some network folders have no locks; there, working without one is better than not at all.
        while system.lock(descriptor, (exclusively ? LOCK_EX : LOCK_SH) | LOCK_NB) == -Int(EWOULDBLOCK) {
            guard ContinuousClock.now < deadline else {
                if patience == nil { Self.vainWaits.note(.now) }
                throw .busy(path: path)
            }
            // The system signals a released lock only to those who wait without a limit, so poll.
            poll(nil, 0, pause)
            pause = min(2 * pause, 8)
        }
        defer { _ = system.lock(descriptor, LOCK_UN) }
        return try body()
    }
}

/// Records when this process last waited for a lock in vain.
private final class VainWaits: Sendable {
    private let last = Mutex<ContinuousClock.Instant?>(nil)

    func note(_ instant: ContinuousClock.Instant) { last.withLock { $0 = instant } }

    func time(until now: ContinuousClock.Instant) -> Duration? { last.withLock { $0.map { now - $0 } } }
}
