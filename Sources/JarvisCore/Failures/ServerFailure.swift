// SPDX-License-Identifier: GPL-3.0-or-later
// What can go wrong between JARVIS and a server, in terms of what somebody can do about it.

/// A server that could not be reached or did not do what it was asked.
public struct ServerFailure: Error, Hashable, Sendable {
    /// The step that took too long.
    public enum Stage: String, Sendable {
        case connection, answer, rest, sending
    }

    public enum Kind: Hashable, Sendable {
        /// The address in the settings cannot be used.
        case address(ServerAddressError)
        /// The address to be fetched is not one of a web server.
        case unusableURL(String)
        /// The server sends elsewhere.
        case moved(to: String, RedirectRefusal)
        /// The host's name cannot be resolved.
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
        /// The answer is not what the protocol says.
        case malformed(UnexpectedAnswer)
        /// The file that came has another checksum than it should have.
        case damaged
        /// It stopped speaking before it can have said all.
        case incomplete(soundMilliseconds: Int, letterCount: Int)
        /// The server answered with an error: the HTTP status (0 where the protocol has none) and its own words, if any.
        case rejected(status: Int, message: String)
        /// A key was not sent: others could have read it.
        case keyNeedsHTTPS(origin: String)
        /// A key was not sent: the variable that holds it comes without the one that says where it belongs.
        case keyWithoutOrigin(origin: String, variable: String, originVariable: String)
        /// The program that should answer cannot be run.
        case programFailed(ProgramFault)
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
        case .address, .unusableURL: "invalid address"
        case .moved: "moved"
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
        case .keyNeedsHTTPS, .keyWithoutOrigin: "key withheld"
        case .programFailed: "program failed"
        case .cancelled: "cancelled"
        }
    }
}
