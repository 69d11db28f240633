// SPDX-License-Identifier: GPL-3.0-or-later
// What can go wrong between JARVIS and a server, in terms of what the user can do about it.

/// Why a server could not be reached, or failed.
public struct ServerFailure: Error, Hashable, Sendable {
    /// The step that took too long.
    public enum Stage: String, Sendable {
        case connection, answer, rest, sending
    }

    public enum Kind: Hashable, Sendable {
        /// The address in the settings is unusable.
        case address(ServerAddressError)
        /// The URL is not a web address.
        case unusableURL(String)
        /// The server redirects elsewhere.
        case moved(to: String, RedirectRefusal)
        /// The host name cannot be resolved.
        case unknownHost
        /// The host runs, but nothing listens at the port.
        case refused
        /// The host cannot be reached; carries the system's own message.
        case unreachable(String)
        case timedOut(Stage)
        /// The certificate is not trusted, or encryption failed; carries the library's own message.
        case insecure(String)
        /// The connection closed midway.
        case closedEarly
        /// The answer is larger than any valid one.
        case tooLarge(limitBytes: Int)
        /// The answer does not follow the protocol.
        case malformed(UnexpectedAnswer)
        /// The file has the wrong checksum.
        case damaged
        /// Speech ended too early to contain the whole text.
        case incomplete(soundMilliseconds: Int, letterCount: Int)
        /// The server answered with an error: the HTTP status (0 if the protocol has none) and its message, if any.
        case rejected(status: Int, message: String)
        /// The server requires a key, and none is stored for it.
        case keyMissing(origin: String)
        /// A key was withheld because others could have read it.
        case keyNeedsHTTPS(origin: String)
        /// A key was withheld: the variable that holds it is set, but not the one that names its server.
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
        case .keyMissing: "key missing"
        case .keyNeedsHTTPS, .keyWithoutOrigin: "key withheld"
        case .programFailed: "program failed"
        case .cancelled: "cancelled"
        }
    }
}
