// SPDX-License-Identifier: GPL-3.0-or-later
// The entries of the tray icon's menu, and their actions. A new entry needs a case here and a label in JarvisDesktop.
// Pure.

import JarvisConversation
import JarvisCore

/// An entry of the menu; the cases are in menu order.
public enum TrayEntry: Hashable, Sendable {
    /// Talks, finishes, interrupts or cancels, depending on the phase.
    case talk(TalkMeaning)
    /// Calls, accepts a call or ends it, depending on the state; absent if calls aren't available.
    case call(CallMeaning)
    case mute
    case sessionOnly
    case window, settings, quit

    /// The current meaning of "Talk".
    public enum TalkMeaning: Hashable, Sendable {
        case talk, finish, interrupt, cancel
    }

    /// The current meaning of the call entry.
    public enum CallMeaning: Hashable, Sendable {
        case start, accept, end
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
        static let call: Int64 = 7
        static let firstSeparator: Int64 = 101
    }

    /// - Parameter calls: nil if calls aren't available.
    init(_ state: AssistantState, calls: CallState?, _ settings: Settings, _ words: ShellWords) {
        let meaning = Self.meaning(state.phase)
        // Starting to talk needs a microphone that can be opened.
        let mayTalk =
            meaning != .talk || state.microphone.loan == nil && state.mayHear
        func item(_ number: Int64, _ entry: TrayEntry, isEnabled: Bool = true, isOn: Bool? = nil) -> MenuItem {
            MenuItem(id: number, label: words.entry(entry), isEnabled: isEnabled, isOn: isOn)
        }
        let call = calls.map { calls in
            let meaning = Self.meaning(calls)
            // A call can start only if no other call, lock or microphone lease is in the way.
            let mayCall = meaning == .end || calls.interruptions.isEmpty && state.microphone.loan == nil
            return item(Number.call, .call(meaning), isEnabled: mayCall)
        }
        let talk = item(Number.talk, .talk(meaning), isEnabled: mayTalk)
        items = [
            talk, call,
            item(Number.mute, .mute, isOn: state.microphone.isMuted),
            item(Number.sessionOnly, .sessionOnly, isOn: settings.history.isSessionOnly),
            MenuItem(separator: Number.firstSeparator),
            item(Number.window, .window), item(Number.settings, .settings),
            MenuItem(separator: Number.firstSeparator + 1),
            item(Number.quit, .quit),
        ].compactMap { $0 }
    }

    private static func meaning(_ calls: CallState) -> TrayEntry.CallMeaning {
        switch calls.open?.status {
        case .ringing: .accept
        case .offering, .connecting, .active, .held: .end
        case .ended, nil: .start
        }
    }

    private static func meaning(_ phase: ConversationPhase) -> TrayEntry.TalkMeaning {
        switch phase {
        case .idle, .listening: .talk
        case .recording, .held: .finish
        case .transcribing, .thinking: .cancel
        case .speaking: .interrupt
        }
    }

    /// Performs the entry with this number; does nothing if it is disabled or unknown. If it may open the microphone,
    /// makes sure that the user can see that.
    @MainActor
    func perform(_ number: Int64, _ ports: ShellPorts) async throws {
        guard items.contains(where: { $0.id == number && $0.isEnabled }) else { return }
        let state = ports.state()
        switch number {
        case Number.talk:
            let meaning = Self.meaning(state.phase)
            if meaning == .talk {
                try await ports.becomeSeen()
                // In a double click, the second one must not end what the first one started.
                guard Self.meaning(ports.state().phase) == meaning else { return }
            }
            ports.send(meaning == .cancel ? .cancelRequested : .microphoneTapped)
        case Number.call:
            guard let calls = ports.calls else { return }
            let meaning = Self.meaning(calls.state())
            if meaning != .end {
                try await ports.becomeSeen()
                guard Self.meaning(calls.state()) == meaning else { return }
            }
            switch meaning {
            case .start: calls.request(.start)
            case .accept: calls.request(.accept)
            case .end: calls.request(.end)
            }
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

    /// Talks, or ends or cancels the current activity, as the first entry does.
    @MainActor
    func talk(_ ports: ShellPorts) async throws { try await perform(Number.talk, ports) }
}
