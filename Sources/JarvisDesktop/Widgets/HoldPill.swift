// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the words spoken while a global shortcut is held over another program: a small window above all others, without
// keyboard focus or buttons. Appears only if none of our windows shows the words, never on a locked screen, and only on
// X11: on Wayland, no window can stay above others and leave them the keyboard.

import GioKit
import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisDesktopKit

@MainActor
final class HoldPill {
    private let application: Application
    private let services: DesktopServices
    private let desktop: DesktopShare
    /// Returns true while another window shows the words.
    private let isCovered: @MainActor () -> Bool
    private var observation: Observation?
    private var shown: Shown?
    /// The turn of the current or last hold, kept until its words are known.
    private var turn: TurnID?

    /// The parts that exist only while the pill is visible.
    private struct Shown {
        let window: Window
        let look: WindowLook
        let dot: StatusDot
        let words: Label
    }

    init(
        _ application: Application, _ services: DesktopServices, _ desktop: DesktopShare,
        isCovered: @escaping @MainActor () -> Bool
    ) {
        self.application = application
        self.services = services
        self.desktop = desktop
        self.isCovered = isCovered
        observation = services.assistant.observe { [weak self] in self?.show($0) }
    }

    /// The window; nil while hidden.
    var window: Window? { shown?.window }

    private func show(_ state: AssistantState) {
        if state.phase == .held { turn = state.turn.id }
        let isMeant = turn == state.turn.id && (state.phase == .held || state.phase == .transcribing)
        guard isMeant, !isCovered(), !state.isAway else { return hide() }
        if shown == nil { shown = open() }
        guard let shown else { return }
        let look = PhaseAppearance(state.phase, muting: state.microphone.muting)
        shown.dot.show(look.dot(accent: shown.look.appearance.accent), glows: true)
        let words = state.turn.utterance.partialTranscript
        shown.words.text = words.isEmpty ? localized("Listening…") : words
    }

    private func open() -> Shown? {
        guard Window.canFloat else { return nil }
        let tokens = DesignTokens.HoldPill.self
        let window = Window(application: application, title: localized("What JARVIS hears"), width: 1, height: 1)
        window.addClass("jarvis")
        window.addClass("hold-pill")
        window.hidesTitlebar()
        window.isResizable = false
        let (dot, words) = (StatusDot(), Label(classes: ["body"]))
        // If there isn't enough room, the end matters most.
        words.ellipsizesStart()
        words.setWidth(characters: tokens.characters)
        words.setTextAlignment(0)
        let row = Box(.row, spacing: DesignTokens.Widgets.gap, [dot.root, words])
        row.addClass("hold-words")
        row.setRole(.status)
        window.setChild(row)
        let look = WindowLook(window, services.settings.current, desktop.follower(), services.log)
        guard !look.desktopState.isLocked, window.showFloating(distance: tokens.distance) else {
            look.close()
            window.destroy()
            return nil
        }
        services.log.record("holdPill", ["isShown": .flag(true)])
        return Shown(window: window, look: look, dot: dot, words: words)
    }

    private func hide() {
        turn = nil
        guard let shown else { return }
        self.shown = nil
        shown.look.close()
        shown.window.destroy()
        services.log.record("holdPill", ["isShown": .flag(false)])
    }

    /// Removes the pill for good.
    func close() {
        observation = nil
        hide()
    }
}
