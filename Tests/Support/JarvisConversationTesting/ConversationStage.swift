// SPDX-License-Identifier: GPL-3.0-or-later
// Where the body of a test runs: a conversation in this process, or the real program on a desktop. The body does and
// sees the same on both.

public import JarvisCore
public import JarvisPlatform
public import JarvisTesting

/// A conversation as seen by its user and other programs, observed through its event log.
public protocol ConversationStage: AnyObject {
    /// The folder of all stored data: settings below `config/jarvis`, the rest below `data/jarvis`.
    var home: String { get }

    /// Begins the conversation, or begins it again after `close` or `kill`.
    /// - Returns: The number of events before it was ready.
    @discardableResult
    func begin() async throws -> Int

    /// Ends the conversation as the user would.
    func close() async throws

    /// Ends the conversation without warning.
    func kill() async throws

    // MARK: What is seen

    /// All events so far, as in the event log.
    func allEvents() -> [JSONObject]

    /// Waits for an event after the first `skipping` ones, if it needs no time to pass.
    /// - Returns: The event and the number of events up to it; nil if it does not come.
    func event(
        _ name: String, or other: String?, after skipping: Int, where matches: (JSONObject) -> Bool
    ) async throws -> (object: JSONObject, index: Int)?

    /// The same while listening to the speech or ringing in progress.
    func hear(
        _ name: String, after skipping: Int, where matches: (JSONObject) -> Bool
    ) async throws -> (object: JSONObject, index: Int)?

    /// The time on the user's clock.
    var now: Timestamp { get }

    /// Lets this much time pass.
    func pass(_ time: Duration) async throws

    // MARK: What the user does

    /// Types a question.
    func ask(_ text: String) async throws

    /// Says something aloud; the microphone must be open.
    func say(_ text: String, by voice: SpeakingVoice) async throws

    /// Plays a WAV file into the microphone.
    func hear(file: String) async throws

    /// The sound of an utterance, counted from 1: mono at 16 kHz.
    func utterance(_ number: Int) async throws -> [Int16]

    func press(_ key: StageKey) async throws

    // MARK: What other programs do

    /// Changes a setting on the command line.
    func set(_ key: String, _ value: String) async throws

    /// The value of a setting, as the command line shows it.
    func setting(_ key: String) async throws -> String

    /// Asks on the command line.
    /// - Returns: The answer.
    func askElsewhere(_ text: String) async throws -> String

    /// Adds a local language model that uses OpenAI's protocol; the first one becomes active.
    func addLanguageModel(_ name: String, port: Int) async throws

    /// Adds a tool server that runs as a program.
    func addToolServer(_ name: String, _ program: String, _ arguments: [String]) async throws

    /// Adds a reminder that rings after this many seconds.
    func add(_ kind: Reminder.Kind, inSeconds seconds: Int, _ label: String) async throws

    /// Stops the ringing of one kind; nil stops all.
    func stopRinging(_ kind: Reminder.Kind?) async throws

    /// All pending and ringing reminders.
    func reminders() async throws -> [Reminder]

    /// The same, once the condition holds.
    func reminders(once isReached: ([Reminder]) -> Bool) async throws -> [Reminder]

    /// The items of a list.
    func list(_ name: String) async throws -> [String]

    /// The history, oldest first.
    func history() async throws -> [StageMessage]
}

/// The actions of keys in the window.
public enum StageKey: String, Sendable, CustomStringConvertible {
    /// Ends the current activity.
    case escape
    /// A tap on the microphone.
    case space
    /// Snoozes the ringing.
    case snooze
    /// Starts a call, answers one, or hangs up.
    case call
    /// Mutes or unmutes the microphone.
    case mute
    /// Allows what the consent question is about, once, until JARVIS ends, or always.
    case allowOnce, allowUntilEnd, allowAlways

    public var description: String { rawValue }
}

/// A message of the history, with the parts that every program reports.
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

    /// Waits for an event that needs no time to pass.
    public func event(
        _ name: String, after skipping: Int = 0, where matches: (JSONObject) -> Bool = { _ in true }
    ) async throws -> (object: JSONObject, index: Int)? {
        try await event(name, or: nil, after: skipping, where: matches)
    }

    /// Listens to the speech or ringing in progress until this event.
    public func hear(_ name: String, after skipping: Int) async throws -> (object: JSONObject, index: Int)? {
        try await hear(name, after: skipping) { _ in true }
    }

    /// Waits for a phase of the conversation.
    public func phase(_ phase: String, after skipping: Int = 0) async throws -> Int? {
        try await event("state", after: skipping) { $0["phase"]?.asText == phase }?.index
    }

    /// Listens to the speech in progress until the conversation reaches this phase.
    public func hear(until phase: String, after skipping: Int) async throws -> Int? {
        try await hear("state", after: skipping) { $0["phase"]?.asText == phase }?.index
    }

    /// Says something in a clear voice.
    public func say(_ text: String) async throws { try await say(text, by: .flite("slt")) }

    /// Types a question and waits for the answer.
    public func reply(to text: String) async throws -> (object: JSONObject, index: Int)? {
        let before = allEvents().count
        try await ask(text)
        return try await event("reply", after: before)
    }
}
