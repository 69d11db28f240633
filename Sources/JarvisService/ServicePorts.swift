// SPDX-License-Identifier: GPL-3.0-or-later
// The dependencies of the bus interface: the conversation, the settings, and functions of the program. Main thread
// only.

import GioKit
public import JarvisAssistant
import JarvisConversation
public import JarvisCore
public import JarvisStore
public import JarvisDesktopControl

/// The dependencies of the bus interface.
@MainActor
public struct ServicePorts {
    public typealias Hear = @Sendable (Duration, AsyncStream<Void>) async throws -> Transcript?

    public var assistant: Assistant
    /// The conversation's calls; nil if there are none.
    public var calls: CallConductor?
    public var meters: any VoiceMeters
    /// Answers typed questions.
    public var typed: TypedTurn
    /// Records one utterance until it is over or the stream ends; it must begin within the given time. Nil if no words
    /// were recognized.
    public var hear: Hear
    /// Describes a failure for the user.
    public var explain: @Sendable (any Error) -> String
    /// The user's settings.
    public var settings: any SettingsStore
    /// The history as far as it may be shown.
    public var history: (any ConversationStore)?
    /// The prompts of the day; nil if there are none.
    public var prompts: PromptPorts?
    /// Whether the user would see that the microphone is open.
    public var isSeen: @MainActor () async -> Bool = { false }
    /// Opens the window. The argument is nil, an action of the desktop entry, or a pane and, after a colon, a place in
    /// it. Throws a `BusError` if it can't.
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
    /// The newest note, as far as it may be shown at the moment.
    public var glance: NoteGlance {
        get async {
            guard let history else { return .none }
            return await NoteGlance.newest(
                history, isLocked: assistant.state.isAway, mayShow: settings.current.showsNoteLine)
        }
    }

    /// Creates the notifications for daily prompts; nil if there are no prompts.
    public func promptNotices(_ notifications: NotificationService) -> PromptNotices? {
        prompts.map { PromptNotices(assistant, settings, notifications, $0) { await glance } }
    }

    /// The ports for the desktop shell's surfaces.
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
