// SPDX-License-Identifier: GPL-3.0-or-later
// The Privacy page: which data is stored, what may be looked up online, and tools to manage the stored data.

import JarvisCore
import JarvisDesktopKit
import JarvisStore

@MainActor
enum PrivacyPage {
    /// - Parameter undo: called after an action to offer its undo.
    static func sections(
        _ model: SettingsModel, _ services: SettingsServices,
        undo: @escaping @MainActor (String, @escaping @MainActor () -> Void) -> Void
    ) -> [SettingsSection] {
        let history = services.history
        let library = services.privacy.recordings.map { RecordingsRow(services, $0, model, undo: undo) }
        let kept = services.privacy.kept.map { kept in
            SettingsSection(
                SettingsAction.keptData.text.shownTitle,
                [KeptDataRow(kept, model, clock: services.clock, homeFolder: services.homeFolder)])
        }
        return [
            SettingsSection(
                localized("Network"),
                [TrafficRow(services.privacy.traffic, clock: services.clock)]),
            SettingsSection(
                localized("History"),
                [
                    ChoiceRow.choices(model, \.history.retention), SwitchRow(model, \.history.isSessionOnly),
                    SwitchRow(model, \.history.isLocked) { [lock = model.lock] in try await lock?.unlock() },
                    SliderRow(
                        model, \.history.unlockMinutes,
                        .init(step: 1, format: { localized("%1 min", String(Int($0))) })),
                    HistoryDocumentRow.export(history, model), HistoryDocumentRow.importing(into: history, model),
                    HistoryClearRow(model, history),
                ]),
            SettingsSection(
                localized("Recordings"),
                [
                    SwitchRow(model, \.speech.recordsUtterances),
                    ChoiceRow.choices(model, \.speech.recordingRetention),
                ] + (library.map { [$0] } ?? [])),
            SettingsSection(localized("Statistics"), statistics(model, services, undo)),
            SettingsSection(localized("Online services"), online(model)),
        ] + (kept.map { [$0] } ?? [])
    }

    private static func statistics(
        _ model: SettingsModel, _ services: SettingsServices,
        _ undo: @escaping @MainActor (String, @escaping @MainActor () -> Void) -> Void
    ) -> [any SettingRow] {
        let toggle = SwitchRow(model, \.history.keepsStatistics)
        guard let file = services.privacy.statistics else { return [toggle] }
        return [
            toggle, StatisticsRow(file, model, clock: services.clock, undo: undo),
            HistoryDocumentRow.export(file, model),
        ]
    }

    private static func online(_ model: SettingsModel) -> [any SettingRow] {
        [
            ChoiceRow.choices(model, \.online.weather),
            EntryRow(model, \.online.place, .init(placeholder: localized("For example Oslo"))),
            pages(model, \.online.weatherAddress, example: "https://weather.example.org"),
            ChoiceRow.choices(model, \.online.encyclopedia),
            pages(model, \.online.encyclopediaAddress, example: "https://de.wikipedia.org"),
            ChoiceRow.choices(model, \.online.translation),
            pages(model, \.online.translationAddress, example: "https://translate.example.org"),
            ChoiceRow.choices(model, \.online.news),
            pages(model, \.online.feeds, example: "https://example.org/feed"),
        ]
    }

    /// A field for addresses that are accepted only if the connection is encrypted or stays on this computer.
    private static func pages(
        _ model: SettingsModel, _ path: any WritableKeyPath<Settings, String> & Sendable, example: String
    ) -> EntryRow {
        let domain = SettingDescriptor.of(path).domain
        return EntryRow(
            model, path,
            .init(
                placeholder: example,
                remark: { text in
                    domain.accepts(.text(text)) ? nil : localized("Addresses start with https://")
                }))
    }
}
