// SPDX-License-Identifier: GPL-3.0-or-later
// System calls that fail on request: the nth call, of any kind.

import Glibc
import JarvisPlatform
import Synchronization

/// Counts the calls of a `FileSystem` and makes one of them, or all from one on, fail.
final class FaultySystem: Sendable {
    enum Fault {
        /// The call does nothing and returns this error.
        case error(Int32)
        /// A write takes half of its bytes and the next write finds the disk full; other calls do not fail.
        case shortWrite
    }

    private struct State {
        var count = 0
        var failing: (place: Int, fault: Fault, isLasting: Bool)?
        var isDiskFull = false
        var failed: [String] = []
    }

    private let state = Mutex(State())

    /// Calls since the last `arm`.
    var callCount: Int { state.withLock { $0.count } }
    /// Names of the calls that have failed.
    var failedCalls: [String] { state.withLock { $0.failed } }

    /// - Parameter isLasting: every later call fails as well.
    func arm(_ place: Int, _ fault: Fault, isLasting: Bool = false) {
        state.withLock { $0 = State(failing: (place, fault, isLasting)) }
    }

    func disarm() {
        state.withLock { $0 = State() }
    }

    /// The negated error if this call should fail.
    private func failure(_ name: String) -> Int? {
        state.withLock { state in
            defer { state.count += 1 }
            guard let failing = state.failing, case .error(let code) = failing.fault,
                failing.isLasting ? state.count >= failing.place : state.count == failing.place
            else { return nil }
            state.failed.append(name)
            return -Int(code)
        }
    }

    /// The number of bytes a write may accept; negative for an error.
    private func allowance(_ size: Int) -> Int {
        if let failure = failure("write") { return failure }
        return state.withLock { state in
            if state.isDiskFull { return -Int(ENOSPC) }
            guard let failing = state.failing, case .shortWrite = failing.fault, state.count - 1 == failing.place else {
                return size
            }
            state.isDiskFull = true
            state.failed.append("short write")
            return size / 2
        }
    }

    var system: FileSystem {
        let real = FileSystem()
        var system = FileSystem()
        system.open = { self.failure("open") ?? real.open($0, $1, $2) }
        system.write = { file, bytes in
            let allowed = self.allowance(bytes.count)
            guard allowed > 0 else { return allowed }
            return real.write(file, UnsafeRawBufferPointer(rebasing: bytes[..<allowed]))
        }
        system.read = { self.failure("read") ?? real.read($0, $1, $2) }
        system.synchronizeData = { self.failure("synchronizeData") ?? real.synchronizeData($0) }
        system.synchronize = { self.failure("synchronize") ?? real.synchronize($0) }
        system.truncate = { self.failure("truncate") ?? real.truncate($0, $1) }
        system.rename = { self.failure("rename") ?? real.rename($0, $1) }
        system.remove = { self.failure("remove") ?? real.remove($0) }
        system.makeFolder = { self.failure("makeFolder") ?? real.makeFolder($0, $1) }
        system.listFolder = { self.failure("listFolder") ?? real.listFolder($0, &$1) }
        system.changeMode = { self.failure("changeMode") ?? real.changeMode($0, $1) }
        // Giving a lock back cannot fail.
        system.lock = { $1 == LOCK_UN ? real.lock($0, $1) : self.failure("lock") ?? real.lock($0, $1) }
        system.statusOfFile = { self.failure("statusOfFile") ?? real.statusOfFile($0, &$1) }
        system.statusOfPath = { self.failure("statusOfPath") ?? real.statusOfPath($0, &$1) }
        return system
    }

    /// A read-only disk.
    static var readOnly: FileSystem {
        let real = FileSystem()
        var system = real
        system.open = { path, flags, mode in
            flags & (O_WRONLY | O_RDWR | O_CREAT) == 0 ? real.open(path, flags, mode) : -Int(EROFS)
        }
        system.rename = { _, _ in -Int(EROFS) }
        system.remove = { _ in -Int(EROFS) }
        system.makeFolder = { _, _ in -Int(EROFS) }
        system.changeMode = { _, _ in -Int(EROFS) }
        return system
    }
}
