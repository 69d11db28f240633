// SPDX-License-Identifier: GPL-3.0-or-later
// The microphone page: the level, the noise, and the recognized words, and when JARVIS may listen. Explains problems
// and what to do about them; none of them stops the setup.

import GtkKit
import JarvisAssistant
import JarvisCore
import JarvisDesktopKit

@MainActor
final class MicrophonePage: SetupPage {
    let title = localized("Can I hear you?")
    let root: Widget
    let introduction: String

    private let services: SettingsServices
    private let model: SettingsModel
    private let ear: SetupEar
    private let device: DeviceRow
    private let level = LevelStrip()
    private let condition = SetupLayout.text("", "setup-lead")
    private let words = SetupLayout.text("", "setup-words")
    private let noise = SetupLayout.text("", "setting-detail", "setup-noise")
    private let consent = ChoiceCards<ListeningConsent>(localized("Listening"), columns: 3)
    private var work: Task<Void, Never>?
    private var chosen: String??

    init(_ context: SetupContext) {
        services = context.services
        model = context.model
        ear = context.ear
        device = DeviceRow(model, \.inputDevice, .input, help: "")
        for label in [condition, words] { label.setRole(.status) }
        let text = SetupLayout.readable(
            localized("Nothing here is saved."),
            "setup-text")
        introduction = text.text
        let question = SetupLayout.text(localized("When may I listen?"), "setup-lead")
        let asking = Box(.column, spacing: DesignTokens.Hearing.choiceSpacing, [question, consent.root])
        root = SetupLayout.page(
            title, [text, condition, level.root, words, noise, SetupLayout.card([device.row.root]), asking])
        consent.onChoose = { [weak model] consent in model?.change { consent.apply(to: &$0) } }
    }

    func begin() {
        level.clear()
        ear.onLook = { [weak self] in self?.show($0) }
        chosen = model.current.inputDevice
        ear.listen()
        show(MicrophoneFinding())
        work = Task { [weak self, devices = services.devices] in
            // Without a sound server there are no devices; the microphone's condition explains that.
            let found = (try? await devices.devices()) ?? []
            guard let self, !Task.isCancelled else { return }
            device.offer(found, model.current)
        }
    }

    func end() {
        work?.cancel()
        ear.onLook = nil
        // On later pages, listening is useful only for voice commands, so stop unless recognition has worked here.
        if !ear.hasHeard { ear.rest() }
    }

    func show(_ settings: Settings) {
        device.row.show(settings)
        consent.show(ListeningConsent(settings))
        guard let before = chosen, before != settings.inputDevice, ear.isWanted else { return }
        chosen = settings.inputDevice
        ear.listen()
    }

    func take(_ command: OnboardingCommand) -> Bool {
        guard case .listen(let answer) = command else { return false }
        model.change { answer.apply(to: &$0) }
        root.announce(localized("%1 is chosen", answer.title), .change)
        return true
    }

    private func show(_ finding: MicrophoneFinding) {
        let isStill = root.windowHasClass("reduced-motion")
        level.add(Double(finding.level), at: FramePacer.now, isStill: isStill)
        say(MicrophoneWords.condition(finding), on: condition)
        say(finding.words.isEmpty ? "" : localized("I heard: “%1”", finding.words), on: words)
        noise.text = MicrophoneWords.noise(finding)
    }

    private func say(_ text: String, on label: Label) {
        guard label.text != text else { return }
        label.tell(text, label === words ? .answer : .microphone)
        level.report()
    }
}
