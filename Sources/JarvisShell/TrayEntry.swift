// SPDX-License-Identifier: GPL-3.0-or-later
// The menu of the icon in the tray: what there is, and what each entry does. A new entry is a case here, with its words
// in JarvisDesktop. Pure.

import JarvisConversation
import JarvisCore

/// An entry of the menu, in its order.
public enum TrayEntry: Hashable, Sendable {
    /// Talk, end what is being said, interrupt, or cancel, by what goes on.
    case talk(TalkMeaning)
    case mute
    case sessionOnly
    case window, settings, quit

    /// What "Talk" does at the moment.
    public enum TalkMeaning: Hashable, Sendable {
        case talk, finish, interrupt, cancel
    }
}

/// The menu at one moment.
struct TrayMenu: Equatable {
    let items: [MenuItem]

    private enum Number {
        static let talk: Int64 = 1
        static let mute: Int64 = 2
        static let sessionOnly: Int64 = 3
        static let window: Int64 = 4
        static let settings: Int64 = 5
        static let quit: Int64 = 6
        static let firstSeparator: Int64 = 101
    }

    init(_ state: AssistantState, _ settings: Settings, _ words: ShellWords) {
        let meaning = Self.meaning(state.phase)
        // What only begins a recording is refused where the microphone may not be opened.
        let mayTalk =
            meaning != .talk || state.microphone.loan == nil && state.mayHear
        func item(_ number: Int64, _ entry: TrayEntry, isEnabled: Bool = true, isOn: Bool? = nil) -> MenuItem {
            MenuItem(id: number, label: words.entry(entry), isEnabled: isEnabled, isOn: isOn)
        }
        items = [
            item(Number.talk, .talk(meaning), isEnabled: mayTalk),
            item(Number.mute, .mute, isOn: state.microphone.isMuted),
            item(Number.sessionOnly, .sessionOnly, isOn: settings.history.isSessionOnly),
            MenuItem(separator: Number.firstSeparator),
            item(Number.window, .window), item(Number.settings, .settings),
            MenuItem(separator: Number.firstSeparator + 1),
            item(Number.quit, .quit),
        ]
    }

    private static func meaning(_ phase: ConversationPhase) -> TrayEntry.TalkMeaning {
        switch phase {
        case .idle, .listening: .talk
        case .recording, .held: .finish
        case .transcribing, .thinking: .cancel
        case .speaking: .interrupt
        }
    }

    /// Does what the entry of this number says; nothing where it is disabled or unknown. What may open the microphone is
    /// seen.
    @MainActor
    func perform(_ number: Int64, _ ports: ShellPorts) async throws {
        guard items.contains(where: { $0.id == number && $0.isEnabled }) else { return }
        let state = ports.state()
        switch number {
        case Number.talk:
            let meaning = Self.meaning(state.phase)
            if meaning == .talk {
                try await ports.becomeSeen()
                // Pressed twice, the second time does not end what the first one has begun.
                guard Self.meaning(ports.state().phase) == meaning else { return }
            }
            ports.send(meaning == .cancel ? .cancelRequested : .microphoneTapped)
        case Number.mute:
            if state.microphone.isMuted { try await ports.becomeSeen() }
            ports.send(.setMuted(!state.microphone.isMuted))
        case Number.sessionOnly:
            let isOn = ports.settings.current.history.isSessionOnly
            try ports.settings.update { $0.history.isSessionOnly = !isOn }
        case Number.window: try ports.showWindow(nil)
        case Number.settings: try ports.showWindow("settings")
        case Number.quit: ports.quit()
        default: break
        }
    }

    /// Talks, or ends or cancels what goes on, as the first entry does.
    @MainActor
    func talk(_ ports: ShellPorts) async throws { try await perform(Number.talk, ports) }
}
