// SPDX-License-Identifier: GPL-3.0-or-later
// The lower part of the voice screen: live transcript, status, the microphone between its four buttons, and hints.

import GioKit
import GtkKit
import JarvisConversation
import JarvisCore
import JarvisDesktopKit
import JarvisSettingsUI

@MainActor
final class ControlBar {
    let root: Widget
    let microphone: MicrophoneButton
    /// The first accent of the theme.
    var accent = DesignTokens.Palette.cyan {
        didSet {
            microphone.accent = accent
            status.accent = accent
        }
    }
    /// The size of microphone and buttons as a multiple of the usual one.
    var factor = 1.0 {
        didSet {
            microphone.factor = factor
            actions.factor = factor
        }
    }
    /// Called when the user swipes up beside the buttons.
    var onDrawUp: (@MainActor () -> Void)?
    /// Called when the user presses a button, with the pane that it opens.
    var onOpen: (@MainActor (PaneName) -> Void)? {
        get { actions.onOpen }
        set { actions.onOpen = newValue }
    }

    private let status: StatusLine
    private var isDrawnUp = false
    private let transcript = TranscriptPill()
    private let row: Box
    private let callRow: Widget
    private let hint = Label(classes: ["hint", "footnote"])
    private let hintRevealer: Revealer
    private var hintTimer: LoopTimer?
    private var phase: ConversationPhase?
    private var isConversationNew = true
    private var isMuted = false
    private var isRinging = false
    private var layout = VoiceScreenLayout(VoiceScreenLayout.Needs(width: 0, height: 0))
    private var width = 0

    private let suggestion: String?
    private let actions = ActionButtons()
    /// The parts that fade in when the window opens, with their position in the sequence.
    private(set) var entryParts: [(order: Int, part: Widget)] = []
    private var glass: [GlassPane] = []

    /// - Parameters:
    ///   - suggestion: an example request, shown until there is a conversation.
    ///   - callRow: the buttons of a call, which replace the usual ones while visible.
    ///   - level: returns the microphone's level, 0…1.
    init(
        _ press: PressTracker, suggestion: String?, callRow: Widget, level: @escaping @MainActor () -> Double
    ) {
        self.suggestion = suggestion
        self.callRow = callRow
        microphone = MicrophoneButton(press)
        status = StatusLine(level: level)
        hint.wraps()
        hint.centersLines()
        hint.align(horizontal: .center)
        hintRevealer = Revealer(hint, transition: .fade, milliseconds: DesignTokens.Motion.hintFade)
        hintRevealer.receivesPointer = false
        row = Box(.row, spacing: DesignTokens.Size.actionSpacing)
        let parts = ArrangedBox([transcript.root, status.root, row, hintRevealer, callRow])
        parts.addClass("controls")
        root = parts
        row.align(horizontal: .center, vertical: .center)
        row.append(actions.make(.history, icon: "jarvis-history-symbolic", localized("History"), key: "Ctrl+H"))
        row.append(actions.make(.settings, icon: "jarvis-settings-symbolic", localized("Settings"), key: "Ctrl+,"))
        row.append(microphone.root)
        row.append(actions.make(.keyboard, icon: "jarvis-keyboard-symbolic", localized("Keyboard"), key: "Ctrl+K"))
        row.append(actions.make(.commands, icon: "jarvis-commands-symbolic", localized("Commands"), key: "Ctrl+/"))
        entryParts = [(3, status.root), (4, row)]
        parts.arrange { [weak self] in self?.places($0, $1) ?? [] }
        followDraws()
    }

    private func followDraws() {
        let drag = DragGesture()
        drag.onBegin { [weak self] _, _ in self?.isDrawnUp = false }
        drag.onMove { [weak self] x, y in
            guard let self, !isDrawnUp, -y > DesignTokens.QuickSettings.openingDistance, -y > 1.5 * abs(x) else {
                return
            }
            isDrawnUp = true
            onDrawUp?()
        }
        root.add(drag)
    }

    /// Draws the blurred scene behind the transcript and the buttons.
    func addGlass(_ backdrop: GlassBackdrop) {
        glass = [GlassPane(transcript.glass, DesignTokens.Glass.pill, backdrop)]
        glass += actions.buttons.map { GlassPane(button: $0, backdrop) }
    }

