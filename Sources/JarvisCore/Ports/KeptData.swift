// SPDX-License-Identifier: GPL-3.0-or-later
// Port to everything stored about the user: what exists, where it was sent, and how to erase it for good.

/// A kind of stored data.
public enum KeptKind: String, Hashable, Sendable, CaseIterable {
    /// The conversation, without notes.
    case conversation
    case notes, lists
    /// Timers, alarms and reminders, and the stopwatch.
    case reminders
    case recordings, statistics
    /// The error output of tool servers, and the tools that they last offered.
    case logs
    /// The settings, the wake-word training, and the progress of setup.
    case settings
    /// Configured language models and tool servers.
    case servers
    /// Installed speech models.
    case models
    /// Server keys in the desktop's keyring.
    case keys
    /// The user's permissions for internet services and tool servers.
    case consents

    /// Everything about the user, so not the speech models.
    public static let personal = Set(allCases).subtracting([.models])
}

/// The stored data of one kind.
public struct KeptEntry: Hashable, Sendable {
    /// How long it is kept.
    public enum Span: Hashable, Sendable {
        case untilErased
        case days(Int)
        /// In memory only.
        case session
    }

    public var kind: KeptKind
    /// Number of items; nil if unknown.
    public var count: Int?
    /// Size on disk; nil if the data shares its files with another kind, or is not in JARVIS's own files.
    public var bytes: Int?
    /// The files and folders, or other places, that hold it.
    public var places: [String]
    public var span: Span
    /// A summary, such as server names.
    public var details: [String]

    public init(
        kind: KeptKind, count: Int? = nil, bytes: Int? = nil, places: [String] = [], span: Span = .untilErased,
        details: [String] = []
    ) {
        self.kind = kind
        self.count = count
        self.bytes = bytes
        self.places = places
        self.span = span
        self.details = details
    }
}

/// Data sent to a server, as recorded on disk; only tool calls are recorded.
public struct KeptRecipient: Hashable, Sendable {
    /// The user's name for the server.
    public var name: String
    /// Its host; nil for a program on this computer, or if the server was removed.
    public var host: String?
    public var callCount: Int
    /// The total size of the results.
    public var resultBytes: Int
    public var lastUse: Timestamp

    public init(name: String, host: String?, callCount: Int, resultBytes: Int, lastUse: Timestamp) {
        self.name = name
        self.host = host
        self.callCount = callCount
        self.resultBytes = resultBytes
        self.lastUse = lastUse
    }
}

/// Lists and erases everything stored about the user.
public protocol KeptDataLibrary: Sendable {
    /// The entries in the order of `KeptKind`. Unreadable data has no count.
    func entries() async -> [KeptEntry]
    /// Recipients of tool calls, most recently used first.
    /// - Throws: `StoreFailure`, including while the history is locked.
    func recipients() async throws -> [KeptRecipient]
    /// Erases all data of a kind for good, including every copy.
    /// - Parameter turn: The turn that requests it; when the conversation is erased, that turn is not stored either.
    /// - Throws: The obstacle; some data may already be erased by then.
    func erase(_ kind: KeptKind, askedIn turn: TurnID?) async throws
}
