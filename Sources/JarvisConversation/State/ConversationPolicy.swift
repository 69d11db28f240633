// SPDX-License-Identifier: GPL-3.0-or-later
// The settings that affect transitions.

public import JarvisCore

/// The settings that affect transitions, after taking into account how they interact.
public struct ConversationPolicy: Hashable, Sendable {
    public var detectionMode: DetectionMode
    public var speaksReplies: Bool
    public var saysFillers: Bool
    /// Saves utterances as files; the window shows this.
    public var recordsUtterances: Bool
    /// Writes nothing of the conversation to disk; the window shows this.
    public var forgetsConversation: Bool
    /// The phrase required before an utterance; nil if none is.
    public var wakePhrase: String?
    /// Lets the user interrupt JARVIS by speaking, in Auto modes.
    public var allowsInterruption: Bool
    /// The same for calls, which need no wake word.
    public var interruptsInCalls: Bool
    /// Which speech is answered in Auto modes.
    public var talkFilter: TalkFilter
    /// Keeps waiting for the wake word without a window.
    public var listensInBackground: Bool
    /// Keeps listening while the user is away.
    public var listensWhileLocked: Bool
    /// Lets due alarms and reminders ring as calls.
    public var ringsAsCall: Bool
    /// Starts recording at any speech in Auto modes even while a screen reader talks.
    public var listensBesideScreenReader: Bool

    public init(
        detectionMode: DetectionMode = .auto, speaksReplies: Bool = true, saysFillers: Bool = false,
        recordsUtterances: Bool = false, forgetsConversation: Bool = false, wakePhrase: String? = nil,
        allowsInterruption: Bool = true, talkFilter: TalkFilter = .off, listensInBackground: Bool = false,
        listensWhileLocked: Bool = false, interruptsInCalls: Bool = true,
        ringsAsCall: Bool = true, listensBesideScreenReader: Bool = false
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
        self.listensBesideScreenReader = listensBesideScreenReader
    }

    public init(_ settings: Settings) {
        self.init(
            detectionMode: settings.detectionMode, speaksReplies: settings.speaksReplies,
            saysFillers: settings.speech.saysFillers,
            recordsUtterances: settings.speech.recordsUtterances && !settings.history.isSessionOnly,
            forgetsConversation: settings.history.isSessionOnly,
            wakePhrase: WakeConfiguration(settings.speech)?.phrase,
            // With a wake word required, only that interrupts; a television must not.
            allowsInterruption: settings.speech.allowsInterruption && !settings.speech.requiresWakeWord,
            talkFilter: settings.speech.talkFilter, listensInBackground: settings.listensInBackground,
            listensWhileLocked: settings.listensWhileLocked,
            interruptsInCalls: settings.speech.allowsInterruption, ringsAsCall: settings.ringsAsCall,
            listensBesideScreenReader: settings.listensBesideScreenReader)
    }

    /// The policy while a screen reader talks: without a wake word, only a press starts a recording, since everything
    /// else that is heard may be the reader.
    var besideScreenReader: ConversationPolicy {
        guard !listensBesideScreenReader, wakePhrase == nil, detectionMode.isAutomatic else { return self }
        var policy = self
        policy.detectionMode = .pushToTalk
        return policy
    }
}
