// SPDX-License-Identifier: GPL-3.0-or-later
// The call on the main screen: the other party, the length, and buttons in place of the microphone. The face keeps
// moving behind it. The screen draws the call and requests actions; it decides nothing.

import GioKit
import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisDesktopKit

@MainActor
final class CallScreen {
    /// Title and status above the face.
    let head: PaintedBox
    /// The call's buttons.
    let row: Widget
    /// Called when the user has dismissed a call that is over.
    var onDone: (@MainActor () -> Void)?
    private(set) var isShown = false

    private let calls: CallConductor
    private let assistant: Assistant
    private let title = Label(classes: ["title-2", "call-title"])
    private let status = Label(classes: ["callout", "time-figures", "call-status"])
    private let note = Label(classes: ["footnote", "call-note"])
    private let first = CallButton()
    private let second = CallButton()
    private let third = CallButton()
    private var call: Call?
    private var isMuted = false
    /// What rings as this call.
    private var ringing: Reminder?
    private var ticking: LoopTimer?
    private var noteTimer: LoopTimer?

    init(_ services: DesktopServices) {
        calls = services.session.calls
        assistant = services.assistant
        for label in [title, status, note] {
            label.wraps()
            label.centersLines()
        }
        note.setRole(.alert)
        head = PaintedBox(.column, spacing: DesignTokens.Calls.lineGap, [title, status, note])
        head.addClass("call-head")
        head.setRole(.group)
        let buttons = Box(.row, spacing: DesignTokens.Calls.gap, [first, second, third].map(\.root))
        buttons.align(horizontal: .center, vertical: .center)
        row = buttons
        note.isVisible = false
        for widget in [head, row] { widget.isVisible = false }
        for (number, button) in [first, second, third].enumerated() {
            button.onClick = { [weak self] in self?.pressed(number) }
        }
        head.connect("map", after: true) { [weak self] _ in self?.tick() }
        head.connect("unmap", after: true) { [weak self] _ in self?.ticking = nil }
    }

    /// Shows a call; nil hides the screen.
    func show(_ call: Call?) {
        let hasBegun = call?.id != self.call?.id || call?.status != self.call?.status
        self.call = call
        isShown = call != nil
        for widget in [head, row] { widget.isVisible = isShown }
        guard let call else { return ticking = nil }
        if hasBegun { say(nil) }
        findRinging()
        showButtons(call)
        tick()
        if hasBegun { head.announce(localized("%1: %2", title.text, status.text), .place) }
    }

    func show(_ conversation: AssistantState) {
        if call?.status == .ringing { findRinging() }
        guard conversation.microphone.isMuted != isMuted else { return }
        isMuted = conversation.microphone.isMuted
        if let call { showButtons(call) }
    }

    /// Names what rings, instead of who calls.
    private func findRinging() {
        guard let call else { return }
        let known = assistant.state.ringing.reminders.map(\.reminder)
        ringing = call.status == .ringing ? known.first { $0.id == call.reasons.first?.id } : nil
        title.text = ringing.map { RingText.name($0) } ?? CallText.title(call)
        head.setClass("ringing", call.status == .ringing)
        head.setClass("ended", !call.isOpen)
        showStatus(call)
    }

    private func showStatus(_ call: Call) {
        status.text = ringing.map { RingText.detail($0) } ?? CallText.status(call, at: calls.now)
    }

    /// Focuses the button that does the least harm if the user presses a key by mistake.
    @discardableResult
    func grabFocus() -> Bool { (call?.status == .ringing ? third : first).grabFocus() }

    private func showButtons(_ call: Call) {
        let end = ("jarvis-hang-up-symbolic", localized("End"), CallButton.Kind.end)
        first.root.isVisible = true
        second.root.isVisible = true
        third.root.isVisible = true
        switch call.status {
        case .ringing:
            first.show("jarvis-call-symbolic", localized("Answer"), .accept, key: "Ctrl+D")
            second.show("alarm-symbolic", localized("Snooze"), .plain, key: "S")
            third.show("jarvis-hang-up-symbolic", localized("Stop"), .end, key: localized("Esc"))
        case .offering, .connecting, .active, .held:
            first.show(
                "jarvis-muted-symbolic", isMuted ? localized("Unmute") : localized("Mute"), isMuted ? .on : .plain,
                key: "Ctrl+M")
            let isHeld = call.status == .held
            second.show("jarvis-hold-symbolic", isHeld ? localized("Resume") : localized("Hold"), isHeld ? .on : .plain)
            third.show(end.0, end.1, end.2, key: "Ctrl+D")
        case .ended:
            first.show("jarvis-call-symbolic", localized("Call again"), .accept, key: "Ctrl+D")
            third.show("jarvis-close-symbolic", localized("Close"), .plain, key: localized("Esc"))
            second.root.isVisible = false
        }
    }

    private func pressed(_ number: Int) {
        switch (call?.status, number) {
        case (.ringing, 0): ask(.accept)
        case (.ringing, 1): ask(.snooze(nil))
        case (.ringing, _): ask(.reject)
        case (.ended, 0): ask(.start)
        case (.ended, _): onDone?()
        case (nil, _): break
        case (_, 0): assistant.send(.setMuted(!assistant.state.microphone.isMuted))
        case (.held, 1): ask(.resume)
        case (_, 1): ask(.hold)
        case (_, _): ask(.end)
        }
    }

    /// Handles Ctrl+D: calls, accepts or hangs up.
    func toggle() {
        switch calls.state.call?.status {
        case nil, .ended: ask(.start)
        case .ringing: ask(.accept)
        case .offering, .connecting, .active, .held: ask(.end)
        }
    }

    /// Requests an action, and reports why it was refused.
    private func ask(_ action: CallAction) {
        calls.request(action) { [weak self] answer in
            if case .refused(let reason) = answer { self?.say(CallText.refusal(reason)) }
        }
    }

    private func say(_ text: String?) {
        let text = text ?? ""
        note.text = text
        note.isVisible = !text.isEmpty
        note.announce(text, .banner)
        noteTimer =
            text.isEmpty
            ? nil
            : .once(milliseconds: DesignTokens.Calls.noteMilliseconds) { [weak self] in
                self?.say(nil)
            }
    }

    /// Updates the length with each second, but only while visible.
    private func tick() {
        guard let call else { return ticking = nil }
        let now = calls.now
        showStatus(call)
        guard head.isMapped, call.isOpen, let begin = call.connectedAt else { return ticking = nil }
        let milliseconds = now.since(begin).components.attoseconds / 1_000_000_000_000_000
        ticking = .once(milliseconds: 1001 - Int(max(0, milliseconds))) { [weak self] in self?.tick() }
    }
}
