// SPDX-License-Identifier: GPL-3.0-or-later
// The microphone page: the level, the noise, and the recognized words. Explains problems and what to do about them;
// none of them stops the setup.

import GtkKit
import JarvisAssistant
import JarvisCore
import JarvisDesktopKit

@MainActor
final class MicrophonePage: SetupPage {
    let title = localized("Can I hear you?")
    let root: Widget

    private let services: SettingsServices
    private let model: SettingsModel
    private let ear: SetupEar
    private let device: DeviceRow
    private let level = LevelStrip()
    private let condition = SetupLayout.text("", "setup-lead")
    private let words = SetupLayout.text("", "setup-words")
    private let noise = SetupLayout.text("", "setting-detail")
    private var work: Task<Void, Never>?
    private var chosen: String??

    init(_ context: SetupContext) {
        services = context.services
        model = context.model
        ear = context.ear
        device = DeviceRow(model, \.inputDevice, .input)
        for label in [condition, words] { label.setRole(.status) }
        let text = SetupLayout.text(
            localized("What you say here is neither kept nor sent. Once I understand you, you can also say “next”."),
            "setup-text")
        root = SetupLayout.page(
            title, [text, condition, level.root, words, noise, SetupLayout.card([device.row.root])])
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
        guard let before = chosen, before != settings.inputDevice, ear.isWanted else { return }
        chosen = settings.inputDevice
        ear.listen()
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
        label.text = text
        label.setAccessibleLabel(text)
        level.report()
    }
}
