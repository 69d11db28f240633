// SPDX-License-Identifier: GPL-3.0-or-later
// What can go wrong between JARVIS and a server, in terms of what somebody can do about it.

/// A server that could not be reached or did not do what it was asked.
public struct ServerFailure: Error, Hashable, Sendable {
    /// What was being waited for when the time was up.
    public enum Stage: String, Sendable {
        case connection, answer, rest, sending
    }

    public enum Kind: Hashable, Sendable {
        /// The address in the settings cannot be used; the text says why.
        case invalidAddress(String)
        /// Nobody knows the host's name.
        case unknownHost
        /// The host runs, but nothing listens at the port.
        case refused
        /// There is no way to the host; the system's own words.
        case unreachable(String)
        case timedOut(Stage)
        /// The certificate is not trusted or the encryption failed; the library's own words.
        case insecure(String)
        /// The connection ended in the middle.
        case closedEarly
        /// More came than any right answer has.
        case tooLarge(limitBytes: Int)
        /// The answer is not what the protocol says; the text says in what.
        case malformed(String)
        /// The file that came has another checksum than it should have.
        case damaged
        /// It stopped before it had done all; the text says what is missing.
        case incomplete(String)
        /// The server answered with an error: the HTTP status (0 where the protocol has none) and its own words.
        case rejected(status: Int, message: String)
        /// A key was not sent; the text says why, and what has to be done before it is.
        case keyWithheld(String)
        /// The program that should answer cannot be run; the text says why.
        case programFailed(String)
        case cancelled
    }

    /// "host:port", or a program's name.
    public var server: String
    public var kind: Kind

    public init(server: String, kind: Kind) {
        self.server = server
        self.kind = kind
    }
}

extension ServerFailure {
    /// The failure in one or two words, for logs and tables.
    public var summary: String {
        switch kind {
        case .invalidAddress: "invalid address"
        case .unknownHost: "unknown host"
        case .refused: "refused"
        case .unreachable: "unreachable"
        case .timedOut(let stage): "timed out (\(stage.rawValue))"
        case .insecure: "not secure"
        case .closedEarly: "closed early"
        case .tooLarge: "too large"
        case .malformed: "malformed answer"
        case .damaged: "damaged file"
        case .incomplete: "incomplete answer"
        case .rejected(let status, _): "error \(status)"
        case .keyWithheld: "key withheld"
        case .programFailed: "program failed"
        case .cancelled: "cancelled"
        }
    }
}
