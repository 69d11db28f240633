// SPDX-License-Identifier: GPL-3.0-or-later
// The bottom of the voice screen: live transcript, status, the microphone between its four neighbours, hints.

import GioKit
import GtkKit
import JarvisConversation
import JarvisCore

@MainActor
final class ControlBar {
    let root: Widget
    let microphone: MicrophoneButton
    /// The window's first accent.
    var accent = DesignTokens.Palette.cyan {
        didSet {
            microphone.accent = accent
            status.accent = accent
        }
    }
    /// The buttons' size, as a share of the usual one.
    var factor = 1.0 {
        didSet {
            microphone.factor = factor
            for button in actions { button.setIconSize(pixels: Int(Double(DesignTokens.Size.actionIcon) * factor)) }
        }
    }
    /// A button asks for its pane.
    var onOpen: (@MainActor (PaneName) -> Void)?

    private let status: StatusLine
    private let transcript = TranscriptPill()
    private let row: Box
    private let hint = Label(classes: ["hint", "footnote"])
    private let hintRevealer: Revealer
    private var hintTimer: LoopTimer?
    private var phase: ConversationPhase?
    private var isConversationNew = true
    private var layout = VoiceScreenLayout(VoiceScreenLayout.Needs(width: 0, height: 0))
    private var width = 0

    private let suggestion: String?
    private var actions: [Button] = []
    /// What fades in when the window opens, with its place in the order.
    private(set) var entryParts: [(order: Int, part: Widget)] = []
    private var glass: [GlassPane] = []

    /// - Parameters:
    ///   - suggestion: something that can be said, shown until there is a conversation.
    ///   - level: of the microphone, 0…1.
    init(_ press: PressTracker, suggestion: String?, level: @escaping @MainActor () -> Double) {
        self.suggestion = suggestion
        microphone = MicrophoneButton(press)
        status = StatusLine(level: level)
        hint.wraps()
        hint.centersLines()
        hint.align(horizontal: .center)
        hintRevealer = Revealer(hint, transition: .fade, milliseconds: DesignTokens.Motion.hintFade)
        hintRevealer.receivesPointer = false
        row = Box(.row, spacing: DesignTokens.Size.actionSpacing)
        let parts = ArrangedBox([transcript.root, status.root, row, hintRevealer])
        parts.addClass("controls")
        root = parts
        row.align(horizontal: .center, vertical: .center)
        row.append(action(.history, "jarvis-history-symbolic", localized("History"), "Ctrl+H"))
        row.append(action(.settings, "jarvis-settings-symbolic", localized("Settings"), "Ctrl+,"))
        row.append(microphone.root)
        row.append(action(.keyboard, "jarvis-keyboard-symbolic", localized("Keyboard"), "Ctrl+K"))
        row.append(action(.commands, "jarvis-commands-symbolic", localized("Commands"), "Ctrl+/"))
        entryParts = [(3, status.root), (4, row)]
        parts.arrange { [weak self] in self?.places($0, $1) ?? [] }
    }

    /// Puts the blurred scene behind the transcript and the buttons.
    func addGlass(_ backdrop: GlassBackdrop) {
        glass = [GlassPane(transcript.glass, DesignTokens.Glass.pill, backdrop)]
        glass += actions.map { GlassPane(button: $0, backdrop) }
    }

    /// Draws one frame of what moves.
    func advance(to time: Double, level: Float, isMotionReduced: Bool) {
        microphone.advance(to: time, level: level, isMotionReduced: isMotionReduced)
        status.advance(to: time, isMotionReduced: isMotionReduced)
        status.fit(width: width)
    }

    func show(_ state: AssistantState) {
        status.show(PhaseAppearance(state))
        microphone.show(state.phase, muting: state.microphone.muting, wakePhrase: state.awaitedWakePhrase)
        let isHearing = state.phase.isRecording || state.phase == .transcribing
        transcript.show(isHearing ? state.turn.utterance.partialTranscript : state.overheard?.text ?? "")
        status.meter.show(isRecording: state.phase.isRecording)
        status.fit(width: width)
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
        case .speaking: reveal(localized("Click or press Space to interrupt"), after: DesignTokens.Motion.interruptHint)
        case .idle, .listening:
            guard isConversationNew, let suggestion else { return }
            reveal(localized("Try “%1”", suggestion), after: DesignTokens.Motion.suggestion)
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

// Layout
extension ControlBar {
    /// The widest that a text below or above the buttons gets.
    private static func textWidth(_ width: Int) -> Int { width - 2 * DesignTokens.Size.cardMargin }

    /// Adds what the controls need at this width.
    func addNeeds(to needs: inout VoiceScreenLayout.Needs) {
        let width = Self.textWidth(needs.width)
        needs.transcriptHeight = transcript.isShown ? transcript.root.naturalHeight(forWidth: width) : 0
        needs.statusHeight = status.root.naturalHeight(forWidth: width)
        needs.hintHeight = hintRevealer.naturalHeight(forWidth: width)
    }

    /// Takes the distances of the screen; returns the controls' own place in it.
    func place(_ layout: VoiceScreenLayout, width: Int, height: Int) -> Place {
        self.layout = layout
        self.width = Self.textWidth(width)
        let top = layout.transcriptBottom - transcript.root.naturalHeight(forWidth: self.width)
        return Place(
            x: DesignTokens.Size.cardMargin, y: top, width: self.width, height: max(0, height - top))
    }

    private func places(_ width: Int, _ height: Int) -> [Place] {
        let transcriptHeight = transcript.root.naturalHeight(forWidth: width)
        let top = layout.transcriptBottom - transcriptHeight
        func centered(_ y: Int, _ wanted: Int, _ tall: Int) -> Place {
            Place(x: (width - min(wanted, width)) / 2, y: y - top, width: min(wanted, width), height: tall)
        }
        let rowHeight = row.naturalHeight(forWidth: width)
        return [
            centered(top, transcript.width(within: width), transcriptHeight),
            centered(
                layout.statusTop, status.root.naturalWidth, status.root.naturalHeight(forWidth: width)),
            centered(layout.rowCenter - rowHeight / 2, row.naturalWidth, rowHeight),
            centered(layout.hintTop, width, hintRevealer.naturalHeight(forWidth: width)),
        ]
    }
}
