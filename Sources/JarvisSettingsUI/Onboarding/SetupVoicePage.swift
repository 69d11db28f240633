// SPDX-License-Identifier: GPL-3.0-or-later
// The voice page: each voice introduces itself, with its waveform; speed and pitch can be changed.

import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class SetupVoicePage: SetupPage {
    let title = localized("My voice")
    let root: Widget

    private let services: SettingsServices
    private let model: SettingsModel
    private let preview: VoicePreview
    private let invitation = localized("Listen to the voices, and take the one you like.")
    private let intro: Label
    private let carousel = VoiceCarousel()
    private let waveform: WaveformView
    private let rows: [any SettingRow]
    private let loader = PatientLoader()
    private var voices: [Voice] = []
    private var shown = 0
    private var work: Task<Void, Never>?

    init(_ context: SetupContext) {
        services = context.services
        model = context.model
        preview = context.preview
        waveform = WaveformView(preview)
        intro = SetupLayout.text(invitation, "setup-text")
        rows = [VoiceRows.speed(model), VoiceRows.pitch(model)]
        let more = SetupLayout.text(
            localized("More natural voices can be installed: “jarvis models list” shows them."), "setting-detail")
        root = SetupLayout.page(
            title,
            [intro, loader.root, carousel.root, waveform.root, SetupLayout.card(rows.map(\.root)), more])
        carousel.onTurn = { [weak self] in self?.turn($0) }
        carousel.onHear = { [weak self] in self?.introduce() }
        carousel.onChoose = { [weak self] in self?.choose() }
    }

    func begin() {
        preview.onChange = { [weak self] isPlaying in self?.previewChanged(isPlaying) }
        guard voices.isEmpty else { return }
        loader.begin()
        work = Task { [weak self, synthesizer = services.synthesizer] in
            do {
                let voices = try await synthesizer.voices()
                self?.offer(VoiceOrder.sorted(voices))
            } catch {
                if !Task.isCancelled { self?.model.report(error) }
            }
            self?.loader.end()
        }
    }

    func end() {
        work?.cancel()
        loader.end()
        preview.stop()
        preview.onChange = nil
        waveform.follow(false)
        for row in rows { row.finish() }
    }

    func show(_ settings: Settings) {
        for row in rows { row.show(settings) }
        update()
    }

    func take(_ command: OnboardingCommand) -> Bool {
        switch command {
        case .choose: choose()
        case .anotherVoice: turn(1)
        case .previousVoice: turn(-1)
        case .hear: introduce()
        case .slower: change(\.speed, by: -DesignTokens.Onboarding.speedStep, localized("This is how fast I speak."))
        case .faster: change(\.speed, by: DesignTokens.Onboarding.speedStep, localized("This is how fast I speak."))
        case .higher: change(\.pitch, by: DesignTokens.Onboarding.pitchStep, localized("This is how high my voice is."))
        case .lower: change(\.pitch, by: -DesignTokens.Onboarding.pitchStep, localized("This is how high my voice is."))
        case .next, .back, .skip, .skipAll: return false
        }
        return true
    }

    private func change(
        _ path: any WritableKeyPath<Settings, Double> & Sendable, by step: Double, _ sample: String
    ) {
        let range = SettingDescriptor.range(of: path)
        let wanted = ((model.current[keyPath: path] + step) * 100).rounded() / 100
        model.change { $0[keyPath: path] = min(max(wanted, range.lowerBound), range.upperBound) }
        model.preview(sample)
    }

    private func offer(_ voices: [Voice]) {
        self.voices = voices
        carousel.root.isVisible = !voices.isEmpty
        intro.text = voices.isEmpty ? localized("No voice is installed: replies are shown in writing.") : invitation
        shown = voices.firstIndex { $0.id == model.current.voice } ?? 0
        update()
        introduce()
    }

    private func turn(_ step: Int) {
        guard !voices.isEmpty else { return }
        shown = (shown + step + voices.count) % voices.count
        update()
        introduce()
    }

    private func introduce() {
        guard voices.indices.contains(shown) else { return }
        let voice = voices[shown]
        var prosody = model.current.prosody
        prosody.voice = voice.id
        preview.play(VoiceOrder.greeting(voice), prosody, device: model.current.outputDevice)
    }

    private func choose() {
        guard voices.indices.contains(shown) else { return }
        let id = voices[shown].id
        model.change { $0.voice = id }
        update()
    }

    private func update() {
        guard voices.indices.contains(shown) else { return }
        let voice = voices[shown]
        carousel.show(voice, number: shown + 1, of: voices.count, isChosen: voice.id == model.current.voice)
    }

    private func previewChanged(_ isPlaying: Bool) {
        waveform.follow(isPlaying)
        if let failure = preview.failure { model.report(failure) }
    }
}

