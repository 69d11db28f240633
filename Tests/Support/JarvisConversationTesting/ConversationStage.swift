// SPDX-License-Identifier: GPL-3.0-or-later
// Where the body of a test plays: a conversation in this process, or the real program on a desktop. What a body does and
// sees is the same on both.

public import JarvisCore
public import JarvisPlatform

/// A conversation as its user and other programs have it, observed through its event log.
public protocol ConversationStage: AnyObject {
    /// The folder of everything that is kept: settings below `config/jarvis`, the rest below `data/jarvis`.
    var home: String { get }

    /// Begins the conversation, or begins it again after `close` or `kill`.
    /// - Returns: how many events there were until it could be used.
    @discardableResult
    func begin() async throws -> Int

    /// Ends it as the user does.
    func close() async throws

    /// Ends it without a warning.
    func kill() async throws

    // MARK: What is seen

    /// Every event so far, as the event log has it.
    func allEvents() -> [JSONObject]

    /// Waits for an event, or another one, after the first `skipping` ones, while no time has to pass for it.
    /// - Returns: the event and how many events there were up to it; nil when it does not come.
    func event(
        _ name: String, or other: String?, after skipping: Int, where matches: (JSONObject) -> Bool
    ) async throws -> (object: JSONObject, index: Int)?

    /// The same while what is being said or rings is listened to.
    func hear(
        _ name: String, after skipping: Int, where matches: (JSONObject) -> Bool
    ) async throws -> (object: JSONObject, index: Int)?

    /// What the user's clock shows.
    var now: Timestamp { get }

    /// This much time passes.
    func pass(_ time: Duration) async throws

    // MARK: What the user does

    /// Types a question.
    func ask(_ text: String) async throws

    /// Says something aloud; the microphone has to be open.
    func say(_ text: String) async throws

    func press(_ key: StageKey) async throws

    // MARK: What other programs do

    /// Changes a setting on the command line.
    func set(_ key: String, _ value: String) async throws

    /// Asks on the command line.
    /// - Returns: the answer.
    func askElsewhere(_ text: String) async throws -> String

    /// Adds a language model that speaks as OpenAI's do, on this computer; the first one is in use.
    func addLanguageModel(_ name: String, port: Int) async throws

    /// Adds a tool server that is a program.
    func addToolServer(_ name: String, _ program: String, _ arguments: [String]) async throws

    /// Adds something that rings after this many seconds.
    func add(_ kind: Reminder.Kind, inSeconds seconds: Int, _ label: String) async throws

    /// Stops what rings; nil: all of it.
    func stopRinging(_ kind: Reminder.Kind?) async throws

    /// Everything that is pending or rings.
    func reminders() async throws -> [Reminder]

    /// The same once it is like this.
    func reminders(once isReached: ([Reminder]) -> Bool) async throws -> [Reminder]

    /// What is on a list.
    func list(_ name: String) async throws -> [String]

    /// The history, oldest first.
    func history() async throws -> [StageMessage]
}

/// What the keyboard does in the window.
public enum StageKey: String, Sendable, CustomStringConvertible {
    /// Ends what is going on.
    case escape
    /// A tap on the microphone.
    case space
    /// Puts off what rings.
    case snooze
    /// Starts a call, or answers one.
    case call

    public var description: String { rawValue }
}

/// A message of the history, as far as every program tells of it.
public struct StageMessage: Hashable, Sendable {
    public var id: String
    public var kind: String
    public var text: String
    public var isCut: Bool

    public init(id: String, kind: String, text: String, isCut: Bool) {
        self.id = id
        self.kind = kind
        self.text = text
        self.isCut = isCut
    }
}

extension ConversationStage {
    public var dataFolder: String { home + "/data/jarvis" }

    /// Waits for an event that no time has to pass for.
    public func event(
        _ name: String, after skipping: Int = 0, where matches: (JSONObject) -> Bool = { _ in true }
    ) async throws -> (object: JSONObject, index: Int)? {
        try await event(name, or: nil, after: skipping, where: matches)
    }

    /// Listens to what is being said or rings until this happens.
    public func hear(_ name: String, after skipping: Int) async throws -> (object: JSONObject, index: Int)? {
        try await hear(name, after: skipping) { _ in true }
    }

    /// Waits for a phase of the conversation.
    public func phase(_ phase: String, after skipping: Int = 0) async throws -> Int? {
        try await event("state", after: skipping) { $0["phase"]?.asText == phase }?.index
    }

    /// Listens to what is being said until the conversation is in this phase.
    public func hear(until phase: String, after skipping: Int) async throws -> Int? {
        try await hear("state", after: skipping) { $0["phase"]?.asText == phase }?.index
    }

    /// Types a question and waits for the answer.
    public func reply(to text: String) async throws -> (object: JSONObject, index: Int)? {
        let before = allEvents().count
        try await ask(text)
        return try await event("reply", after: before)
    }
}
