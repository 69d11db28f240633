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
        /// It stopped before it had done all; the text says what is missing.
        case incomplete(String)
        /// The server answered with an error: the HTTP status (0 where the protocol has none) and its own words.
        case rejected(status: Int, message: String)
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
    /// What happened and what to do, in one or two sentences.
    public var advice: String {
        switch kind {
        case .invalidAddress(let text): text
        case .unknownHost: "The host of \(server) was not found. Check the address for typos."
        case .refused: "Nothing listens at \(server). Start the server, or check its port."
        case .unreachable(let reason): "\(server) cannot be reached (\(reason)). Check the network."
        case .timedOut(.connection): "\(server) does not answer. Check that the computer is on and in this network."
        case .timedOut(.sending): "\(server) accepts no data. Restart the server."
        case .timedOut(.answer), .timedOut(.rest):
            "\(server) is too slow. Give it a smaller model or a faster computer."
        case .insecure(let reason): "The connection to \(server) is not secure (\(reason)). Check its certificate."
        case .closedEarly: "\(server) closed the connection in the middle of its answer. See the server's log."
        case .tooLarge(let limit):
            "\(server) sent more than \(limit / 1_048_576) MiB. Check that it is a speech server."
        case .malformed(let reason):
            "\(server) sent an unexpected answer (\(reason)). Check the engine and address."
        case .incomplete(let lack):
            "\(server) left out part of what it should say (\(lack)). Try another voice or model."
        case .rejected(401, _), .rejected(403, _):
            "\(server) rejected the key. \"jarvis config secret set ADDRESS\" keeps one."
        case .rejected(404, _): "\(server) does not offer this service or model. Check the engine, address and model."
        case .rejected(429, _): "\(server) is limiting requests. Wait a while, or check your account."
        case .rejected(let status, let message):
            "\(server) reports an error (\(status == 0 ? "" : "\(status) ")\(message)). See the server's log."
        case .programFailed(let reason): "The program \(server) does not work (\(reason)). Check that it is installed."
        case .cancelled: "The request to \(server) was cancelled."
        }
    }

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
        case .incomplete: "incomplete answer"
        case .rejected(let status, _): "error \(status)"
        case .programFailed: "program failed"
        case .cancelled: "cancelled"
        }
    }
}
