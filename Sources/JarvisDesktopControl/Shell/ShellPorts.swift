// SPDX-License-Identifier: GPL-3.0-or-later
// What the desktop's shell gets to see of the conversation, and what it may ask for.

public import JarvisConversation
public import JarvisCore

/// The conversation and the program as the surfaces of the shell use them.
@MainActor
public struct ShellPorts {
    /// Where the conversation stands.
    public var state: @MainActor () -> AssistantState
    /// Follows it: the handler gets the state as it is, and whenever it changes.
    public var observe: @MainActor (@escaping @MainActor (AssistantState) -> Void) -> Observation
    public var send: @MainActor (AssistantEvent) -> Void
    /// True when the user would see that the microphone is open.
    public var isSeen: @MainActor () async -> Bool
    /// Calls; nil: none are made.
    public var calls: ShellCalls?
    /// The user's settings.
    public var settings: any SettingsStore
    /// The history as it may be shown; nil: there is none.
    public var history: (any ConversationStore)?
    /// Opens the window, with one of the desktop entry's actions besides, or with a pane and, after a colon, a place in it;
    /// throws a `BusError` where it cannot.
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

    /// Sees to it that the user would see an open microphone: any program on the bus can press what the shell shows.
    /// Where no notification can tell of it, the window is opened.
    /// - Throws: a `BusError` where there can be no window either.
    func becomeSeen() async throws {
        guard await !isSeen() else { return }
        try showWindow(nil)
    }
}

/// Calls as the surfaces of the shell use them.
@MainActor
public struct ShellCalls {
    /// The newest call and what stands in its way.
    public var state: @MainActor () -> CallState
    /// Follows it: the handler gets the state as it is, and whenever it changes.
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

/// The words of the surfaces, in the user's language.
public struct ShellWords: Sendable {
    /// What the icon says of JARVIS in a state: "JARVIS is listening".
    public var state: @Sendable (TrayState) -> String
    /// The entries of the menu.
    public var entry: @Sendable (TrayEntry) -> String
    /// Whose words a message has: "You".
    public var speaker: @Sendable (MessageKind) -> String
    /// What the key of the desktop does: "Talk to JARVIS while this key is held".
    public var keyDescription: String
    /// The folder of the program's icons; empty where the desktop's own are all there is.
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
