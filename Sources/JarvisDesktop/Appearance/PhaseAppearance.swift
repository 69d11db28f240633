// SPDX-License-Identifier: GPL-3.0-or-later
// How each phase of the conversation is said and shown: texts, colours, what moves.

import GtkKit
import JarvisConversation
import JarvisCore

/// The texts and colours of one phase.
struct PhaseAppearance {
    /// The status line.
    var status: String
    /// The announcement of a screen reader when the phase begins.
    var announcement: String
    /// The microphone button's name.
    var microphone: String
    /// CSS class of the status dot.
    var dotClass: String
    var color: Color
    /// Colour of the status dot, where the window has this accent.
    func dot(accent: Color) -> Color {
        switch dotClass {
        case "armed", "recording", "held", "speaking": color
        case "processing": accent
        default: DesignTokens.Palette.neutral
        }
    }
    /// True while the microphone takes speech in: the dot pulses.
    var isPulsing: Bool { dotClass == "armed" || dotClass == "recording" }

    /// - Parameters:
    ///   - trigger: what started the utterance.
    ///   - wakePhrase: what has to be said first; nil when nothing has.
    ///   - isOverheard: what was said last was not meant for JARVIS.
    init(
        _ phase: ConversationPhase, trigger: RecordingTrigger = .voice, muting: Muting, wakePhrase: String? = nil,
        isOverheard: Bool = false
    ) {
        switch phase {
        case .idle:
            self.init(
                localized("Click or press Space to speak"), localized("Ready"),
                localized("Microphone — click to start recording"), "neutral", DesignTokens.Palette.cyan)
        case .listening:
            self.init(
                localized("Listening…"), localized("Ready"), localized("Listening for speech"), "armed",
                DesignTokens.Palette.voiceActive)
        case .recording:
            self.init(
                trigger == .voice ? localized("Hearing you…") : localized("Recording"), localized("Recording"),
                localized("Recording — click to stop"), "recording", DesignTokens.Palette.recording)
        case .held:
            self.init(
                localized("Keep holding to continue"), localized("Recording"),
                localized("Holding microphone open — release to stop"), "held", DesignTokens.Palette.held)
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
            status = muting == .bySystem ? localized("Muted by the system") : localized("Microphone muted")
            announcement = status
            dotClass = "neutral"
        }
        if muting == .bySystem && phase.isResting {
            microphone = localized("Microphone muted in the system's sound settings")
        }
    }

    init(_ state: AssistantState) {
        self.init(
            state.phase, trigger: state.turn.utterance.trigger, muting: state.microphone.muting,
            wakePhrase: state.awaitedWakePhrase, isOverheard: state.overheard != nil)
        if state.phase == .speaking, state.turn.speech.content == .ringing, let title = RingText.title(state.ringing) {
            status = title
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
    /// "jarvis" is a name on the screen.
    fileprivate var capitalizedWords: String {
        split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    }
}

extension ConversationPhase {
    /// True while the microphone button waits for the machine and takes no taps.
    var isProcessing: Bool { self == .transcribing || self == .thinking }

    /// True in phases that rest until somebody does something.
    var isResting: Bool { self == .idle || isListening }
}
