// SPDX-License-Identifier: GPL-3.0-or-later
// What the rows of the settings have in common: a title, a line about what it means, and a control.

import GtkKit
import JarvisCore

/// A row that shows part of the settings.
@MainActor
protocol SettingRow: AnyObject {
    var root: Widget { get }
    /// What the search knows it by: the key of a setting, or the name of an action.
    var name: String { get }
    /// What gets the keyboard.
    var control: Widget { get }
    /// Takes the keyboard; false where nothing of it can have it.
    func takeKeyboard() -> Bool
    /// Shows the settings as they are now, without changing them.
    func show(_ settings: Settings)
    /// The pane closes: what was begun is finished now.
    func finish()
}

extension SettingRow {
    func takeKeyboard() -> Bool { control.grabFocus() }
    func finish() {}
}

/// On or off.
@MainActor
final class SwitchRow: SettingRow {
    let root: Widget
    let name: String
    var control: Widget { toggle }

    private let toggle: Switch
    private let text: RowText
    private var isShowing = false
    private let read: @Sendable (Settings) -> Bool

    /// - Parameter leaving: has to succeed before it is turned off.
    init(
        _ model: SettingsModel, _ path: any WritableKeyPath<Settings, Bool> & Sendable,
        leaving: (@MainActor () async throws -> Void)? = nil
    ) {
        let setting = SettingDescriptor.of(path)
        name = setting.key
        toggle = Switch(accessibleLabel: setting.text.shownTitle)
        toggle.setAccessibleDescription(setting.text.shownHelp)
        text = RowText(setting, model, toggle)
        read = { $0[keyPath: path] }
        let row = Box(.row, spacing: 16, [text.root, toggle])
        row.addClass("setting-row")
        root = row
        toggle.onChange { [weak self, weak model] isOn in
            guard let self, let model, !isShowing else { return }
            guard !isOn, let leaving else { return model.change { $0[keyPath: path] = isOn } }
            Task {
                do {
                    try await leaving()
                    model.change { $0[keyPath: path] = false }
                } catch {
                    model.report(error)
                    self.show(model.current)
                }
            }
        }
        // The whole row is the target, not only the switch.
        let click = ClickGesture()
        click.onPress { [weak toggle] _, _, _ in toggle?.isOn.toggle() }
        text.words.add(click)
    }

    func show(_ settings: Settings) {
        text.show(settings, on: root)
        isShowing = true
        toggle.isOn = read(settings)
        isShowing = false
    }
}
