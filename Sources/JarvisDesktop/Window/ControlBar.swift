// SPDX-License-Identifier: GPL-3.0-or-later
// The bottom of the voice screen: live transcript, status, the microphone between its four neighbours, hints.

import GtkKit
import JarvisCore

@MainActor
final class ControlBar {
    let root: Widget
    let microphone: MicrophoneButton
    /// A button asks for its pane.
    var onOpen: (@MainActor (PaneName) -> Void)?

    private let status = StatusLine()
    private let transcript = Label(classes: ["transcript"])
    private let transcriptRevealer: Revealer
    private let hint = Label(classes: ["hint"])
    private let hintRevealer: Revealer
    private var hintTimer: LoopTimer?
    private var phase: ConversationPhase?
    private var isConversationNew = true

    private let suggestion: String?
    private let transcriptPill: PaintedBox
    private var actions: [Button] = []
    /// What fades in when the window opens, with its place in the order.
    private(set) var entryParts: [(order: Int, part: Widget)] = []
    private var glass: [GlassPane] = []

    /// - Parameter suggestion: something that can be said, shown until there is a conversation.
    init(_ press: PressTracker, suggestion: String?) {
        self.suggestion = suggestion
        microphone = MicrophoneButton(press)
        transcript.ellipsizesStart()
        transcript.setRole(.status)
        transcript.setAccessibleLabel(localized("What has been understood so far"))
        transcriptPill = PaintedBox(.row, [transcript])
        transcriptPill.addClass("pill")
        transcriptRevealer = Revealer(transcriptPill, transition: .fade, milliseconds: DesignTokens.Motion.hintFade)
        transcriptRevealer.align(horizontal: .center)
        hintRevealer = Revealer(hint, transition: .fade, milliseconds: DesignTokens.Motion.hintFade)
        hintRevealer.align(horizontal: .center)
        let column = Box(.column)
        column.addClass("controls")
        column.align(horizontal: .center, vertical: .end)
        root = column
        let row = Box(.row, spacing: DesignTokens.Size.actionSpacing)
        row.align(horizontal: .center)
        row.append(action(.history, "jarvis-history-symbolic", localized("History"), "Ctrl+H"))
        row.append(action(.settings, "jarvis-settings-symbolic", localized("Settings"), "Ctrl+,"))
        row.append(microphone.root)
        row.append(action(.keyboard, "jarvis-keyboard-symbolic", localized("Keyboard"), "Ctrl+K"))
        row.append(action(.commands, "jarvis-commands-symbolic", localized("Commands"), "Ctrl+/"))
        entryParts = [(3, status.root), (4, row)]
        for part in [transcriptRevealer, status.root, row, hintRevealer] { column.append(part) }
    }

    /// Puts the blurred scene behind the transcript and the buttons.
    func addGlass(_ backdrop: GlassBackdrop) {
        glass = [GlassPane(transcriptPill, DesignTokens.Glass.pill, backdrop)]
        glass += actions.map { GlassPane(button: $0, backdrop) }
    }

    /// Draws one frame of what moves.
    func advance(to time: Double, level: Float) {
        microphone.advance(to: time, level: level)
        status.advance(to: time)
    }

    func show(_ state: AssistantState) {
        status.show(PhaseAppearance(state.phase, isMuted: state.isMuted))
        microphone.show(state.phase, isMuted: state.isMuted)
        let isHearing = state.phase.isRecording || state.phase == .transcribing
        if isHearing && !state.partialTranscript.isEmpty {
            transcript.text = state.partialTranscript
            transcript.setAccessibleLabel(state.partialTranscript)
        }
        transcriptRevealer.isRevealed = isHearing && !state.partialTranscript.isEmpty
        let isNew = state.recent.isEmpty
        if phase != state.phase || isNew != isConversationNew {
            isConversationNew = isNew
            showHint(for: state.phase)
        }
        phase = state.phase
    }

    private func showHint(for phase: ConversationPhase) {
        hintTimer = nil
        hintRevealer.isRevealed = false
        switch phase {
        case .held:
            // The press that became a hold at its threshold is that old already.
            reveal(
                localized("Release when done"),
                after: DesignTokens.Motion.holdHint - DesignTokens.Motion.holdThreshold)
        case .speaking: reveal(localized("Tap to interrupt"), after: DesignTokens.Motion.interruptHint)
        case .idle, .listening:
            guard isConversationNew, let suggestion else { return }
            reveal(localized("Try") + " “\(suggestion)”", after: DesignTokens.Motion.suggestion)
        default: break
        }
    }

    private func reveal(_ text: String, after milliseconds: Int) {
        hintTimer = .once(milliseconds: milliseconds) { [weak self] in
            guard let self else { return }
            hint.text = text
            hintRevealer.isRevealed = true
        }
    }

    private func action(_ pane: PaneName, _ icon: String, _ label: String, _ key: String) -> Button {
        let button = Button(icon: icon, pixels: DesignTokens.Size.actionIcon, label: label)
        button.setTooltip("\(label) (\(key))")
        button.addClass("action")
        button.align(vertical: .center)
        button.onClick { [weak self] in self?.onOpen?(pane) }
        actions.append(button)
        return button
    }
}
