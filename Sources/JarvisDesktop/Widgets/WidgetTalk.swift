// SPDX-License-Identifier: GPL-3.0-or-later
// The head of a widget: JARVIS's state, the length of the recording, and the buttons. Redraws on changes, and once a
// second during a recording while visible.

import GioKit
import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisDesktopKit

@MainActor
final class WidgetTalk {
    let root: Widget
    /// Called when the user closes the widget.
    var onClose: (@MainActor () -> Void)?
    /// Called when the user wants to record a note.
    var onRecord: (@MainActor () -> Void)?
    /// The first accent of the theme.
    var accent = DesignTokens.Palette.cyan {
        didSet { show(state) }
    }

    private let assistant: Assistant
    private let dot = StatusDot()
    private let status = Label(classes: ["widget-status"])
    private let time = Label(classes: ["widget-time", "time-figures"])
    private let line: Box
    private let talk = Button(icon: "jarvis-microphone-symbolic", pixels: DesignTokens.Widgets.icon, label: "")
    private let talkIcon = Image(icon: "jarvis-microphone-symbolic", pixels: DesignTokens.Widgets.icon)
    private var state: AssistantState
    private var clock = RecordingClock()
    private var ticking: LoopTimer?
    private var announcement = ""

    init(_ assistant: Assistant) {
        self.assistant = assistant
        state = assistant.state
        status.wraps()
        status.setTextAlignment(0)
        for label in [status, time] { label.setRole(.none) }
        time.isVisible = false
        line = Box(.row, spacing: DesignTokens.Widgets.lineGap, [dot.root, status, time])
        line.expand(horizontal: true)
        line.align(vertical: .center)
        line.setRole(.status)
        let record = Button(
            icon: "jarvis-note-symbolic", pixels: DesignTokens.Widgets.icon, label: localized("Record a voice note"))
        let close = Button(
            icon: "jarvis-close-symbolic", pixels: DesignTokens.Widgets.icon, label: localized("Close the widget"))
        close.setTooltip(localized("Close the widget (Esc)"))
        talkIcon.setRole(.none)
        talk.setChild(talkIcon)
        talk.addClass("talk")
        for button in [talk, record, close] {
            button.addClass("round")
            button.align(vertical: .center)
        }
        root = Box(.row, spacing: DesignTokens.Widgets.gap, [line, talk, record, close])
        talk.onClick { [weak self] in self?.press() }
        record.onClick { [weak self] in self?.onRecord?() }
        close.onClick { [weak self] in self?.onClose?() }
        time.connect("map", after: true) { [weak self] _ in self?.tick() }
        time.connect("unmap", after: true) { [weak self] _ in self?.ticking = nil }
    }

    @discardableResult
    func grabFocus() -> Bool { talk.grabFocus() }

    func show(_ state: AssistantState) {
        self.state = state
        let look = PhaseAppearance(state)
        let failure = state.banner.map { BannerText.text($0.message) }
        status.text = failure ?? Self.text(state, look)
        status.setClass("failed", failure != nil && state.banner?.severity != .notice)
        let announced = failure ?? look.announcement
        if announced != announcement {
            announcement = announced
            line.setAccessibleLabel(announced)
        }
        dot.show(look.dot(accent: accent), glows: look.dotClass != "neutral")
        showTalk(CompactTalk(state.phase))
        clock.update(isRecording: state.phase.isRecording, at: FramePacer.now)
        time.isVisible = state.phase.isRecording
        if state.phase.isRecording { tick() } else { ticking = nil }
    }

    /// The status. At rest it is only "Ready": the usual invitation to tap doesn't fit a widget, which has only
    /// buttons.
    private static func text(_ state: AssistantState, _ look: PhaseAppearance) -> String {
        state.phase == .idle && state.microphone.muting == .none ? localized("Ready") : look.status
    }

    private func showTalk(_ action: CompactTalk) {
        talkIcon.setIcon(action.icon)
        talk.setAccessibleLabel(action.label)
        talk.setTooltip(action.label)
        for other in CompactTalk.allCases { talk.setClass(other.rawValue, other == action) }
    }

    private func press() { assistant.send(CompactTalk(state.phase).intent) }

    private func tick() {
        time.text = clock.text(at: FramePacer.now) ?? ""
        guard time.isMapped, state.phase.isRecording else { return ticking = nil }
        ticking = .once(milliseconds: clock.untilNextSecond(at: FramePacer.now)) { [weak self] in self?.tick() }
    }
}
