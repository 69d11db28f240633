// SPDX-License-Identifier: GPL-3.0-or-later
// The engines that the conductor uses, supplied by the composition root.

public import JarvisConversation
public import JarvisCore

/// Everything the conductor needs. Each field is a port, so tests can use fakes.
public struct AssistantPorts: Sendable {
    public var microphone: any Microphone
    public var recognizer: any SpeechRecognizer
    /// Finds the wake word; nil if not available.
    public var wakeWord: (any WakeWordSpotter)?
    public var synthesizer: any SpeechSynthesizer
    public var player: any SpeechPlayer
    public var agent: any Agent
    public var history: any ConversationStore
    /// True while the history must stay hidden: the agent then receives no earlier conversation.
    public var hidesHistory: @Sendable () -> Bool
    public var settings: any SettingsStore
    public var reminders: any ReminderStore
    public var log: any EventLog
    public var wallClock: any WallClock
    /// Drives watchdogs, banners and reminders; monotonic.
    public var clock: any Clock<Duration>
    /// The text to speak when a reminder is due.
    public var reminderText: @Sendable (Reminder) -> String
    /// The text to speak about a reminder that could not ring on time.
    public var missedReminderText: @Sendable (Reminder, MissedReason) -> String
    /// The text of a banner; its length determines how long the banner stays.
    public var bannerText: @Sendable (BannerMessage) -> String
    /// The text stored in the history for a call.
    public var callText: @Sendable (CallRecord) -> String
    /// Notices from the engines, such as that a server does not respond; nil if there are none.
    public var notices: AsyncStream<Notice>?
    /// Ducks other programs; nil leaves them alone.
    public var ducker: (any AudioDucker)?
    /// Plays sounds and vibrations for events.
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
