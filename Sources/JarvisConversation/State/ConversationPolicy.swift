// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the settings that decides transitions.

public import JarvisCore

/// The part of the settings that decides transitions.
public struct ConversationPolicy: Hashable, Sendable {
    public var detectionMode: DetectionMode
    public var speaksReplies: Bool
    public var saysFillers: Bool
    /// Utterances are kept as files; the window says so.
    public var recordsUtterances: Bool
    /// Nothing of the conversation is written; the window says so.
    public var forgetsConversation: Bool
    /// The phrase that must be said before an utterance counts; nil when none must.
    public var wakePhrase: String?
    /// In Auto modes, speech of the user interrupts JARVIS.
    public var allowsInterruption: Bool
    /// The same for calls, in which the wake word is not needed.
    public var interruptsInCalls: Bool
    /// In Auto modes, which talk in the room is answered.
    public var talkFilter: TalkFilter
    /// The wake word is waited for without a window, too.
    public var listensInBackground: Bool
    /// Listening goes on while the user is away.
    public var listensWhileLocked: Bool
    /// Due alarms and reminders ring as calls.
    public var ringsAsCall: Bool

    public init(
        detectionMode: DetectionMode = .auto, speaksReplies: Bool = true, saysFillers: Bool = false,
        recordsUtterances: Bool = false, forgetsConversation: Bool = false, wakePhrase: String? = nil,
        allowsInterruption: Bool = true, talkFilter: TalkFilter = .off, listensInBackground: Bool = false,
        listensWhileLocked: Bool = false, interruptsInCalls: Bool = true,
        ringsAsCall: Bool = true
    ) {
        self.detectionMode = detectionMode
        self.speaksReplies = speaksReplies
        self.saysFillers = saysFillers
        self.recordsUtterances = recordsUtterances
        self.forgetsConversation = forgetsConversation
        self.wakePhrase = wakePhrase
        self.allowsInterruption = allowsInterruption
        self.talkFilter = talkFilter
        self.listensInBackground = listensInBackground
        self.listensWhileLocked = listensWhileLocked
        self.interruptsInCalls = interruptsInCalls
        self.ringsAsCall = ringsAsCall
    }

    public init(_ settings: Settings) {
        self.init(
            detectionMode: settings.detectionMode, speaksReplies: settings.speaksReplies,
            saysFillers: settings.speech.saysFillers,
            recordsUtterances: settings.speech.recordsUtterances && !settings.history.isSessionOnly,
            forgetsConversation: settings.history.isSessionOnly,
            wakePhrase: WakeConfiguration(settings.speech)?.phrase,
            // Who has to be called first is interrupted by being called, not by a television.
            allowsInterruption: settings.speech.allowsInterruption && !settings.speech.requiresWakeWord,
            talkFilter: settings.speech.talkFilter, listensInBackground: settings.listensInBackground,
            listensWhileLocked: settings.listensWhileLocked,
            interruptsInCalls: settings.speech.allowsInterruption, ringsAsCall: settings.ringsAsCall)
    }
}
