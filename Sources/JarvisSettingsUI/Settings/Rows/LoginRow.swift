// SPDX-License-Identifier: GPL-3.0-or-later
// A switch for starting JARVIS with the desktop. It isn't one of the settings, because the desktop stores it.

import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class LoginRow: SettingRow {
    let root: Widget
    let name = SettingsAction.login.rawValue
    var control: Widget { toggle }

    private let toggle: Switch
    private let login: any LoginLaunching
    private let model: SettingsModel
    private var isShowing = false
    private var work: Task<Void, Never>?

    /// - Parameter showsHelp: false to show only the title; a screen reader says the help all the same.
    init(_ login: any LoginLaunching, _ model: SettingsModel, showsHelp: Bool = true) {
        self.login = login
        self.model = model
        let (title, help) = (SettingsAction.login.text.shownTitle, SettingsAction.login.text.shownHelp)
        toggle = Switch(accessibleLabel: title)
        toggle.announcesChanges(of: title)
        toggle.setAccessibleDescription(help)
        let labels = [Label(title, classes: ["setting-title"]), Label(help, classes: ["setting-detail"])]
        for label in labels {
            label.setTextAlignment(0)
            label.wraps()
        }
        labels[1].isVisible = showsHelp
        let words = Box(.column, spacing: 2, labels)
        words.expand(horizontal: true)
        words.align(vertical: .center)
        let row = Box(.row, spacing: DesignTokens.Panes.headingSpacing, [words, toggle])
        row.addClass("setting-row")
        root = row
        toggle.onChange { [weak self] in self?.change($0) }
        read()
    }

    func show(_ settings: Settings) {}

    private func read() {
        work = Task { [weak self, login] in
            let isOn = await login.isOn()
            guard let self, !Task.isCancelled else { return }
            isShowing = true
            toggle.isOn = isOn
            isShowing = false
        }
    }

    private func change(_ isOn: Bool) {
        guard !isShowing else { return }
        work = Task { [weak self, login, work] in
            await work?.value
            do {
                try await login.set(isOn)
            } catch {
                self?.model.report(error)
                self?.read()
            }
        }
    }
}
