// SPDX-License-Identifier: GPL-3.0-or-later
// The presentation of each phase of the conversation: texts, colours and motion.

package import GtkKit
package import JarvisConversation
import JarvisCore

/// The presentation of a phase.
package struct PhaseAppearance {
    /// The status line.
    package var status: String
    /// The screen reader announcement when the phase begins.
    package var announcement: String
    /// The microphone button's accessible name.
    var microphone: String
    /// The CSS class of the status dot.
    package var dotClass: String
    package var color: Color
    /// The colour of the status dot in a window with this accent.
    package func dot(accent: Color) -> Color {
        switch dotClass {
        case "armed", "recording", "held", "speaking": color
        case "processing": accent
        default: DesignTokens.Palette.neutral
        }
    }
    /// True if the dot pulses, which it does while the microphone takes in speech.
    var isPulsing: Bool { dotClass == "armed" || dotClass == "recording" }

    /// - Parameters:
    ///   - wakePhrase: the wake phrase that the user must say first; nil if none is needed.
    ///   - isOverheard: true if the last utterance wasn't addressed to JARVIS.
    package init(
        _ phase: ConversationPhase, muting: Muting, wakePhrase: String? = nil,
        isOverheard: Bool = false
    ) {
        switch phase {
        case .idle:
            self.init(
                localized("Ready"), localized("Ready"),
                localized("Microphone — click to start recording"), "neutral", DesignTokens.Palette.cyan)
        case .listening:
            self.init(
                localized("Listening…"), localized("Listening"), localized("Listening for speech"), "armed",
                DesignTokens.Palette.voiceActive)
        case .recording:
            self.init(
                localized("Listening…"), localized("Recording"),
                localized("Recording — click to stop"), "recording", DesignTokens.Palette.recording)
        case .held:
            self.init(
                localized("Release to send"), localized("Recording"),
                localized("Recording — release to send"), "held", DesignTokens.Palette.held)
        case .transcribing:
            self.init(
                localized("Processing…"), localized("Processing your speech"), localized("Processing your speech"),
                "processing", DesignTokens.Palette.cyan)
        case .thinking:
            self.init(
                localized("Thinking…"), localized("Waiting for the reply"), localized("Waiting for the reply"),
                "processing", DesignTokens.Palette.cyan)
        case .speaking:
            self.init(
                localized("Speaking…"), localized("Speaking"), localized("Speaking — click to interrupt"), "speaking",
                DesignTokens.Palette.speaking)
        }
        if let wakePhrase, phase.isListening {
            status = localized("Say “%1”", wakePhrase.capitalizedWords)
            announcement = status
            microphone = localized("Waiting for the wake word — click to speak without it")
            dotClass = "neutral"
        }
        if isOverheard, phase.isListening {
            status = localized("Not for me")
            dotClass = "neutral"
        }
        if muting != .none && phase != .speaking {
            status = muting == .bySystem ? localized("Muted by the system") : localized("Muted")
            announcement = muting == .bySystem ? status : localized("Microphone muted")
            dotClass = "neutral"
        }
        if muting == .bySystem && phase.isResting {
            microphone = localized("Microphone muted in your sound settings")
        }
    }

    package init(_ state: AssistantState) {
        self.init(
            state.phase, muting: state.microphone.muting,
            wakePhrase: state.awaitedWakePhrase, isOverheard: state.overheard != nil)
        if state.phase == .speaking, state.turn.speech.content == .ringing, let title = RingText.title(state.ringing) {
            status = localized("Ringing…")
            announcement = title
            microphone = localized("Ringing — click to stop")
        }
    }

    private init(
        _ status: String, _ announcement: String, _ microphone: String, _ dotClass: String, _ color: Color
    ) {
        self.status = status
        self.announcement = announcement
        self.microphone = microphone
        self.dotClass = dotClass
        self.color = color
    }
}

extension String {
    /// The text with a capital at each word: a wake phrase such as "jarvis" appears as a name.
    fileprivate var capitalizedWords: String {
        split(separator: " ").map { $0.capitalizedFirst }.joined(separator: " ")
    }
}

extension ConversationPhase {
    /// True while JARVIS processes an utterance, so the microphone button ignores taps.
    package var isProcessing: Bool { self == .transcribing || self == .thinking }

    /// True in phases that last until the user does something.
    package var isResting: Bool { self == .idle || isListening }
}
