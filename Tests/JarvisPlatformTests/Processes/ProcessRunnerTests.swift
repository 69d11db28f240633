// SPDX-License-Identifier: GPL-3.0-or-later
// Running real programs: the shell, `cat` and their descendants.

import Glibc
import JarvisPlatform
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ProcessRunnerTests {
    private let runner = ProcessRunner()

    private func shell(_ script: String, environment: [String: String] = [:]) -> ProcessCommand {
        ProcessCommand("sh", ["-c", script], environment: environment)
    }

    private func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

    // MARK: to the end

    @Test func outputExitStatusAndLastErrorsAreReturned() async throws {
        let input = [UInt8](repeating: 0x61, count: 3 << 20)
        let script = "cat; echo first >&2; echo last >&2; exit 3"
        let result = try await runner.run(shell(script), input: input, limit: .seconds(30))
        #expect(result.output == input)
        #expect(result.exit == .exited(3) && !result.exit.isSuccess)
        #expect(result.lastErrors == ["first", "last"])
    }

    @Test func aProgramStartsInTheGivenFolder() async throws {
        let result = try await runner.run(ProcessCommand("pwd", folder: "/usr"), limit: .seconds(10))
        #expect(text(result.output) == "/usr\n")
    }

    @Test func unreadInputIsNotAFailure() async throws {
        let input = [UInt8](repeating: 0, count: 1 << 20)
        let result = try await runner.run(shell("echo done"), input: input, limit: .seconds(30))
        #expect(text(result.output) == "done\n" && result.exit.isSuccess)
    }

    @Test func onlyTheLastErrorsAreKept() async throws {
        let script = "i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done >&2; echo end >&2"
        let result = try await runner.run(shell(script), limit: .seconds(30))
        #expect(result.lastErrors.last == "end")
        #expect(result.lastErrors.joined().utf8.count <= 4096 && result.lastErrors.count > 100)
    }

    @Test func theTimeLimitAppliesDespiteSteadyOutput() async throws {
        let script = "i=0; while [ $i -lt 600 ]; do echo still here >&2; sleep 0.05; i=$((i+1)); done"
        await #expect(throws: ProcessFailure(program: "sh", kind: .timedOut)) {
            try await runner.run(shell(script), limit: .milliseconds(300))
        }
        let dripping = "i=0; while [ $i -lt 600 ]; do echo still here; sleep 0.05; i=$((i+1)); done"
        await #expect(throws: ProcessFailure(program: "sh", kind: .timedOut)) {
            try await runner.run(shell(dripping), limit: .milliseconds(300))
        }
    }

    @Test func outputWithoutEndIsRefused() async throws {
        await #expect(throws: ProcessFailure(program: "cat", kind: .tooMuchOutput(limitBytes: 100_000))) {
            try await runner.run(
                ProcessCommand("cat", ["/dev/zero"]), limit: .seconds(30), outputLimit: 100_000)
        }
    }

    @Test func aMissingProgramIsReported() async throws {
        let failure = await #expect(throws: ProcessFailure.self) {
            try await runner.run(ProcessCommand("/nonexistent/program"), limit: .seconds(1))
        }
        #expect(failure == ProcessFailure(program: "program", kind: .notStarted(errno: ENOENT)))
        #expect(failure?.reason == "No such file or directory")
    }

    @Test func aDetachedDescendantDoesNotDelayTheEnd() async throws {
        let result = try await runner.run(shell("setsid sleep 30 & echo here"), limit: .seconds(20))
        #expect(text(result.output) == "here\n")
    }

    @Test func cancellingTheTaskKillsTheProgramAndItsChildren() async throws {
        let folder = try TemporaryFolder()
        let task = Task { [runner] in
            let script = "sleep 60 & echo $! > \(folder.path)/pid; wait"
            return try await runner.run(ProcessCommand("sh", ["-c", script]), limit: .seconds(50))
        }
        #expect(await Eventually.holds { !ChildProcess.contents(of: folder.path + "/pid").isEmpty })
        task.cancel()
        await #expect(throws: ProcessFailure(program: "sh", kind: .cancelled)) { try await task.value }
        let child = try #require(Int32(ChildProcess.contents(of: folder.path + "/pid").prefix { $0.isNumber }))
        #expect(await Eventually.holds { kill(child, 0) != 0 })
    }

    // MARK: what a child gets

    @Test func aChildLeadsASessionAndInheritsNoDescriptorsOrSignals() async throws {
        // Would be inherited without precautions.
        let inherited = open("/dev/null", O_RDONLY)
        defer { close(inherited) }
        let script = """
            ls /proc/self/fd | tr '\\n' ' '; echo; grep -E 'Sig(Blk|Ign)' /proc/self/status; \
            ps -o sid= -p $$ | tr -d ' '; echo $$; echo "$GIVEN"
            """
        let result = try await runner.run(shell(script, environment: ["GIVEN": "a=b"]), limit: .seconds(30))
        let lines = (text(result.output) ?? "").split(separator: "\n").map(String.init)
        try #require(lines.count == 6, "\(lines)")
        // The fourth descriptor is the folder that `ls` itself reads.
        #expect(lines[0].split(separator: " ").count == 4)
        #expect(signals(lines[1]) == 0 && signals(lines[2]) == 0, "\(lines)")
        #expect(lines[3] == lines[4])
        #expect(lines[5] == "a=b")
    }

    /// A set of signals in /proc, without the two that the C library reserves (32 and 33).
    private func signals(_ line: String) -> UInt64? {
        line.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) }.map { $0 & ~(3 << 31) }
    }

    @Test func aDetachedProgramOutlivesItsRunnerWithoutAZombie() async throws {
        let folder = try TemporaryFolder()
        let script = "echo $$ > \(folder.path)/pid; while [ ! -e \(folder.path)/go ]; do sleep 0.01; done"
        do { try ProcessRunner().launch(shell(script)) }
        #expect(await Eventually.holds { !ChildProcess.contents(of: folder.path + "/pid").isEmpty })
        let child = try #require(Int32(ChildProcess.contents(of: folder.path + "/pid").prefix { $0.isNumber }))
        #expect(kill(child, 0) == 0, "its runner is gone, it is not")
        close(open(folder.path + "/go", O_CREAT | O_WRONLY, 0o600))
        #expect(await Eventually.holds { kill(child, 0) != 0 }, "a zombie would still be there")
    }
}
