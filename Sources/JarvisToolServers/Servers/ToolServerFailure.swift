// SPDX-License-Identifier: GPL-3.0-or-later
// Failures of tool servers, divided by what the user can do about them.

public import JarvisCore
public import JarvisPlatform

/// A tool server cannot be used, or a call has failed.
public struct ToolServerFailure: Error, Hashable, Sendable {
    /// An error in a pasted configuration.
    public enum PasteFault: Hashable, Sendable {
        case notJSON(reason: String)
        case withoutServers
        /// The entry has neither a command nor an address, or no usable name.
        case unusable
        case address(ServerAddressError)
        /// Two entries have this name, once it is converted to a valid one.
        case sameName(String)
        /// The 2024 transport, which JARVIS does not support.
        case oldTransport
    }

    /// The kinds of failures.
    public enum Kind: Hashable, Sendable {
        case pasted(PasteFault)
        /// The program is not installed. `package` provides it, if known.
        case commandMissing(String, package: String?)
        case notStarted(reason: String)
        /// The server ended before it sent anything.
        case endedAtStart(ProcessExit?, log: [String])
        /// The server ended during a call of this tool.
        case crashed(tool: String, ProcessExit?, log: [String])
        /// The server failed to start this often, and is left alone for now.
        case keepsFailing(times: Int, log: [String])
        /// The server sent nothing useful within this time. `rubbish` is what it printed instead.
        case silent(seconds: Int, rubbish: String?)
        case tooSlow(tool: String, seconds: Int)
        /// The server supports none of our versions, only these.
        case unsupported([String])
        /// The reply was not that of a tool server.
        case foreign(status: Int)
        /// The reply contains neither a result nor an error.
        case malformed
        case tooLarge(limitBytes: Int)
        case toolMissing(String, known: [String])
        /// The tool's description has changed since the user was asked.
        case toolChanged(String)
        /// The server refused with this error.
        case refused(code: Int64, message: String)
        /// The tool asks for further input, which JARVIS cannot give.
        case asksBack(tool: String)
        /// The keyring cannot read or store the values, for this reason.
        case secrets(reason: String)
        /// The keyring has no values for these variables or headers.
        case valuesMissing([String])
        /// The server requires signing in with a browser, which JARVIS cannot do. A key may work instead.
        case needsSignIn(origin: String)
        case disabled
        case server(ServerFailure)
    }

    /// The name of the kind, for logs. It contains nothing that a server sent.
    public var kindName: String { String("\(kind)".prefix { $0 != "(" }) }

    /// The user's name for the server.
    public var server: String
    public var kind: Kind

    public init(server: String, kind: Kind) {
        self.server = server
        self.kind = kind
    }
}
