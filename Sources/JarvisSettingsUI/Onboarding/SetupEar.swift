// SPDX-License-Identifier: GPL-3.0-or-later
// The microphone of the setup, opened only on request. The conversation is paused while the setup is open, so nothing
// else listens. The wake-word training and ringing reminders get the microphone when they need it. Polled about twenty
// times a second.

import GioKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisDesktopKit

@MainActor
final class SetupEar {
    /// Called at each poll with the microphone's state.
    var onLook: (@MainActor (MicrophoneFinding) -> Void)?
    /// Called with each recognized utterance.
    var onHeard: (@MainActor (String) -> Void)?
    /// True while the setup wants to listen.
    private(set) var isWanted = false
    /// True once an utterance was recognized; from then on the setup accepts voice commands.
    private(set) var hasHeard = false

    private let services: SettingsServices
    private let check: MicrophoneCheck
    private var timer: LoopTimer?

    init(_ services: SettingsServices) {
        self.services = services
        check = services.onboarding.makeMicrophoneCheck()
    }

    /// Pauses the conversation, and starts polling.
    func open() {
        services.assistant.send(.microphoneLent(true))
        timer = LoopTimer(milliseconds: DesignTokens.Onboarding.lookMilliseconds) { [weak self] in
            self?.look()
            return self != nil
        }
    }

    /// Returns the microphone to the conversation.
    func close() {
        timer = nil
        isWanted = false
        check.end()
        services.assistant.send(.microphoneLent(false))
    }

    /// Starts listening. Call again if the device has changed.
    func listen() {
        isWanted = true
        begin()
    }

    /// Stops listening until `listen` is called again.
    func rest() {
        isWanted = false
        check.end()
    }

    /// Call when JARVIS starts or stops speaking.
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
        // Only one can listen at a time. When the training ends, it returns the microphone to the conversation.
        if services.wakeLesson.isGoingOn {
            if check.isOpen { check.end() }
            return
        }
        let state = services.assistant.state
        // The conversation gets the microphone back while a reminder rings, so the user can stop it by voice.
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
