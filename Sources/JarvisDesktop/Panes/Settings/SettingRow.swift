// SPDX-License-Identifier: GPL-3.0-or-later
// What the rows of the settings have in common: a title, a line about what it means, and a control.

import GtkControls
import GtkKit
import JarvisCore

/// A row that shows part of the settings.
@MainActor
protocol SettingRow: AnyObject {
    var root: Widget { get }
    /// Shows the settings as they are now, without changing them.
    func show(_ settings: Settings)
    /// The pane closes: what was begun is finished now.
    func finish()
}

extension SettingRow {
    func finish() {}
}

/// The words of a row.
struct SettingText {
    var title: String
    var detail: String

    init(_ title: String, _ detail: String) {
        self.title = localized(title)
        self.detail = localized(detail)
    }

    /// Title over detail.
    @MainActor
    func labels() -> Box { labels(detailLabel()) }

    /// The detail by itself, for rows that say something else there now and then.
    @MainActor
    func detailLabel() -> Label { Label(detail, classes: ["setting-detail"]) }

    /// Title over a detail.
    @MainActor
    func labels(_ detail: Label) -> Box {
        let title = Label(self.title, classes: ["setting-title"])
        for label in [title, detail] {
            label.setTextAlignment(0)
            label.wraps()
            label.wantsOneLine()
        }
        let box = Box(.column, spacing: 2, [title, detail])
        box.expand(horizontal: true)
        box.align(vertical: .center)
        return box
    }
}

/// On or off.
@MainActor
final class SwitchRow: SettingRow {
    let root: Widget
    private let control: Switch
    private var isShowing = false
    private let read: @Sendable (Settings) -> Bool

    init(
        _ text: SettingText, _ model: SettingsModel, _ path: any WritableKeyPath<Settings, Bool> & Sendable
    ) {
        control = Switch(accessibleLabel: text.title)
        control.setAccessibleDescription(text.detail)
        read = { $0[keyPath: path] }
        let row = Box(.row, spacing: 16, [text.labels(), control])
        row.addClass("setting-row")
        root = row
        control.onChange { [weak self, weak model] isOn in
            guard self?.isShowing == false else { return }
            model?.change { $0[keyPath: path] = isOn }
        }
        // The whole row is the target, not only the switch.
        let click = ClickGesture()
        click.onPress { [weak control] _, _, _ in control?.isOn.toggle() }
        row.firstChild?.add(click)
    }

    func show(_ settings: Settings) {
        isShowing = true
        control.isOn = read(settings)
        isShowing = false
    }
}
