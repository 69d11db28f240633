// SPDX-License-Identifier: GPL-3.0-or-later
// The page of optional services: some on this computer, found when the user asks for a search, and some on the
// internet. JARVIS searches for nothing before that, and uses nothing that the user hasn't switched on.

import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class AccessPage: SetupPage {
    let title = localized("Optional services")
    let root: Widget
    let introduction: String

    private let model: SettingsModel
    private let finder: (any ServiceFinder)?
    private let rows: [any SettingRow]
    private let look = ActionRow(localized("AI models and tools"))
    private let found = Box(.column)
    private let loader = PatientLoader()
    private var services: [FoundServiceRow] = []
    private var work: Task<Void, Never>?

    init(_ context: SetupContext) {
        model = context.model
        finder = context.services.onboarding.finder
        rows = [
            ChoiceRow.choices(model, \.online.weather, help: localized("Sent to Open-Meteo")),
            ChoiceRow.choices(model, \.online.encyclopedia, help: localized("Sent to Wikipedia")),
            ChoiceRow.choices(model, \.online.translation, help: localized("Sent to your server")),
            ChoiceRow.choices(model, \.online.news, help: localized("Loads your feeds")),
        ]
        let text = SetupLayout.readable(localized("Nothing is sent until you allow it."), "setup-text")
        introduction = text.text
        // What the search finds grows downwards, and pushes nothing.
        var children: [Widget] = [text, SetupLayout.card(rows.map(\.root))]
        if finder != nil { children += [SetupLayout.card([look.root, found]), loader.root] }
        root = SetupLayout.page(title, children)
        look.status = localized("On this computer and network")
        look.nameButton(localized("Search"))
        look.onClick { [weak self] in self?.lookAround() }
    }

    func show(_ settings: Settings) {
        for row in rows { row.show(settings) }
    }

    func end() {
        work?.cancel()
        loader.end()
        for row in rows { row.finish() }
    }

    private func lookAround() {
        guard let finder else { return }
        found.removeAll()
        services = []
        look.isUsable = false
        look.status = localized("Searching…")
        loader.begin()
        work = Task { [weak self] in
            for await service in finder.services() { self?.add(service, finder) }
            self?.finishLooking()
        }
    }

    private func add(_ service: FoundService, _ finder: any ServiceFinder) {
        let row = FoundServiceRow(service, finder, model)
        services.append(row)
        found.append(row.root)
    }

    private func finishLooking() {
        loader.end()
        look.isUsable = true
        look.status =
            services.isEmpty
            ? localized("Nothing found")
            : localized(
                "Found %1. Turn it on to use it.",
                "Found %1. Turn on the ones you want.", count: services.count)
    }
}

/// A service that the search found, with the switch that turns it on.
@MainActor
final class FoundServiceRow {
    let root: Widget

    private let service: FoundService
    private let control: Switch
    private let detail: Label
    private let finder: any ServiceFinder
    private let model: SettingsModel

    init(_ service: FoundService, _ finder: any ServiceFinder, _ model: SettingsModel) {
        self.service = service
        self.finder = finder
        self.model = model
        control = Switch(accessibleLabel: service.name)
        control.announcesChanges(of: service.name)
        let remote = service.remoteHost.map { localized("What you say would be sent to %1", $0) }
        control.setAccessibleDescription([service.detail, remote ?? ""].filter { !$0.isEmpty }.joined(separator: ". "))
        control.isOn = service.isAdded
        control.isSensitive = !service.isAdded
        let name = SetupLayout.text(service.name, "setting-title")
        detail = SetupLayout.text(service.isAdded ? localized("Already added") : service.detail, "setting-detail")
        let warning = remote.map { SetupLayout.text($0, "setting-detail") }
        let labels = Box(.column, spacing: 2, [name, detail] + (warning.map { [$0] } ?? []))
        labels.expand(horizontal: true)
        let row = Box(.row, spacing: 16, [labels, control])
        row.addClass("setting-row")
        root = row
        control.onChange { [weak self] isOn in if isOn { self?.use() } }
    }

    private func use() {
        control.isSensitive = false
        detail.text = localized("Connecting…")
        Task { [weak self, finder, service] in
            do {
                let isUsed = try await finder.use(service.id)
                self?.detail.text =
                    isUsed ? localized("In use") : localized("Added. Choose it in Settings.")
            } catch {
                self?.detail.text = service.detail
                self?.control.isOn = false
                self?.control.isSensitive = true
                self?.model.report(error)
            }
        }
    }
}
