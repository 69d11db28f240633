// SPDX-License-Identifier: GPL-3.0-or-later
// The microphone of the setup. The conversation rests while the setup is open: this alone hears, once it has been asked
// to, and lends the microphone to the lesson of the wake word and to what rings. It is looked at some twenty times a second.

import GioKit
import JarvisAssistant
import JarvisConversation
import JarvisCore

@MainActor
final class SetupEar {
    /// What has been found about the microphone, at each look.
    var onLook: (@MainActor (MicrophoneFinding) -> Void)?
    /// An utterance was understood.
    var onHeard: (@MainActor (String) -> Void)?
    /// True once it has been asked to hear.
    private(set) var isWanted = false
    /// True once something has been understood: then the setup can be told what to do.
    private(set) var hasHeard = false

    private let services: DesktopServices
    private let check: MicrophoneCheck
    private var timer: LoopTimer?

    init(_ services: DesktopServices) {
        self.services = services
        check = services.onboarding.makeMicrophoneCheck()
    }

    /// The conversation rests from now on.
    func open() {
        services.assistant.send(.microphoneLent(true))
        timer = LoopTimer(milliseconds: DesignTokens.Onboarding.lookMilliseconds) { [weak self] in
            self?.look()
            return self != nil
        }
    }

    /// The conversation has its microphone back.
    func close() {
        timer = nil
        isWanted = false
        check.end()
        services.assistant.send(.microphoneLent(false))
    }

    /// Begins to hear, or begins again where the device has changed.
    func listen() {
        isWanted = true
        begin()
    }

    /// Hears no more until it is asked to again.
    func rest() {
        isWanted = false
        check.end()
    }

    /// JARVIS speaks, or no longer does.
    func setDeaf(_ isDeaf: Bool) { check.setDeaf(isDeaf) }

    private func begin() {
        let state = services.assistant.state
        guard !state.microphone.isMuted, state.mayHear else { return }
        let settings = services.settings.current
        check.begin(
            device: settings.inputDevice, sensitivity: settings.sensitivity,
            processing: SoundProcessing(settings.speech))
    }

    private func look() {
        // Only one can hear at a time; the lesson gives the microphone back to the conversation when it ends.
        if services.wakeLesson.isGoingOn {
            if check.isOpen { check.end() }
            return
        }
        let state = services.assistant.state
        // What is due is heard here as well, and can be told to stop.
        if !state.ringing.isEmpty, !state.ringing.isPaused {
            if check.isOpen { check.end() }
            if state.microphone.loan != nil { services.assistant.send(.microphoneLent(false)) }
            return
        }
        if state.microphone.loan == nil { services.assistant.send(.microphoneLent(true)) }
        guard !state.microphone.isMuted else {
            if check.isOpen { check.end() }
            var finding = MicrophoneFinding()
            finding.condition = .mutedHere
            onLook?(finding)
            return
        }
        guard state.mayHear else {
            if check.isOpen { check.end() }
            return
        }
        if isWanted, !check.isOpen { begin() }
        guard check.isOpen else { return }
        onLook?(check.finding)
        for text in check.takeHeard() {
            hasHeard = true
            onHeard?(text)
        }
    }
}
