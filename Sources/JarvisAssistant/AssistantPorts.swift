// SPDX-License-Identifier: GPL-3.0-or-later
// The engines that the conductor drives, as the composition root hands them over.

public import JarvisConversation
public import JarvisCore

/// Everything the conductor needs; each field is a port, so that tests can put a fake in its place.
public struct AssistantPorts: Sendable {
    public var microphone: any Microphone
    public var recognizer: any SpeechRecognizer
    /// Finds the wake word; nil where there is none to be had.
    public var wakeWord: (any WakeWordSpotter)?
    public var synthesizer: any SpeechSynthesizer
    public var player: any SpeechPlayer
    public var agent: any Agent
    public var history: any ConversationStore
    /// True while nothing of the history may be told: the agent gets none of what was said before.
    public var hidesHistory: @Sendable () -> Bool
    public var settings: any SettingsStore
    public var reminders: any ReminderStore
    public var log: any EventLog
    public var wallClock: any WallClock
    /// Drives watchdogs, banners and reminders; monotonic.
    public var clock: any Clock<Duration>
    /// The text to say when a reminder is due.
    public var reminderText: @Sendable (Reminder) -> String
    /// The text to say of one that could not ring at its time.
    public var missedReminderText: @Sendable (Reminder, MissedReason) -> String
    /// The text of a banner; it stays for as long as reading it takes.
    public var bannerText: @Sendable (BannerMessage) -> String
    /// What the history keeps of a call.
    public var callText: @Sendable (CallRecord) -> String
    /// Notices of the engines, such as that a server is not responding; nil when they have none.
    public var notices: AsyncStream<Notice>?
    /// The sound of other programs; nil leaves it alone.
    public var ducker: (any AudioDucker)?
    /// What makes events heard and felt.
    public var feedback: [any FeedbackPlayer]

    public init(
        microphone: any Microphone, recognizer: any SpeechRecognizer, wakeWord: (any WakeWordSpotter)? = nil,
        synthesizer: any SpeechSynthesizer,
        player: any SpeechPlayer, agent: any Agent, history: any ConversationStore,
        hidesHistory: @escaping @Sendable () -> Bool = { false }, settings: any SettingsStore,
        reminders: any ReminderStore, log: any EventLog, wallClock: any WallClock, clock: any Clock<Duration>,
        reminderText: @escaping @Sendable (Reminder) -> String,
        missedReminderText: (@Sendable (Reminder, MissedReason) -> String)? = nil,
        bannerText: @escaping @Sendable (BannerMessage) -> String = { "\($0)" },
        callText: @escaping @Sendable (CallRecord) -> String = { "Call: \($0.ending.rawValue)" },
        notices: AsyncStream<Notice>? = nil,
        ducker: (any AudioDucker)? = nil, feedback: [any FeedbackPlayer] = []
    ) {
        self.microphone = microphone
        self.recognizer = recognizer
        self.wakeWord = wakeWord
        self.synthesizer = synthesizer
        self.player = player
        self.agent = agent
        self.history = history
        self.hidesHistory = hidesHistory
        self.settings = settings
        self.reminders = reminders
        self.log = log
        self.wallClock = wallClock
        self.clock = clock
        self.reminderText = reminderText
        self.missedReminderText = missedReminderText ?? { reminder, _ in "While I was away: " + reminderText(reminder) }
        self.bannerText = bannerText
        self.callText = callText
        self.notices = notices
        self.ducker = ducker
        self.feedback = feedback
    }
}
