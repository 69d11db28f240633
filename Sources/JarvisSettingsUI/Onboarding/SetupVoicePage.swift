// SPDX-License-Identifier: GPL-3.0-or-later
// The voice page: a card for each voice, the natural ones first; each introduces itself when it is chosen. Speed and
// pitch can be changed.

import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class SetupVoicePage: SetupPage {
    let title = localized("Choose a voice")
    let root: Widget
    let introduction = ""

    private let services: SettingsServices
    private let model: SettingsModel
    private let preview: VoicePreview
    private let pictures: VoicePictures
    private let state: VoiceGridState
    private let grid: VoiceGrid
    private let download: VoiceDownload
    /// Says why there is nothing to choose or to hear.
    private let note = SetupLayout.text("", "setup-text")
    private let rows: [any SettingRow]
    private let loader = PatientLoader()
    private var voices: [Voice] = []
    private var installed: [Voice] = []
    private var isShown = false
    private var work: Task<Void, Never>?

    init(_ context: SetupContext) {
        services = context.services
        model = context.model
        preview = context.preview
        pictures = VoicePictures(
            services.synthesizer, folder: services.hearing?.cacheFolder, version: services.version)
        state = VoiceGridState(localized("Voice"), pictures)
        grid = VoiceGrid(state, rowsInView: DesignTokens.Onboarding.voiceRows)
        download = VoiceDownload(services, model)
        rows = [VoiceRows.speed(model, showsHelp: false), VoiceRows.pitch(model, showsHelp: false)]
        note.setRole(.status)
        note.isVisible = false
        let sliders = AdaptiveGrid(
            columnWidth: Int(Double(DesignTokens.Onboarding.sliderWidth) * TextScale.current), maximumColumns: 2,
            spacing: 0)
        for row in rows { sliders.append(row.root) }
        for name in ["glass-card", "setup-sliders"] { sliders.addClass(name) }
        let cards = Box(.column, [grid.root])
        cards.setRole(.radioGroup)
        cards.setAccessibleLabel(title)
        root = SetupLayout.page(title, [note, loader.root, cards, sliders])
        grid.root.isVisible = false
        connect()
    }

    private func connect() {
        state.download = download
        state.onChoose = { [weak self] in self?.choose($0) }
        state.onHear = { [weak self] in self?.toggle($0) }
        download.onChange = { [weak self] in self?.grid.update() }
        download.onInstalled = { [weak self] in self?.show(VoiceOrder.sorted($0)) }
    }

    func begin() {
        preview.onChange = { [weak self] in self?.previewChanged($0) }
        isShown = true
        loader.begin()
        work = Task { [weak self, services] in
            do {
                let voices = try await services.synthesizer.voices()
                self?.show(VoiceOrder.sorted(voices))
            } catch {
                if !Task.isCancelled { self?.model.report(error) }
            }
            self?.loader.end()
        }
    }

    func end() {
        isShown = false
        work?.cancel()
        loader.end()
        preview.stop()
        preview.onChange = nil
        pictures.finish()
        for row in rows { row.finish() }
    }

    func show(_ settings: Settings) {
        for row in rows { row.show(settings) }
        let chosen = Voice.heard(settings.voice, of: installed)
        guard chosen != state.chosen else { return }
        state.chosen = chosen
        grid.update()
    }

    func take(_ command: OnboardingCommand) -> Bool {
        switch command {
        case .choose: if let chosen { choose(chosen) }
        case .anotherVoice: turn(1)
        case .previousVoice: turn(-1)
        case .hear: if let chosen { hear(chosen) }
        case .slower: change(\.speed, by: -DesignTokens.Onboarding.speedStep, spoken("This is how fast I speak."))
        case .faster: change(\.speed, by: DesignTokens.Onboarding.speedStep, spoken("This is how fast I speak."))
        case .higher: change(\.pitch, by: DesignTokens.Onboarding.pitchStep, spoken("This is my pitch."))
        case .lower: change(\.pitch, by: -DesignTokens.Onboarding.pitchStep, spoken("This is my pitch."))
        case .next, .back, .skip, .skipAll, .listen: return false
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

    /// Shows these installed voices, after the one that can be fetched. With many voices, only those of one language.
    private func show(_ installed: [Voice]) {
        self.installed = installed
        let all = VoiceFilter(download.complete(installed))
        state.chosen = Voice.heard(model.current.voice, of: installed)
        voices = all.voices(of: all.first(for: state.chosen))
        note.isVisible = voices.isEmpty
        note.text = voices.isEmpty ? localized("No voice is installed, so replies appear as text.") : ""
        grid.root.isVisible = !voices.isEmpty
        grid.offer(voices)
        if let chosen { hear(chosen) }
    }

    private var chosen: Voice? { voices.first { $0.id == state.chosen } }

    /// Chooses the next or the previous voice among those that are installed.
    private func turn(_ step: Int) {
        let there = voices.filter { $0.id != download.offer?.voice.id }
        guard !there.isEmpty else { return }
        let place = there.firstIndex { $0.id == state.chosen } ?? 0
        choose(there[(place + step + there.count) % there.count])
        grid.showChosen()
    }

    private func choose(_ voice: Voice) {
        if download.offer?.voice.id == voice.id { return download.begin() }
        if model.current.voice != voice.id { model.change { $0.voice = voice.id } }
        state.chosen = voice.id
        hear(voice)
        // After the voice has introduced itself.
        root.announce(localized("%1 is chosen", voice.name), .change)
    }

    private func toggle(_ voice: Voice) {
        if state.playing?.id == voice.id { preview.stop() } else { hear(voice) }
    }

    private func hear(_ voice: Voice) {
        guard isShown else { return }
        var prosody = model.current.prosody
        prosody.voice = voice.id
        preview.play(VoiceSample.text(voice), prosody, device: model.current.outputDevice)
        state.playing = (voice.id, { [weak preview] in preview?.heardShare })
        grid.update()
    }

    private func previewChanged(_ isPlaying: Bool) {
        guard !isPlaying else { return }
        let failure = preview.failure
        // On the page instead of in a banner, which would still be there when the next page says the same.
        note.isVisible = failure != nil
        note.text = (failure as? any ExplainedFailure).map(BannerText.words) ?? failure.map { "\($0)" } ?? ""
        if let id = state.playing?.id, failure == nil { pictures.keep(id, preview.peaks) }
        state.playing = nil
        grid.update()
    }
}
