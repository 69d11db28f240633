// SPDX-License-Identifier: GPL-3.0-or-later
// The port of everything that is kept of the user: what there is, where it went, and erasing it for good.

/// A kind of what is kept.
public enum KeptKind: String, Hashable, Sendable, CaseIterable {
    /// What was said and answered, without the notes.
    case conversation
    case notes, lists
    /// Timers, alarms and reminders, and the stopwatch.
    case reminders
    case recordings, statistics
    /// What tool servers have written on their errors, and which tools they offered last.
    case logs
    /// The settings, how the user says the wake word, and how far the setup has come.
    case settings
    /// Which language models and tool servers were set up.
    case servers
    /// Speech models that were installed.
    case models
    /// Keys of servers, in the desktop's keyring.
    case keys
    /// What the internet and tool servers were allowed.
    case consents

    /// All that is about the user, which speech models are not.
    public static let personal = Set(allCases).subtracting([.models])
}

/// What there is of one kind.
public struct KeptEntry: Hashable, Sendable {
    /// How long it is kept.
    public enum Span: Hashable, Sendable {
        case untilErased
        case days(Int)
        /// In memory only.
        case session
    }

    public var kind: KeptKind
    /// How many there are; nil where that cannot be told.
    public var count: Int?
    /// On the disk; nil where it is a part of something else, or in no file of ours.
    public var bytes: Int?
    /// The files and folders that hold it, or what else does.
    public var places: [String]
    public var span: Span
    /// What it is in short, such as the names of servers.
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

/// What has gone to a server, as far as that is recorded on the disk: calls of tools are.
public struct KeptRecipient: Hashable, Sendable {
    /// What the user calls the server.
    public var name: String
    /// Its host; nil for a program on this computer, or where the server was removed.
    public var host: String?
    public var callCount: Int
    /// What came back.
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

/// Everything that is kept of the user.
public protocol KeptDataLibrary: Sendable {
    /// What there is of each kind, in the order of `KeptKind`. What cannot be read has no count.
    func entries() async -> [KeptEntry]
    /// Whom calls of tools have gone to, the one that was used last first.
    /// - Throws: `StoreFailure`, also while the history is locked.
    func recipients() async throws -> [KeptRecipient]
    /// Erases all of a kind for good, with every copy that was made of it.
    /// - Parameter turn: The turn that asks for it, of which nothing is kept where the conversation is erased.
    /// - Throws: What is in the way; some of it may have been erased then.
    func erase(_ kind: KeptKind, askedIn turn: TurnID?) async throws
}
