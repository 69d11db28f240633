// SPDX-License-Identifier: GPL-3.0-or-later
// Identifying callers by the file that their process runs.

import Glibc
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisService

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct CallerGateTests {
    @Test func aProcessIsIdentifiedByItsExecutable() throws {
        let own = try #require(CallerGate.ownExecutable)
        #expect(own.hasPrefix("/") && CallerGate.executable(of: getpid()) == own)
        #expect(CallerGate.executable(of: -1) == nil)
    }

    @Test func aSandboxCannotImpersonateJarvisWithABindMount() async throws {
        let folder = try TemporaryFolder("jarvis-gate")
        let place = folder.path + "/jarvis"
        try AtomicFile.write(place, Array("ours".utf8))
        let script = "mount --bind \"$(command -v sleep)\" \"$0\" && echo ready && exec \"$0\" 60"
        let child = try ChildProcess("unshare", ["-r", "-m", "sh", "-c", script, place])
        defer { child.send(signal: SIGKILL) }
        await yieldUntil { child.output.contains("ready") || !child.isRunning }
        // Some systems forbid unprivileged namespaces.
        guard child.isRunning else { return }
        var name = ""
        await yieldUntil {
            name = link(of: child.processIdentifier)
            return name == place
        }
        #expect(CallerGate.executable(of: child.processIdentifier) == nil)
    }

    private func link(of process: Int32) -> String {
        var bytes = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/\(process)/exe", &bytes, bytes.count - 1)
        return count < 0 ? "" : String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
