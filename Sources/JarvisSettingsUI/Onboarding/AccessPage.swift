// SPDX-License-Identifier: GPL-3.0-or-later
// The page of optional services: some on this computer, found when the user asks for a search, and some on the
// internet. JARVIS searches for nothing before that, and uses nothing that the user hasn't switched on.

import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class AccessPage: SetupPage {
    let title = localized("What may I use?")
    let root: Widget

    private let model: SettingsModel
    private let finder: (any ServiceFinder)?
    private let rows: [any SettingRow]
    private let look = ActionRow(localized("Servers and tools"))
    private let found = Box(.column)
    private let loader = PatientLoader()
    private var services: [FoundServiceRow] = []
    private var work: Task<Void, Never>?

    init(_ context: SetupContext) {
        model = context.model
        finder = context.services.onboarding.finder
        rows = [ChoiceRow.choices(model, \.online.weather), ChoiceRow.choices(model, \.online.encyclopedia)]
        let text = SetupLayout.text(
            localized("I work without any of this. Each is off, or asks you first, until you switch it on."),
            "setup-text")
        let byHand = SetupLayout.text(
            localized(
                "By hand: “jarvis servers add” connects a language model, “jarvis mcp add” a tool "
                    + "server."), "setting-detail")
        var children: [Widget] = [text]
        if finder != nil { children += [SetupLayout.card([look.root, found]), loader.root] }
        children += [byHand, SetupLayout.card(rows.map(\.root))]
        root = SetupLayout.page(title, children)
        look.status = localized("Looks at this computer and its network, once, for what could be connected")
        look.nameButton(localized("Look"))
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
        look.status = localized("Looking…")
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
            ? localized("Nothing was found that could be connected")
            : localized(
                "Found %1 thing. It is used once you switch it on",
                "Found %1 things. Each is used once you switch it on", count: services.count)
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
        let remote = service.remoteHost.map { localized("What you say would go to %1", $0) }
        control.setAccessibleDescription([service.detail, remote ?? ""].filter { !$0.isEmpty }.joined(separator: ". "))
        control.isOn = service.isAdded
        control.isSensitive = !service.isAdded
        let name = SetupLayout.text(service.name, "setting-title")
        detail = SetupLayout.text(service.isAdded ? localized("Added already") : service.detail, "setting-detail")
        let command = SetupLayout.text(service.command, "setting-detail")
        let warning = remote.map { SetupLayout.text($0, "setting-detail") }
        let labels = Box(.column, spacing: 2, [name, detail] + (warning.map { [$0] } ?? []) + [command])
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
                    isUsed ? localized("In use from now on") : localized("Added; choose it in Settings")
            } catch {
                self?.detail.text = service.detail
                self?.control.isOn = false
                self?.control.isSensitive = true
                self?.model.report(error)
            }
        }
    }
}
