// SPDX-License-Identifier: GPL-3.0-or-later
// Prints the output of commands: results on standard output, errors on standard error. Determines the exit status.

public import ArgumentParser
import GioKit
import Glibc
import JarvisCore
public import JarvisPlatform

/// A failure whose message is shown to the user unchanged.
public struct CommandFailure: Error {
    public var message: String

    public init(_ message: String) {
        self.message = message
    }
}

/// The output functions of all commands. Names from users, servers and files must not control the terminal, so all
/// lines pass through `PlainText.forTerminal` here.
public enum Console {
    /// Prints a line of the result.
    /// - Throws: The errors of `write(_:)`.
    public static func say(_ line: String) throws {
        try text(line + "\n")
    }

    /// Prints part of the result as it is, without adding a line end.
    /// - Throws: The errors of `write(_:)`.
    public static func text(_ text: String) throws {
        try write(Array(PlainText.forTerminal(text).utf8))
    }

    /// Writes all of these bytes of the result.
    /// - Throws: `CommandFailure` with the reason if they can't be written. A reader that has closed the pipe, as in
    ///   "jarvis history | head", ends the command silently.
    public static func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            let code = count == 0 ? EIO : errno
            guard count <= 0 else {
                rest = rest.dropFirst(count)
                continue
            }
            switch code {
            case EINTR: continue
            case EAGAIN:
                // Another process that shares this descriptor has made it non-blocking, so wait.
                var request = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
                poll(&request, 1, -1)
            case EPIPE: throw ExitCode.failure
            default: throw CommandFailure("The result can't be written: \(StoreFailure.systemText(of: code)).")
            }
        }
    }

    /// Prints a line that is not part of the result, on standard error.
    public static func note(_ line: String) {
        let bytes = Array((PlainText.forTerminal(line) + "\n").utf8)
        // Written to the descriptor: the C library's `stderr` is a variable, which Swift can't prove to be safe.
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }

    /// Prints a value as a JSON document.
    /// - Throws: The errors of `write(_:)`.
    public static func json(_ value: JSONValue) throws {
        try write(Array(PlainText.escapedInJSON(String(decoding: value.indentedBytes, as: UTF8.self)).utf8))
    }

    /// Reports an error to the user and returns the exit status: 0 for help texts, 2 for a usage error, else 1.
    /// - Parameter command: The root of all commands.
    public static func report(_ error: any Error, of command: any ParsableCommand.Type) -> Int32 {
        if let failure = error as? CommandFailure {
            tell(failure.message)
            return 1
        }
        if let advice = commandAdvice(for: error) {
            tell(advice)
            return 1
        }
        // The command threw this while it ran, after parsing; the parser would print another command's usage.
        if let refusal = error as? ValidationError {
            tell(refusal.message)
            return 2
        }
        let status = command.exitCode(for: error)
        let message = command.fullMessage(for: error)
        if status == .success {
            do {
                if !message.isEmpty { try say(message) }
                return 0
            } catch {
                return report(error, of: command)
            }
        }
        if status == .validationFailure {
            note(PlainText.printable(message.hasPrefix("Error: ") ? "jarvis: " + message.dropFirst(7) : message))
            return 2
        }
        if error is ExitCode { return status.rawValue }
        tell("\(error)")
        return 1
    }
    /// Prints an error. It may quote text from a server or a file, which must not control the terminal.
    private static func tell(_ text: String) { note("jarvis: \(PlainText.printable(text))") }
}

/// Runs asynchronous work to completion in a synchronous command; blocks the main thread until then.
public func runBlocking<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) throws -> Result {
    let box = AwaitedResult<Result>()
    Task.detached {
        do {
            box.give(.success(try await work()))
        } catch {
            box.give(.failure(error))
        }
    }
    return try box.take()
}

/// Runs asynchronous work to completion while the main loop runs, for code that is bound to the main thread, such as
/// the bus.
public func runOnMainLoop<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) throws -> Result {
    let box = AwaitedResult<Result>()
    MainActor.assumeIsolated {
        MainLoop.run {
            let task = Task.detached { try await work() }
            box.give(await task.result)
        }
    }
    return try box.take()
}
