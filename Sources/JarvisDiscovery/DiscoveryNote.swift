// SPDX-License-Identifier: GPL-3.0-or-later
// What could not be looked at, or not be used, in words.

public import JarvisCore
public import JarvisToolServers

/// Something that a look around met, and could not use.
public enum DiscoveryNote: ExplainedFailure, Hashable, Sendable {
    /// The file of another program cannot be read or understood.
    case unreadable(program: String, file: String, reason: String)
    /// A server in such a file cannot be used.
    case unusable(program: String, server: String, ToolServerFailure)
    /// The values of a server in such a file are filled in by its program only.
    case filledIn(program: String, server: String)
    /// Other computers were not looked for, since there is no service here that knows them.
    case notSearched(reason: String)

    /// It is about how far was searched, not about a fault.
    public var isAboutSearching: Bool { if case .notSearched = self { true } else { false } }

    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .unreadable(let program, let file, let reason):
            FailureText(
                reader.say("The configuration of %1 cannot be read (%2).", program, reason),
                reader.say("It is %1.", file))
        case .unusable(let program, let server, let failure):
            FailureText(
                reader.say("The server \"%1\" of %2 cannot be used.", server, program),
                failure.explained(to: reader).text)
        case .filledIn(let program, let server):
            FailureText(
                reader.say("The server \"%1\" of %2 has values that only %2 fills in.", server, program),
                reader.say("Add it with \"jarvis mcp add\" and values of your own."))
        case .notSearched(let reason):
            FailureText(reader.say("Other computers were not searched for speech servers (%1).", reason))
        }
    }
}

/// Why something that was found could not be added.
public enum DiscoveryFailure: ExplainedFailure, Hashable, Sendable {
    /// It is not in the file of its program any more, or is another one by now.
    case changed(String)
    /// The server neither recognizes speech nor speaks.
    case unableToSpeak(String)

    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .changed(let name):
            FailureText(reader.say("\"%1\" has changed since it was found.", name), reader.say("Look again."))
        case .unableToSpeak(let place):
            FailureText(
                reader.say("The server at %1 neither recognizes speech nor speaks.", place),
                reader.say("Check what it is for."))
        }
    }
}
