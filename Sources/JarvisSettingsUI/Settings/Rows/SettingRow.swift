// SPDX-License-Identifier: GPL-3.0-or-later
// The interface of all rows in the settings, and the row of a switch.

import GtkKit
import JarvisCore
import JarvisDesktopKit

/// A row that shows part of the settings.
@MainActor
protocol SettingRow: AnyObject {
    var root: Widget { get }
    /// The row's name for the search: the key of a setting, or the name of an action.
    var name: String { get }
    /// The widget to focus.
    var control: Widget { get }
    /// Focuses the row's control; false if nothing in the row can have the focus.
    func takeKeyboard() -> Bool
    /// Shows the current settings without changing them.
    func show(_ settings: Settings)
    /// Saves pending changes. Call when the pane closes.
    func finish()
}

extension SettingRow {
    func takeKeyboard() -> Bool { control.grabFocus() }
    func finish() {}
}

/// A row with a switch.
@MainActor
final class SwitchRow: SettingRow {
    let root: Widget
    let name: String
    var control: Widget { toggle }

    private let toggle: Switch
    private let text: RowText
    private var isShowing = false
    private let read: @Sendable (Settings) -> Bool

    /// - Parameter leaving: runs before the setting is turned off; if it throws, the setting stays on.
    init(
        _ model: SettingsModel, _ path: any WritableKeyPath<Settings, Bool> & Sendable,
        leaving: (@MainActor () async throws -> Void)? = nil
    ) {
        let setting = SettingDescriptor.of(path)
        name = setting.key
        toggle = Switch(accessibleLabel: setting.text.shownTitle)
        toggle.setAccessibleDescription(setting.text.shownHelp)
        toggle.announcesChanges(of: setting.text.shownTitle)
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
        // The whole row is clickable, not only the switch.
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
