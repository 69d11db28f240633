// SPDX-License-Identifier: GPL-3.0-or-later
// What can go wrong with a tool server, in terms of what somebody can do about it.

public import JarvisCore
public import JarvisPlatform

/// A tool server that cannot be used, or a call that failed.
public struct ToolServerFailure: Error, Hashable, Sendable {
    public enum PasteFault: Hashable, Sendable {
        case notJSON(reason: String)
        case withoutServers
        /// Neither a command nor an address, or no usable name.
        case unusable
        case address(ServerAddressError)
        /// Another one has this name already, as names are written here.
        case sameName(String)
        /// The transport of 2024, which JARVIS does not speak.
        case oldTransport
    }

    public enum Kind: Hashable, Sendable {
        case pasted(PasteFault)
        /// Its program is not installed; the package that has it, where that is known.
        case commandMissing(String, package: String?)
        case notStarted(reason: String)
        /// It ended before it had said anything.
        case endedAtStart(ProcessExit?, log: [String])
        /// It ended in the middle of a call of this tool.
        case crashed(tool: String, ProcessExit?, log: [String])
        /// It has failed this often at its start, and is left alone.
        case keepsFailing(times: Int, log: [String])
        /// It said nothing of use at its start; what it printed instead.
        case silent(seconds: Int, rubbish: String?)
        case tooSlow(tool: String, seconds: Int)
        /// It speaks none of our versions, but these.
        case unsupported([String])
        /// It answered, but not as a tool server.
        case foreign(status: Int)
        /// Its answer holds neither a result nor an error.
        case malformed
        case tooLarge(limitBytes: Int)
        case toolMissing(String, known: [String])
        /// The server describes it otherwise than when the user was asked.
        case toolChanged(String)
        /// It refused, in its own words.
        case refused(code: Int64, message: String)
        /// The tool asks back, which JARVIS cannot answer.
        case asksBack(tool: String)
        /// The keyring does not give or take the values.
        case secrets(reason: String)
        /// The keyring has no value for these.
        case valuesMissing([String])
        /// It wants a browser to sign in with, which JARVIS cannot do; a key for its address may do instead.
        case needsSignIn(origin: String)
        case disabled
        case server(ServerFailure)
    }

    /// The kind in one word, for logs; nothing that a server said is in it.
    public var kindName: String { String("\(kind)".prefix { $0 != "(" }) }

    /// What the user calls the server.
    public var server: String
    public var kind: Kind

    public init(server: String, kind: Kind) {
        self.server = server
        self.kind = kind
    }
}
