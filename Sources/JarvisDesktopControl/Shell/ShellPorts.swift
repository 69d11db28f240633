// SPDX-License-Identifier: GPL-3.0-or-later
// The ports through which the desktop's shell follows and controls the conversation.

public import JarvisConversation
public import JarvisCore

/// The conversation and the program as the shell surfaces use them.
@MainActor
public struct ShellPorts {
    /// The conversation's current state.
    public var state: @MainActor () -> AssistantState
    /// Calls the handler with the current state, and again on every change.
    public var observe: @MainActor (@escaping @MainActor (AssistantState) -> Void) -> Observation
    public var send: @MainActor (AssistantEvent) -> Void
    /// Returns true if an open microphone would be visible to the user.
    public var isSeen: @MainActor () async -> Bool
    /// The ports for calls; nil if calls aren't available.
    public var calls: ShellCalls?
    /// The user's settings.
    public var settings: any SettingsStore
    /// The history, as far as it may be shown; nil if there is none.
    public var history: (any ConversationStore)?
    /// Opens the window. The argument is nil, one of the desktop entry's actions, or a pane, a colon and a place in it.
    /// Throws a `BusError` if there can be no window.
    public var showWindow: @MainActor (String?) throws -> Void
    /// Ends the program.
    public var quit: @MainActor () -> Void

    public init(
        state: @escaping @MainActor () -> AssistantState,
        observe: @escaping @MainActor (@escaping @MainActor (AssistantState) -> Void) -> Observation,
        send: @escaping @MainActor (AssistantEvent) -> Void, isSeen: @escaping @MainActor () async -> Bool,
        calls: ShellCalls? = nil, settings: any SettingsStore,
        history: (any ConversationStore)? = nil,
        showWindow: @escaping @MainActor (String?) throws -> Void, quit: @escaping @MainActor () -> Void
    ) {
        self.state = state
        self.observe = observe
        self.send = send
        self.isSeen = isSeen
        self.calls = calls
        self.settings = settings
        self.history = history
        self.showWindow = showWindow
        self.quit = quit
    }

    /// Makes sure that the user would see an open microphone, because any program on the bus can use these surfaces.
    /// Opens the window if no notification can show it.
    /// - Throws: a `BusError` if the window can't open either.
    func becomeSeen() async throws {
        guard await !isSeen() else { return }
        try showWindow(nil)
    }
}

/// The ports for calls.
@MainActor
public struct ShellCalls {
    /// The newest call, and anything that prevents another one.
    public var state: @MainActor () -> CallState
    /// Calls the handler with the current state, and again on every change.
    public var observe: @MainActor (@escaping @MainActor (CallState) -> Void) -> Observation
    public var request: @MainActor (CallAction) -> Void

    public init(
        state: @escaping @MainActor () -> CallState,
        observe: @escaping @MainActor (@escaping @MainActor (CallState) -> Void) -> Observation,
        request: @escaping @MainActor (CallAction) -> Void
    ) {
        self.state = state
        self.observe = observe
        self.request = request
    }
}

/// The texts that the desktop's shell shows, in the user's language.
public struct ShellWords: Sendable {
    /// Describes a state for the icon: "JARVIS is listening".
    public var state: @Sendable (TrayState) -> String
    /// The label of a menu entry.
    public var entry: @Sendable (TrayEntry) -> String
    /// The speaker of a message: "You".
    public var speaker: @Sendable (MessageKind) -> String
    /// The description of the global shortcut: "Talk to JARVIS while this key is held".
    public var keyDescription: String
    /// The program's icon folder; empty if only the desktop's icons are available.
    public var iconFolder: String

    public init(
        state: @escaping @Sendable (TrayState) -> String, entry: @escaping @Sendable (TrayEntry) -> String,
        speaker: @escaping @Sendable (MessageKind) -> String, keyDescription: String, iconFolder: String
    ) {
        self.keyDescription = keyDescription
        self.state = state
        self.entry = entry
        self.speaker = speaker
        self.iconFolder = iconFolder
    }
}
