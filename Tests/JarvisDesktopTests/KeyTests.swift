// SPDX-License-Identifier: GPL-3.0-or-later
// Keyboard shortcuts: every action has a key, and no key is used twice.

import GtkKit
import JarvisConversation
import JarvisCore
import Testing

@testable import JarvisDesktop
@testable import JarvisDesktopKit

struct KeyTests {
    @Test func everyActionIsListedOnceWithAKey() {
        let actions = Shortcuts.actions.map(\.action)
        #expect(Set(actions) == Set(ShortcutAction.allCases))
        #expect(actions.count == ShortcutAction.allCases.count, "listed once each")
        #expect(Shortcuts.actions.allSatisfy { !$0.accelerators.isEmpty })
        for pane in PaneName.allCases {
            #expect(actions.contains { $0.pane == pane }, "\(pane) has no key")
        }
    }

    @Test func keysAreNotShared() {
        let accelerators = Shortcuts.actions.flatMap(\.accelerators)
        #expect(Set(accelerators).count == accelerators.count, "\(accelerators)")
        let caps = Shortcuts.groups.flatMap(\.shortcuts).map(\.cap)
        #expect(Set(caps).count == caps.count, "\(caps)")
        // Keys that the window handles itself are not bound to an action.
        for key in ["space", "Escape", "Menu", "<Shift>F10", "<Control>plus", "<Control>minus", "<Control>0"] {
            #expect(!accelerators.contains(key))
        }
    }

    @Test func windowKeysAreRecognized() {
        let left = KeyPress(key: KeyPress.left, isControlDown: true, isShiftDown: true)
        #expect(WindowKey(left) == .turnBack)
        #expect(WindowKey(KeyPress(key: KeyPress.right, isControlDown: true, isShiftDown: true)) == .turnForward)
        #expect(WindowKey(KeyPress(key: KeyPress.right, isControlDown: true)) == nil)
        for key in KeyPress.plus {
            #expect(WindowKey(KeyPress(key: key, isControlDown: true)) == .larger)
            #expect(WindowKey(KeyPress(key: key, isControlDown: true, isShiftDown: true)) == .larger)
            #expect(WindowKey(KeyPress(key: key)) == nil)
        }
        for key in KeyPress.minus { #expect(WindowKey(KeyPress(key: key, isControlDown: true)) == .smaller) }
        for key in KeyPress.zero { #expect(WindowKey(KeyPress(key: key, isControlDown: true)) == .normal) }
        #expect(WindowKey(KeyPress(key: KeyPress.menu)) == .menu)
        #expect(WindowKey(KeyPress(key: KeyPress.space)) == .talk)
        #expect(WindowKey(KeyPress(key: KeyPress.space, isControlDown: true)) == nil)
        #expect(WindowKey(KeyPress(key: KeyPress.escape)) == .escape)
    }

    private func escape(
        _ phase: ConversationPhase, menu: Bool = false, pane: Bool = false, banner: Bool = false, compact: Bool = false
    ) -> EscapeMeaning {
        EscapeMeaning(phase, hasMenu: menu, hasPane: pane, hasBanner: banner, isCompact: compact)
    }

    @Test(arguments: [ConversationPhase.speaking, .recording, .held])
    func escapeFirstCancelsSpeechOrRecording(phase: ConversationPhase) {
        #expect(escape(phase) == .cancel)
        #expect(escape(phase, pane: true) == .cancel)
        #expect(escape(phase, banner: true, compact: true) == .cancel)
        #expect(escape(phase, menu: true) == .closeMenu, "a menu is before everything else")
    }

    @Test func escapeThenClosesPanesAndBanners() {
        #expect(escape(.idle, pane: true, banner: true) == .closePane)
        #expect(escape(.thinking, pane: true) == .closePane)
        #expect(escape(.thinking, banner: true) == .cancel)
        #expect(escape(.idle, banner: true, compact: true) == .dismissBanner)
        #expect(escape(.listening(for: .speech), compact: true) == .leaveCompact)
        #expect(escape(.listening(for: .speech)) == .cancel)
    }

    @Test func recordingClockShowsMinutesAndSeconds() {
        var clock = RecordingClock()
        #expect(clock.text(at: 5) == nil)
        clock.update(isRecording: true, at: 10)
        clock.update(isRecording: true, at: 60)
        #expect(clock.text(at: 10) == "00:00")
        #expect(clock.text(at: 71.9) == "01:01")
        #expect(clock.text(at: 10 + 3725) == "1:02:05")
        clock.update(isRecording: false, at: 80)
        #expect(clock.text(at: 81) == nil)
    }

    @Test func compactTalkButtonFitsThePhase() {
        #expect(CompactTalk(.idle).intent == .microphoneTapped)
        #expect(CompactTalk(.thinking).intent == .cancelRequested)
        #expect(CompactTalk(.speaking) == .interrupt && CompactTalk(.held) == .stop)
    }

    @Test func theContextMenuListsEveryActionOnce() {
        var state = AssistantState(turn: TurnID(rawValue: 1))
        state.microphone.isMuted = true
        state.phase = .recording
        let entries = ContextMenu.sections(state, isCompact: true).joined()
        #expect(
            entries.map(\.title) == [
                "Stop and send", "Unmute", "Call JARVIS", "History", "Timers", "Lists", "Notes", "Commands",
                "Keyboard", "Settings", "Quick settings", "Leave compact mode", "Full screen", "Keyboard shortcuts",
                "Quit",
            ])
        let known = Set(ShortcutAction.allCases.map { "app.\($0.rawValue)" } + ["app.talk"])
        #expect(entries.allSatisfy { known.contains($0.action) })
        #expect(Set(entries.map(\.action)).count == entries.count)
        #expect(!entries.contains { $0.title == "Try again" })
        state.retry = .question(Question(text: "what time is it", source: .voice))
        #expect(ContextMenu.sections(state, isCompact: true).joined().contains { $0.action == "app.retry" })
    }

    @Test func theBannerButtonRetriesRecognition() {
        var state = AssistantState(turn: TurnID(rawValue: 1))
        var effects: [AssistantEffect] = []
        func send(_ event: AssistantEvent) { effects = AssistantReducer.reduce(&state, event) }
        send(.started)
        send(.speechStarted(state.turn.id))
        send(.speechEnded(state.turn.id, .pause))
        send(.recognitionFailed(state.turn.id, .engineFailed(reason: "test")))
        // The speaker does not continue.
        send(.utteranceSettled(state.turn.id))
        guard let banner = state.banner, banner.action == .retry else {
            Issue.record("\(String(describing: state.banner))")
            return
        }
        send(ErrorBanner.answer(to: banner))
        #expect(effects.contains { if case .recognizeAgain = $0 { true } else { false } }, "\(effects)")
        #expect(state.banner == nil)
    }
}