    /// Draws one frame of the moving parts; `calm` is how far they have come to rest, 0…1.
    func advance(to time: Double, level: Float, calm: Double, isMotionReduced: Bool) {
        microphone.advance(to: time, level: level, calm: calm, isMotionReduced: isMotionReduced)
        status.advance(to: time, calm: calm, isMotionReduced: isMotionReduced)
        status.fit(width: width)
    }

    /// Shows the buttons of a call, or the usual ones.
    func showsCall(_ isCall: Bool) {
        row.isVisible = !isCall
        hintRevealer.isVisible = !isCall
    }

    func show(_ state: AssistantState) {
        status.show(PhaseAppearance(state))
        microphone.show(state.phase, muting: state.microphone.muting, wakePhrase: state.awaitedWakePhrase)
        let isHearing = state.phase.isRecording || state.phase == .transcribing
        transcript.show(isHearing ? state.turn.utterance.partialTranscript : state.overheard?.text ?? "")
        status.meter.show(isRecording: state.phase.isRecording)
        status.fit(width: width)
        let isNew = state.recent.isEmpty
        let isMuted = state.microphone.muting == .byUser
        let isRinging = !state.ringing.isEmpty
        if phase != state.phase || isNew != isConversationNew || isMuted != self.isMuted || isRinging != self.isRinging
        {
            (isConversationNew, self.isMuted, self.isRinging) = (isNew, isMuted, isRinging)
            showHint(for: state.phase)
        }
        phase = state.phase
    }

    private func showHint(for phase: ConversationPhase) {
        hintTimer = nil
        hintRevealer.isRevealed = false
        switch phase {
        case .held:
            // A press counts as a hold only after this threshold, so part of the delay has already passed.
            reveal(
                localized("Release when done"),
                after: DesignTokens.Motion.holdHint - DesignTokens.Motion.holdThreshold)
        case .speaking where isRinging:
            reveal(localized("Esc stops the ringing, S snoozes it"), after: DesignTokens.Motion.interruptHint)
        case .speaking: reveal(localized("Click or press Space to interrupt"), after: DesignTokens.Motion.interruptHint)
        case .idle where isMuted, .listening where isMuted:
            reveal(localized("Press Ctrl+M to unmute"), after: DesignTokens.Motion.suggestion)
        case .idle, .listening:
            if isConversationNew, let suggestion {
                reveal(localized("Try “%1”", suggestion), after: DesignTokens.Motion.suggestion)
            } else if phase == .idle {
                reveal(localized("Click or press Space to speak"), after: DesignTokens.Motion.suggestion)
            }
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
}

// Layout
extension ControlBar {
    /// The largest width of a text above or below the buttons.
    private static func textWidth(_ width: Int) -> Int { width - 2 * DesignTokens.Size.cardMargin }

    /// Adds the space that the controls need at this width.
    func addNeeds(to needs: inout VoiceScreenLayout.Needs) {
        let width = Self.textWidth(needs.width)
        needs.transcriptHeight = transcript.isShown ? transcript.root.naturalHeight(forWidth: width) : 0
        needs.statusHeight = status.root.naturalHeight(forWidth: width)
        needs.hintHeight = hintRevealer.naturalHeight(forWidth: width)
    }

    /// Applies the screen's layout. Returns the place of the controls in it.
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
        actions.fit(room: width)
        let rowHeight = row.naturalHeight(forWidth: width)
        let callHeight = callRow.naturalHeight(forWidth: width)
        return [
            centered(top, transcript.width(within: width), transcriptHeight),
            centered(
                layout.statusTop, status.root.naturalWidth, status.root.naturalHeight(forWidth: width)),
            centered(layout.rowCenter - rowHeight / 2, row.naturalWidth, rowHeight),
            centered(layout.hintTop, width, hintRevealer.naturalHeight(forWidth: width)),
            // A call's buttons are level with the microphone's place; their labels are below.
            centered(
                layout.rowCenter - DesignTokens.Calls.button / 2, min(width, callRow.naturalWidth), callHeight),
        ]
    }
}