/// Shows one voice at a time, with its controls. The arrow keys also change the voice.
@MainActor
final class VoiceCarousel {
    let root: Widget
    /// Called when the user wants another voice: with 1 for the next, −1 for the previous one.
    var onTurn: (@MainActor (Int) -> Void)?
    var onHear: (@MainActor () -> Void)?
    var onChoose: (@MainActor () -> Void)?

    private let name = Label(classes: ["setup-voice"])
    private let place = Label(classes: ["setting-detail"])
    private let cost = Label(classes: ["setting-detail"])
    private let choose = SetupLayout.button(localized("This one"), "accent")
    private let before = SetupLayout.button(localized("Previous voice"))
    private let after = SetupLayout.button(localized("Next voice"))

    init() {
        for label in [name, place, cost] {
            label.wraps()
            label.centersLines()
        }
        // Screen readers announce changes of a status.
        name.setRole(.status)
        let hear = SetupLayout.button(localized("Hear it"))
        let buttons = WrapBox(spacing: DesignTokens.Onboarding.buttonSpacing, [before, hear, choose, after])
        buttons.align(horizontal: .center)
        let column = Box(.column, spacing: 8, [name, place, cost, buttons])
        column.addClass("glass-card")
        column.addClass("setup-carousel")
        column.setRole(.group)
        column.setAccessibleLabel(localized("Voices"))
        root = column
        before.onClick { [weak self] in self?.onTurn?(-1) }
        after.onClick { [weak self] in self?.onTurn?(1) }
        hear.onClick { [weak self] in self?.onHear?() }
        choose.onClick { [weak self] in self?.onChoose?() }
        let keys = KeyController()
        keys.captures()
        keys.onPress { [weak self] in self?.turns($0) ?? false }
        column.add(keys)
    }

    /// Changes the voice by the arrow keys, in the direction in which the buttons lie.
    private func turns(_ press: KeyPress) -> Bool {
        guard press.isPlain, after.isVisible, press.key == KeyPress.left || press.key == KeyPress.right else {
            return false
        }
        onTurn?((press.key == KeyPress.right) != root.isRightToLeft ? 1 : -1)
        return true
    }

    func show(_ voice: Voice, number: Int, of count: Int, isChosen: Bool) {
        // With only one voice, there is none to change to.
        for button in [before, after] { button.isVisible = count > 1 }
        place.isVisible = count > 1 || isChosen
        name.text = voice.name
        name.setAccessibleLabel(
            isChosen
                ? localized("%1, your voice", voice.name)
                : localized("%1, voice %2 of %3", voice.name, String(number), String(count)))
        place.text =
            count == 1
            ? localized("This is my voice now, the only one that is installed")
            : isChosen
                ? localized("%1 of %2; this is my voice now", String(number), String(count))
                : localized("%1 of %2", String(number), String(count))
        cost.text = VoiceOrder.cost(voice)
        choose.setLabel(isChosen ? localized("Chosen") : localized("This one"))
        choose.setAccessibleLabel(
            isChosen ? localized("%1 is chosen", voice.name) : localized("Take %1", voice.name))
    }
}
