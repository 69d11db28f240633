// SPDX-License-Identifier: GPL-3.0-or-later
// What can be set, in sections. Every change holds at once.

import GtkKit
import JarvisCore

@MainActor
final class SettingsPane: Pane {
    let title = localized("Settings")
    let content: Widget

    private let services: DesktopServices
    private let model: SettingsModel
    private let voice: VoiceSection
    private let listening: ListeningSection
    private let status: EngineStatus
    private let sections: [SettingsSection]
    private let loader = PatientLoader()
    private var work: [Task<Void, Never>] = []

    init(_ context: PaneContext) {
        services = context.services
        model = SettingsModel(context.services)
        voice = VoiceSection(model)
        listening = ListeningSection(model)
        status = EngineStatus(context.services.engines)
        sections = [
            voice.section, listening.section, SoundSections.processing(model), SoundSections.conversation(model),
            SoundSections.wakeWord(model, context.services.wakeLesson), EngineSections.recognition(model, status),
            EngineSections.synthesis(model, status), EngineSections.servers(model),
            SoundSections.recordings(model), OnlineSection.section(model),
            HistorySection.section(model, context.services.history), AppearanceSection.section(model),
        ]
        let column = Box(.column, spacing: 32, sections.map(\.root))
        let bin = ClampBin(column, maximum: DesignTokens.Panes.columnWidth, fills: true)
        bin.addClass("pane-column")
        let scroller = ScrolledWindow(bin)
        scroller.expand(horizontal: true, vertical: true)
        let layers = Overlay(scroller)
        loader.root.align(horizontal: .end, vertical: .start)
        loader.root.margins(end: DesignTokens.Panes.margin)
        layers.addLayer(loader.root)
        content = layers
        show(model.current)
    }

    var initialFocus: Widget? { voice.firstControl }

    func paneDidOpen() {
        let changes = model.changes()
        status.begin(model.current)
        work = [
            Task { [weak self] in
                for await settings in changes { self?.show(settings) }
            },
            Task { [weak self] in
                self?.loader.begin()
                await self?.loadVoices()
                await self?.loadDevices()
                self?.loader.end()
            },
        ]
    }

    func paneWillClose() {
        for task in work { task.cancel() }
        status.end()
        for section in sections { section.finish() }
    }

    private func show(_ settings: Settings) {
        for section in sections { section.show(settings) }
        status.settingsChanged(settings)
    }

    private func loadVoices() async {
        do {
            voice.offer(try await services.synthesizer.voices(), model.current)
        } catch { model.report(error) }
    }

    private func loadDevices() async {
        do {
            listening.offer(try await services.devices.devices(), model.current)
        } catch { model.report(error) }
    }
}

/// Numbers in words.
@MainActor
enum SettingFormat {
    /// "1.2×"
    static func factor(_ number: Double) -> String {
        let tenths = Int((number * 100).rounded())
        let fraction = tenths % 100
        let digits = fraction % 10 == 0 ? "\(fraction / 10)" : fraction < 10 ? "0\(fraction)" : "\(fraction)"
        return "\(tenths / 100).\(digits)×"
    }

    /// "+3 st"
    static func semitones(_ number: Double) -> String {
        let whole = Int(number.rounded())
        let sign = whole > 0 ? "+" : whole < 0 ? "−" : ""
        return localized("%1 st", "\(sign)\(abs(whole))")
    }

    /// "50 %"
    static func percent(_ number: Double) -> String { localized("%1 %", String(Int(number.rounded()))) }
}
