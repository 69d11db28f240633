// SPDX-License-Identifier: GPL-3.0-or-later
// The choice of the voice: a language filter above the voice cards. JARVIS speaks with a voice when it is chosen.

import GtkKit
import JarvisCore
import JarvisDesktopKit
import JarvisSpokenText

@MainActor
final class VoiceChoiceRow: SettingRow {
    let root: Widget
    let name: String
    var control: Widget { filter }

    private let model: SettingsModel
    private let preview: VoicePreview
    private let pictures: VoicePictures
    private let state: VoiceGridState
    private let grid: VoiceGrid
    private let filter: DropDown
    private let text: RowText
    private let heading: Widget
    private var installed: [Voice] = []
    private var choice = VoiceFilter([])
    private var language: String?
    private var languageVoices = ""
    private var isShowing = false
    private let download: VoiceDownload

    /// - Parameter download: offers a voice that isn't installed, as the first card.
    init(_ model: SettingsModel, _ preview: VoicePreview, _ pictures: VoicePictures, _ download: VoiceDownload) {
        self.download = download
        self.model = model
        self.preview = preview
        self.pictures = pictures
        let setting = SettingDescriptor.of(\Settings.voice)
        name = setting.key
        let title = setting.text.shownTitle
        state = VoiceGridState(title, pictures)
        grid = VoiceGrid(state)
        let name = localized("Voice language")
        filter = DropDown([], accessibleLabel: name)
        filter.nameButton(name)
        filter.isVisible = false
        filter.ellipsizesSelection()
        filter.enableSearch()
        filter.setSizeRequest(width: DesignTokens.Settings.controlWidth)
        filter.align(vertical: .center)
        text = RowText(setting, model, filter)
        heading = text.row(beside: filter)
        let place = Box(.column, [grid.root])
        place.addClass("voice-cards")
        place.setRole(.radioGroup)
        place.setAccessibleLabel(title)
        root = Box(.column, [heading, place])
        state.onChoose = { [weak self] in self?.choose($0) }
        state.onSpeak = { [weak self] in self?.speak($0) }
        state.language = { [weak self] in self?.spoken(by: $0) }
        state.onHear = { [weak self] in self?.toggle($0) }
        state.download = download
        download.onChange = { [weak self] in self?.grid.update() }
        download.onInstalled = { [weak self, weak model] voices in
            guard let self, let model else { return }
            offer(VoiceOrder.sorted(voices), model.current)
        }
        preview.onChange = { [weak self] in self?.previewChanged($0) }
        filter.onChange { [weak self] in self?.filterChanged($0) }
        offer([], model.current)
    }

    /// Replaces the voices.
    func offer(_ voices: [Voice], _ settings: Settings) {
        installed = voices
        let chosen = heard(settings)
        var voices = download.complete(voices)
        if !voices.contains(where: { $0.id == chosen }) {
            let name = installed.isEmpty ? chosen : localized("%1 (not installed)", chosen)
            voices.insert(Voice(id: chosen, name: name, languages: []), at: 0)
        }
        state.chosen = chosen
        choice = VoiceFilter(voices)
        languageVoices = settings.languageVoices
        language = choice.first(for: chosen)
        isShowing = true
        filter.setNames(
            [localized("All languages (%1)", String(voices.count))]
                + choice.languages.map { localized("%1 (%2)", $0.name, String($0.count)) })
        filter.selected =
            language.flatMap { code in choice.languages.firstIndex { $0.code == code } }.map { $0 + 1 } ?? 0
        isShowing = false
        filter.isVisible = choice.languages.count > 1
        grid.offer(choice.voices(of: language))
    }

    func show(_ settings: Settings) {
        text.show(settings, on: heading)
        guard heard(settings) != state.chosen || settings.languageVoices != languageVoices else { return }
        state.chosen = heard(settings)
        languageVoices = settings.languageVoices
        grid.update()
    }

    /// The voice that is marked as chosen.
    private func heard(_ settings: Settings) -> String { Voice.heard(settings.voice, of: installed) }

    func takeKeyboard() -> Bool { grid.enter() || filter.grabFocus() }

    func finish() {
        preview.stop()
        pictures.finish()
    }

    private func filterChanged(_ index: Int?) {
        guard !isShowing, let index else { return }
        language = index > 0 && choice.languages.indices.contains(index - 1) ? choice.languages[index - 1].code : nil
        grid.offer(choice.voices(of: language))
    }

    private func choose(_ voice: Voice) {
        if download.offer?.voice.id == voice.id { return download.begin() }
        if model.current.voice != voice.id { model.change { $0.voice = voice.id } }
        state.chosen = voice.id
        hear(voice)
        // After the voice has been heard.
        root.announce(localized("%1 is chosen", voice.name), .change)
    }

    /// The voice's language, if the user may set a voice for it: there are several to choose from, JARVIS can detect
    /// texts in the language, and the chosen voice speaks another one.
    private func spoken(by voice: Voice) -> VoiceLanguage? {
        let code = VoiceFilter.code(voice)
        let known = LanguageVoices(model.current.languageVoices)[code]
        guard LanguageGuess.languages.contains(LanguageVoices.code(of: code)),
            let language = choice.languages.first(where: { $0.code == code }), language.count > 1 || known == voice.id,
            choice.language(of: state.chosen) != code
        else { return nil }
        return VoiceLanguage(name: language.name, isTaken: known == voice.id)
    }

    /// Sets a voice for its language and plays it, or clears that choice.
    private func speak(_ voice: Voice) {
        let (code, id) = (VoiceFilter.code(voice), voice.id)
        let isTaken = LanguageVoices(model.current.languageVoices)[code] == id
        model.change { settings in
            var voices = LanguageVoices(settings.languageVoices)
            voices[code] = isTaken ? nil : id
            settings.languageVoices = voices.text
        }
        grid.update()
        if !isTaken { hear(voice) }
    }

    private func toggle(_ voice: Voice) {
        if state.playing?.id == voice.id { preview.stop() } else { hear(voice) }
    }

    private func hear(_ voice: Voice) {
        var prosody = model.current.prosody
        prosody.voice = voice.id
        preview.play(VoiceSample.text(voice), prosody, device: model.current.outputDevice)
        state.playing = (voice.id, { [weak preview] in preview?.heardShare })
        grid.update()
    }

    private func previewChanged(_ isPlaying: Bool) {
        guard !isPlaying else { return }
        if let failure = preview.failure { model.report(failure) }
        if let id = state.playing?.id, preview.failure == nil { pictures.keep(id, preview.peaks) }
        state.playing = nil
        grid.update()
    }
}
