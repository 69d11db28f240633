// SPDX-License-Identifier: GPL-3.0-or-later
// What the interface on the bus works with: the conversation, the settings, and what only the program can do. Main thread
// only.

import GioKit
public import JarvisAssistant
import JarvisConversation
public import JarvisCore
public import JarvisStore
public import JarvisDesktopControl

/// What the interface works with.
@MainActor
public struct ServicePorts {
    public typealias Hear = @Sendable (Duration, AsyncStream<Void>) async throws -> Transcript?

    public var assistant: Assistant
    /// Its calls; nil: there are none.
    public var calls: CallConductor?
    public var meters: any VoiceMeters
    /// Answers typed questions.
    public var typed: TypedTurn
    /// Takes one utterance, which begins within this time, until it is over or the stream ends; nil: nothing was understood.
    public var hear: Hear
    /// A failure in words.
    public var explain: @Sendable (any Error) -> String
    /// The user's settings.
    public var settings: any SettingsStore
    /// The history as it may be shown.
    public var history: (any ConversationStore)?
    /// The prompts of the day; nil: there are none.
    public var prompts: PromptPorts?
    /// True when the user would see that the microphone is open.
    public var isSeen: @MainActor () async -> Bool = { false }
    /// Opens the window, with one of the desktop entry's actions besides, or with a pane and, after a colon, a place in it;
    /// throws a `BusError` where it cannot.
    public var showWindow: @MainActor (String?) throws -> Void = { _ in throw BusError.noDisplay }
    /// Ends the program.
    public var quit: @MainActor () -> Void = {}

    public init(
        assistant: Assistant, calls: CallConductor? = nil, meters: any VoiceMeters, typed: TypedTurn,
        hear: @escaping Hear, explain: @escaping @Sendable (any Error) -> String, settings: any SettingsStore
    ) {
        self.assistant = assistant
        self.calls = calls
        self.meters = meters
        self.typed = typed
        self.hear = hear
        self.explain = explain
        self.settings = settings
    }
}

extension ServicePorts {
    /// The newest note, as far as it may be shown now.
    public var glance: NoteGlance {
        get async {
            guard let history else { return .none }
            return await NoteGlance.newest(
                history, isLocked: assistant.state.isAway, mayShow: settings.current.showsNoteLine)
        }
    }

    /// What shows the prompt of each day; nil where there are none.
    public func promptNotices(_ notifications: NotificationService) -> PromptNotices? {
        prompts.map { PromptNotices(assistant, settings, notifications, $0) { await glance } }
    }

    /// The same for what the desktop's shell shows.
    public var shell: ShellPorts {
        ShellPorts(
            state: { [assistant] in assistant.state.asShown },
            observe: { [assistant] handler in assistant.observe { handler($0.asShown) } },
            send: { [assistant] in assistant.send($0) }, isSeen: isSeen,
            calls: calls.map { calls in
                ShellCalls(
                    state: { calls.state }, observe: { calls.observe($0) }, request: { calls.request($0) })
            },
            settings: settings, history: history,
            showWindow: showWindow, quit: quit)
    }
}
