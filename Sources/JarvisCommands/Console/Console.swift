// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line prints: results on standard output, errors on standard error, and the exit status.

public import ArgumentParser
import GioKit
import Glibc
import JarvisCore
public import JarvisPlatform

/// A failure whose message the user sees unchanged.
public struct CommandFailure: Error {
    public var message: String

    public init(_ message: String) {
        self.message = message
    }
}

/// What all commands print by. Whatever names, servers and files say gives the terminal no orders: all lines go through
/// `PlainText.forTerminal` here.
public enum Console {
    /// Prints a line of the result.
    /// - Throws: as `write`.
    public static func say(_ line: String) throws {
        try text(line + "\n")
    }

    /// Prints a part of the result as it stands, without an end of the line.
    /// - Throws: as `write`.
    public static func text(_ text: String) throws {
        try write(Array(PlainText.forTerminal(text).utf8))
    }

    /// Prints a document: to a file or another program byte by byte, to a terminal as all lines.
    /// - Throws: as `write`.
    public static func document(_ document: String) throws {
        let whole = document.last == "\n" ? document : document + "\n"
        if isatty(STDOUT_FILENO) == 1 { try text(whole) } else { try write(Array(whole.utf8)) }
    }

    /// Writes all of these bytes of the result.
    /// - Throws: `CommandFailure` with the reason when they cannot be written. A reader that has closed the pipe, as in
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
                // Another process that shares this descriptor has made it non-blocking.
                var request = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
                poll(&request, 1, -1)
            case EPIPE: throw ExitCode.failure
            default: throw CommandFailure("The result cannot be written: \(StoreFailure.systemText(of: code)).")
            }
        }
    }

    /// Prints a line that is not part of the result.
    public static func note(_ line: String) {
        let bytes = Array((PlainText.forTerminal(line) + "\n").utf8)
        // The C library's `stderr` is a variable that Swift cannot prove safe; the descriptor is a constant.
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }

    /// Prints a value as one JSON document.
    /// - Throws: as `write`.
    public static func json(_ value: JSONValue) throws {
        try write(Array(PlainText.escapedInJSON(String(decoding: value.indentedBytes, as: UTF8.self)).utf8))
    }

    /// Tells the user about an error and says how the program ends: 0 for help texts, 2 for a usage error, else 1.
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
        // Refused only when the command ran, behind the parser's back: its usage would be that of another command.
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
    /// An error may quote what a server or a file says, which must not give orders to the terminal.
    private static func tell(_ text: String) { note("jarvis: \(PlainText.printable(text))") }
}

/// Runs asynchronous work to its end from a synchronous command; the main thread waits.
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

/// Runs asynchronous work to its end while the main loop turns: for what lives on the main thread, such as the bus.
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
