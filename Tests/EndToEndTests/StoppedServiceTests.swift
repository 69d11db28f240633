// SPDX-License-Identifier: GPL-3.0-or-later
// A stopped service, as by SIGSTOP or a debugger: commands that need it report that, others work without it.

import FoundationEssentials
import Glibc
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct StoppedServiceTests {
    @Test(.timeLimit(.minutes(10))) func commandsReportAStoppedService() async throws {
        let program = try JarvisProgram()
        let service = try await program.startService()
        // Once it has answered, the service's stores are open, and it may hold their locks.
        #expect(try await program.command(["ask", "what is two plus two"]).output == "2 + 2 is 4.\n")
        try await stop(service, of: program)
        defer { service.send(signal: SIGCONT) }
        let advice = "kill -CONT \(service.processIdentifier)"
        for arguments in [
            ["ask", "what is two plus two"], ["ask", "--stream", "set a timer for nine minutes"], ["listen"],
            ["listen", "--toggle"], ["notes", "record"], ["call"], ["call", "--end"], ["widget", "small"], ["window"],
        ] {
            let result = try await program.command(arguments)
            #expect(result.status == 1 && result.output.isEmpty, "\(arguments): \(result)")
            #expect(result.errors.contains(advice), "\(arguments): \(result)")
        }
        for arguments in [
            ["lists", "add", "shopping", "milk"], ["lists"], ["reminders", "add", "timer", "50m"], ["reminders"],
            ["history"], ["config", "set", "voice.speed", "1.1"], ["config"], ["servers"], ["mcp"], ["recordings"],
            ["statistics"], ["forget"], ["notes"], ["ask", "--no-service", "what is two plus two"],
        ] {
            let result = try await program.command(arguments)
            #expect(result.status == 0, "\(arguments): \(result)")
        }
        service.send(signal: SIGCONT)
        #expect(try await program.command(["ask", "what is two plus two"]).output == "2 + 2 is 4.\n")
        service.send(signal: SIGTERM)
        #expect(try await service.exit(within: .seconds(60)) == 0)
    }

    /// Stops the service while it holds no store lock; stopped in the middle of a change, it would block other
    /// programs.
    private func stop(_ service: ChildProcess, of program: JarvisProgram) async throws {
        let files = try FileManager.default.subpathsOfDirectory(atPath: program.home.path)
        let locks = files.filter {
            ($0.hasSuffix("/lock") || $0.hasSuffix(".lock")) && !$0.hasSuffix("microphone.lock")
        }
        #expect(!locks.isEmpty)
        let held = locks.map { open("\(program.home.path)/\($0)", O_RDWR | O_CLOEXEC) }
        defer { held.forEach { _ = close($0) } }
        for lock in held { #expect(flock(lock, LOCK_EX) == 0) }
        service.send(signal: SIGSTOP)
        let status = "/proc/\(service.processIdentifier)/status"
        let isStopped = try await eventually {
            try String(contentsOfFile: status, encoding: .utf8).contains("State:\tT")
        }
        #expect(isStopped)
    }
}
