// SPDX-License-Identifier: GPL-3.0-or-later
// The sensitivity slider, above a live display of the microphone's sound. The microphone is open only while the row is
// on the screen, and nothing is recorded.

import GioKit
import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisDesktopKit

@MainActor
final class SensitivityRow: SettingRow {
    let root: Widget
    var name: String { slider.name }
    var control: Widget { slider.control }

    private let services: SettingsServices
    private let trial: HearingTrial?
    private let field = HearingField()
    private let slider: SliderRow
    private let caption = Label(classes: ["setting-detail"])
    private var timer: LoopTimer?
    /// The device that the microphone is open on; nil while closed.
    private var device: String??
    private var sensitivity: Double

    init(_ services: SettingsServices, _ model: SettingsModel) {
        self.services = services
        trial = services.hearing?.makeTrial()
        sensitivity = model.current.sensitivity
        field.sensitivity = sensitivity
        // The field exists before the row, whose slider moves the line in it.
        let field = field
        let moves = SliderMoves()
        slider = SliderRow(
            model, \.sensitivity,
            .init(
                step: 5, format: SettingFormat.percent, over: trial == nil ? nil : field.root,
                moved: { moves.handler?($0) }))
        caption.setTextAlignment(0)
        caption.wraps()
        caption.setRole(.status)
        guard trial != nil else {
            root = slider.root
            return
        }
        let column = Box(.column, [slider.root, caption])
        caption.addClass("setting-footnote")
        root = column
        say(Self.help)
        moves.handler = { [weak self] in self?.moved(to: $0) }
        field.onShow { [weak self] in if $0 { self?.begin() } else { self?.end() } }
    }

    func show(_ settings: Settings) {
        slider.show(settings)
        guard let trial, trial.isOpen else { return }
        if device != .some(settings.inputDevice) { return open(settings) }
        trial.adjust(sensitivity: sensitivity, processing: SoundProcessing(settings.speech))
    }

    func finish() {
        end()
        slider.finish()
    }

    private static var help: String {
        localized("Bars above the line count as speech. Nothing is recorded.")
    }

    /// Moves the line and the detection threshold along with the thumb.
    private func moved(to sensitivity: Double) {
        self.sensitivity = sensitivity
        field.sensitivity = sensitivity
        trial?.adjust(sensitivity: sensitivity, processing: SoundProcessing(services.settings.current.speech))
    }

    private func begin() {
        guard timer == nil else { return }
        timer = LoopTimer(milliseconds: DesignTokens.Hearing.lookMilliseconds) { [weak self] in
            self?.look()
            return self != nil
        }
        look()
    }

    private func end() {
        timer = nil
        if let trial { end(trial) }
    }

    private func end(_ trial: HearingTrial) {
        trial.end()
        field.clear(localized("Nothing yet"))
    }

    private func open(_ settings: Settings) {
        device = .some(settings.inputDevice)
        trial?.begin(
            device: settings.inputDevice, sensitivity: sensitivity, processing: SoundProcessing(settings.speech))
    }

    private func look() {
        guard let trial else { return }
        guard services.assistant.state.mayHear else {
            if trial.isOpen { end(trial) }
            return
        }
        guard !services.assistant.state.microphone.isMuted else {
            if trial.isOpen { trial.end() }
            var finding = MicrophoneFinding()
            finding.condition = .mutedHere
            return trouble(MicrophoneWords.condition(finding))
        }
        if !trial.isOpen { open(services.settings.current) }
        let finding = trial.look()
        switch finding.condition {
        case .opening: break
        case .working:
            field.add(finding)
            say(Self.help)
        case .silent, .muted, .mutedHere, .failed: trouble(MicrophoneWords.trouble(finding))
        }
    }

    private func trouble(_ words: String) {
        guard caption.text != words else { return }
        field.clear(localized("I don't hear anything"))
        say(words)
    }

    private func say(_ words: String) {
        guard caption.text != words else { return }
        caption.tell(words, .microphone)
    }
}

/// Passes the slider's moves on to a row that doesn't exist yet.
@MainActor
private final class SliderMoves {
    var handler: (@MainActor (Double) -> Void)?
}
