// SPDX-License-Identifier: GPL-3.0-or-later
// Shows whether a running program rings due reminders: it holds a file lock, which is released when it ends, even by a
// crash.

import Glibc
public import JarvisCore

/// The lock held by the program that rings due reminders.
public final class RingerLock: Sendable {
    private let descriptor: Int32

    /// Acquires the lock; nil if another program holds it, or the lock file cannot be created.
    /// - Parameter path: The path of the reminders' file.
    public init?(reminders path: String) {
        try? Folder.create(Folder.parent(of: path))
        let descriptor = open(path + ".ringer", O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Answers whether a running program rings due reminders.
    public enum State: Hashable, Sendable {
        /// A program rings them.
        case rings
        /// A program should ring them, but has been stopped; with the number of its process.
        case standsStill(Int32)
        case absent
        /// The lock can't be used: a folder, a socket or a device has its name, or it can't be written.
        case blocked(StoreFailure)
    }

    public static func state(reminders path: String) -> State {
        let place = path + ".ringer"
        let descriptor = open(place, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let code = errno
            return [ENOENT, ENOTDIR].contains(code) ? .absent : .blocked(StoreFailure(errno: code, path: place))
        }
        defer { close(descriptor) }
        var status = stat()
        if fstat(descriptor, &status) == 0, FileStatus(status).kind == .folder {
            return .blocked(StoreFailure(errno: EISDIR, path: place))
        }
        guard flock(descriptor, LOCK_SH | LOCK_NB) != 0 else { return .absent }
        let holders = holders(of: status)
        return holders.first(where: isStopped).map(State.standsStill) ?? .rings
    }

    /// True while a program holds the lock, even a stopped one.
    public static func isHeld(reminders path: String) -> Bool {
        switch state(reminders: path) {
        case .rings, .standsStill: true
        case .absent, .blocked: false
        }
    }

    /// The processes that hold a lock on a file. The system lists them in lines such as "1: FLOCK ADVISORY WRITE 812
    /// 08:02:1835 0 EOF".
    private static func holders(of status: stat) -> [pid_t] {
        let lines = WholeFile.text("/proc/locks")?.split(separator: "\n") ?? []
        return lines.compactMap { line in
            let columns = line.split(separator: " ")
            guard columns.count > 5, columns[1] == "FLOCK",
                columns[5].split(separator: ":").last.flatMap({ UInt64($0) }) == UInt64(status.st_ino)
            else { return nil }
            return pid_t(columns[4])
        }
    }

    /// True for a process that a signal or a debugger has stopped, shown as "812 (jarvis) T …".
    private static func isStopped(_ process: pid_t) -> Bool {
        let text = WholeFile.text("/proc/\(process)/stat") ?? ""
        let state = text.lastIndex(of: ")").flatMap { text[$0...].dropFirst(2).first }
        return state == "T" || state == "t"
    }
}
