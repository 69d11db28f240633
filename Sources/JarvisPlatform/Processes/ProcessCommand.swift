// SPDX-License-Identifier: GPL-3.0-or-later
// The values of child processes: commands, results and failures.

import Glibc

/// A program with its arguments; no shell is involved.
public struct ProcessCommand: Hashable, Sendable {
    /// The path of the program, or a name to look up in PATH.
    public var program: String
    public var arguments: [String]
    /// Variables to add to the environment, or to override.
    public var environment: [String: String]
    /// The working directory; nil for this process's own.
    public var folder: String?
    /// True for the user's own programs and for JARVIS itself, which inherit all variables. Other programs receive only
    /// the variables that they need, since people keep keys in the environment.
    public var inheritsEverything: Bool

    public init(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:], folder: String? = nil,
        inheritsEverything: Bool = false
    ) {
        self.inheritsEverything = inheritsEverything
        self.program = program
        self.arguments = arguments
        self.environment = environment
        self.folder = folder
    }

    /// The program's name for the user, without its folder.
    public var name: String { String(program.split(separator: "/").last ?? "program") }
}

/// How a process ended.
public enum ProcessExit: Hashable, Sendable {
    case exited(Int32)
    case signalled(Int32)

    public var isSuccess: Bool { self == .exited(0) }

    /// The status as a shell shows it: 128 plus the signal for a killed process.
    public var status: Int32 {
        switch self {
        case .exited(let status): status
        case .signalled(let signal): 128 + signal
        }
    }

    /// - Parameter waitStatus: The status from `waitpid`.
    init(waitStatus: Int32) {
        let signal = waitStatus & 0x7f
        self = signal == 0 ? .exited((waitStatus >> 8) & 0xff) : .signalled(signal)
    }
}

/// The result of a program that has ended.
public struct ProcessResult: Hashable, Sendable {
    public var exit: ProcessExit
    /// All of the program's standard output.
    public var output: [UInt8]
    /// The last lines of its standard error, at most 4 KiB.
    public var lastErrors: [String]
}

/// The reason why a process could not be started, or why communication with it failed.
public struct ProcessFailure: Error, Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// The program could not be started.
        case notStarted(errno: Int32)
        /// The time limit for the exchange, or for one read, has passed.
        case timedOut
        /// The program exceeded its output limit.
        case tooMuchOutput(limitBytes: Int)
        /// The program has closed its input, or ended.
        case inputClosed
        /// The waiting task was cancelled.
        case cancelled
    }

    /// The name of the program, without its folder.
    public var program: String
    public var kind: Kind

    public init(program: String, kind: Kind) {
        self.program = program
        self.kind = kind
    }

    /// The reason in a few words; for a failed start, the system's message.
    public var reason: String {
        switch kind {
        case .notStarted(let code): String(cString: strerror(code))
        case .timedOut: "it took too long"
        case .tooMuchOutput(let limit): "it wrote more than \(limit) bytes"
        case .inputClosed: "it stopped reading its input"
        case .cancelled: "cancelled"
        }
    }
}
