// SPDX-License-Identifier: GPL-3.0-or-later
// Explains what could not be searched, used or added.

public import JarvisCore
public import JarvisToolServers

/// Something found during a search that could not be used.
public enum DiscoveryNote: ExplainedFailure, Hashable, Sendable {
    /// Another program's file cannot be read or parsed.
    case unreadable(program: String, file: String, reason: String)
    /// A server in another program's file cannot be used.
    case unusable(program: String, server: String, ToolServerFailure)
    /// A server in another program's file has values that only that program can fill in.
    case filledIn(program: String, server: String)
    /// Other computers were not searched, since the service for that is not available.
    case notSearched(reason: String)

    /// True if this concerns the scope of the search instead of a fault.
    public var isAboutSearching: Bool { if case .notSearched = self { true } else { false } }

    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .unreadable(let program, let file, let reason):
            FailureText(
                reader.say("JARVIS can't read the configuration of %1 (%2).", program, reason),
                reader.say("It is %1.", file))
        case .unusable(let program, let server, let failure):
            FailureText(
                reader.say("JARVIS can't use the server \"%1\" from %2.", server, program),
                failure.explained(to: reader).text)
        case .filledIn(let program, let server):
            FailureText(
                reader.say("The server \"%1\" needs values that only %2 has.", server, program),
                reader.say("Add it with \"jarvis mcp add\" and your own values."))
        case .notSearched(let reason):
            FailureText(reader.say("JARVIS couldn't search the network for speech servers (%1).", reason))
        }
    }
}

/// The reason why an item could not be added.
public enum DiscoveryFailure: ExplainedFailure, Hashable, Sendable {
    /// The item is no longer in its program's file, or has changed there.
    case changed(String)
    /// The server offers neither recognition nor synthesis.
    case unableToSpeak(String)

    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .changed(let name):
            FailureText(reader.say("\"%1\" has changed since it was found.", name), reader.say("Search again."))
        case .unableToSpeak(let place):
            FailureText(
                reader.say("The server at %1 isn't a speech server.", place),
                reader.say("Check the address."))
        }
    }
}
