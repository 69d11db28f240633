// SPDX-License-Identifier: GPL-3.0-or-later
// The values around child processes: commands, results and failures.

import Glibc

/// A program with its arguments; no shell is involved.
public struct ProcessCommand: Hashable, Sendable {
    /// A path, or a name that is looked up in PATH.
    public var program: String
    public var arguments: [String]
    /// Variables that are added to the environment, or replace what it has.
    public var environment: [String: String]
    /// Where it starts; nil: where this process is.
    public var folder: String?
    /// True for programs of the user's own, and for this one; others get what programs need of the environment, and no more:
    /// people keep keys in it.
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

    /// The program as people know it, without its folder.
    public var name: String { String(program.split(separator: "/").last ?? "program") }
}

/// How a process ended.
public enum ProcessExit: Hashable, Sendable {
    case exited(Int32)
    case signalled(Int32)

    public var isSuccess: Bool { self == .exited(0) }

    /// The status as a shell shows it: 128 and the signal for a process that was killed.
    public var status: Int32 {
        switch self {
        case .exited(let status): status
        case .signalled(let signal): 128 + signal
        }
    }

    /// - Parameter waitStatus: from `waitpid`.
    init(waitStatus: Int32) {
        let signal = waitStatus & 0x7f
        self = signal == 0 ? .exited((waitStatus >> 8) & 0xff) : .signalled(signal)
    }
}

/// The result of a program that was run to its end.
public struct ProcessResult: Hashable, Sendable {
    public var exit: ProcessExit
    /// All of its standard output.
    public var output: [UInt8]
    /// The last lines of its standard error, at most 4 KiB.
    public var lastErrors: [String]
}

/// Why a process could not be started, or why talking to it failed.
public struct ProcessFailure: Error, Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// The program could not be started.
        case notStarted(errno: Int32)
        /// The time for the whole exchange, or for one read, is over.
        case timedOut
        /// The program wrote more than was allowed.
        case tooMuchOutput(limitBytes: Int)
        /// The program takes no more input: it has closed it, or ended.
        case inputClosed
        /// The task that waited was cancelled.
        case cancelled
    }

    /// The program's name, without its folder.
    public var program: String
    public var kind: Kind

    public init(program: String, kind: Kind) {
        self.program = program
        self.kind = kind
    }

    /// The reason in a few words; a failed start in the system's own words.
    public var reason: String {
        switch kind {
        case .notStarted(let code): String(cString: strerror(code))
        case .timedOut: "it took too long"
        case .tooMuchOutput(let limit): "it wrote more than \(limit) bytes"
        case .inputClosed: "it takes no more input"
        case .cancelled: "cancelled"
        }
    }
}
