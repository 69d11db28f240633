// SPDX-License-Identifier: GPL-3.0-or-later
// Exchanging data with running child processes.

import Glibc
import JarvisPlatform
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(3)))
struct RunningProcessTests {
    private let runner = ProcessRunner()

    private func shell(_ script: String) -> ProcessCommand { ProcessCommand("sh", ["-c", script]) }

    private func line(_ process: RunningProcess) async throws -> String {
        String(decoding: try await process.read(within: .seconds(60)) ?? [], as: UTF8.self)
    }

    @Test func requestsAndRepliesAlternate() async throws {
        let process = try runner.start(shell("while read line; do echo \"heard $line\"; done; echo end"))
        for number in 0..<5 {
            try await process.write(Array("\(number)\n".utf8))
            #expect(try await line(process) == "heard \(number)\n")
        }
        process.closeInput()
        #expect(try await line(process) == "end\n")
        #expect(try await process.read() == nil)
        #expect(try await process.wait() == .exited(0))
    }

    @Test func writingWaitsUntilTheProgramReads() async throws {
        let process = try runner.start(shell("read go; sleep 0.2; echo ready; cat > /dev/null"))
        let hasWritten = Task { try await process.write([UInt8](repeating: 0x0A, count: 1 << 20)) }
        // More than a pipe holds, so the write can only finish once `cat` reads, after this line.
        #expect(try await line(process) == "ready\n")
        try await hasWritten.value
        #expect(try await process.end(grace: .seconds(60)) == .exited(0))
    }

    @Test func aProgramWaitsUntilItsOutputIsRead() async throws {
        let folder = try TemporaryFolder()
        let script =
            "i=0; while [ $i -lt 400 ]; do head -c 1024 /dev/zero; i=$((i+1)); echo $i > \(folder.path)/n; done"
        let process = try runner.start(shell(script))
        @Sendable func written() -> Int {
            Int(ChildProcess.contents(of: folder.path + "/n").prefix { $0.isNumber }) ?? 0
        }
        #expect(await Eventually.holds { written() >= 64 })
        // The pipe and our buffer hold 128 KiB together.
        #expect(written() <= 140)
        var count = 0
        while let bytes = try await process.read(upTo: 1000) {
            #expect(bytes.count <= 1000)
            count += bytes.count
        }
        #expect(count == 400 * 1024)
    }

    @Test func aReadTimesOutAndTheNextOneSucceeds() async throws {
        let process = try runner.start(
            shell("echo chat >&2; (while :; do echo chat >&2; sleep 0.02; done) & read go; echo answer; kill $!"))
        await #expect(throws: ProcessFailure(program: "sh", kind: .timedOut)) {
            try await process.read(within: .milliseconds(200))
        }
        try await process.write(Array("go\n".utf8))
        #expect(try await line(process) == "answer\n")
        await yieldUntil { process.lastErrors.first == "chat" }
    }

    @Test func cancelledReadsAndWritesEnd() async throws {
        let process = try runner.start(shell("sleep 60"))
        let reading = Task { try await process.read() }
        let writing = Task { try await process.write([UInt8](repeating: 0, count: 1 << 20)) }
        reading.cancel()
        writing.cancel()
        await #expect(throws: ProcessFailure(program: "sh", kind: .cancelled)) { try await reading.value }
        await #expect(throws: ProcessFailure(program: "sh", kind: .cancelled)) { try await writing.value }
    }

    @Test func writingToClosedInputFails() async throws {
        let process = try runner.start(shell("exec 0<&-; echo closed; sleep 60"))
        #expect(try await line(process) == "closed\n")
        await #expect(throws: ProcessFailure(program: "sh", kind: .inputClosed)) {
            try await process.write([UInt8](repeating: 0, count: 1 << 20))
        }
    }

    @Test(arguments: [
        ("echo up; cat", Duration.seconds(60), ProcessExit.exited(0)),
        ("trap 'exit 5' TERM; echo up; while :; do sleep 0.01; done", .seconds(3), .exited(5)),
        ("trap '' TERM; echo up; while :; do sleep 0.01; done", .milliseconds(300), .signalled(SIGKILL)),
        (
            "trap '' TERM; echo up; cat /dev/zero & while :; do sleep 0.01; done", .milliseconds(300),
            .signalled(SIGKILL)
        ),
    ])
    func endingTerminatesBeforeKilling(script: String, grace: Duration, exit: ProcessExit) async throws {
        let process = try runner.start(shell(script))
        #expect(try await process.read(upTo: 3) == Array("up\n".utf8))
        #expect(try await process.end(grace: grace) == exit)
        #expect(try await process.end() == exit, "ending twice changes nothing")
    }

    @Test func descendantsEndWithTheProgram() async throws {
        let process = try runner.start(shell("sleep 60 & echo $!"))
        let child = try #require(Int32(try await line(process).dropLast()))
        #expect(try await process.wait() == .exited(0))
        #expect(await Eventually.holds { kill(child, 0) != 0 })
    }

    @Test func releasingAProcessKillsIt() async throws {
        let child = try await startAndRelease()
        #expect(await Eventually.holds { kill(child, 0) != 0 })
    }

    private func startAndRelease() async throws -> Int32 {
        let process = try runner.start(shell("echo up; sleep 60"))
        #expect(try await line(process) == "up\n")
        return process.processIdentifier
    }

    /// A signal to a reaped process could reach another process that has its ID by then.
    @Test func noSignalIsSentAfterTheEnd() async throws {
        let process = try runner.start(shell("exit 0"))
        #expect(try await process.wait() == .exited(0))
        process.kill()
        #expect(try await process.end() == .exited(0))
    }
}
