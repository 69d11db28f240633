// SPDX-License-Identifier: GPL-3.0-or-later
// A row with a choice among named values.

import GtkKit
import JarvisCore
import JarvisDesktopKit

/// A choice among values, some of which are known only later (voices, devices).
@MainActor
final class ChoiceRow<Value: Hashable & Sendable>: SettingRow {
    /// A value and its name.
    struct Option {
        var value: Value
        var name: String
    }

    let root: Widget
    let name: String
    var control: Widget { dropDown }

    private let dropDown: DropDown
    private let text: RowText
    private let read: @Sendable (Settings) -> Value
    private let describeMissing: @MainActor (Value) -> String
    private var known: [Option] = []
    private var options: [Option] = []
    private var isShowing = false

    /// - Parameters:
    ///   - describeMissing: returns a name for the current value if the options don't include it.
    ///   - help: another line below the title; an empty one shows none.
    ///   - accessory: a widget to place after the choice.
    ///   - chosen: called after the user has chosen.
    init(
        _ model: SettingsModel, _ path: any WritableKeyPath<Settings, Value> & Sendable,
        help: String? = nil, isSearchable: Bool = false, accessory: Widget? = nil,
        describeMissing: @escaping @MainActor (Value) -> String = { "\($0)" },
        chosen: @escaping @MainActor () -> Void = {}
    ) {
        let setting = SettingDescriptor.of(path)
        name = setting.key
        dropDown = DropDown([], accessibleLabel: setting.text.shownTitle)
        text = RowText(setting, model, dropDown)
        if let help {
            text.detail.text = help
            text.detail.isVisible = !help.isEmpty
        }
        dropDown.setAccessibleDescription(setting.text.shownHelp)
        dropDown.ellipsizesSelection()
        if isSearchable { dropDown.enableSearch() }
        dropDown.setSizeRequest(width: DesignTokens.Settings.controlWidth)
        read = { $0[keyPath: path] }
        self.describeMissing = describeMissing
        dropDown.expand(horizontal: true)
        let place = Box(.row, spacing: DesignTokens.Panes.rowSpacing, [dropDown])
        if let accessory { place.append(accessory) }
        place.align(vertical: .center)
        root = text.row(beside: place)
        dropDown.onChange { [weak self, weak model] index in
            guard let self, let model, !self.isShowing, let index, self.options.indices.contains(index) else { return }
            let value = self.options[index].value
            guard model.current[keyPath: path] != value else { return }
            model.change { $0[keyPath: path] = value }
            self.nameChoice(self.options[index].name)
            chosen()
        }
    }

    /// Replaces the options and selects the current setting.
    func offer(_ options: [Option], _ settings: Settings) {
        known = options
        show(settings)
    }

    func show(_ settings: Settings) {
        let value = read(settings)
        var wanted = known
        if !wanted.contains(where: { $0.value == value }) {
            wanted.insert(Option(value: value, name: describeMissing(value)), at: 0)
        }
        text.show(settings, on: root)
        isShowing = true
        if wanted.map(\.name) != options.map(\.name) { dropDown.setNames(wanted.map(\.name)) }
        options = wanted
        dropDown.selected = wanted.firstIndex { $0.value == value }
        isShowing = false
        nameChoice(wanted.first { $0.value == value }?.name ?? "")
    }

    /// Includes the current choice in the accessible name: "Voice: English".
    private func nameChoice(_ name: String) {
        dropDown.namesButton("\(text.title): \(name)")
    }
}

extension ChoiceRow where Value: TitledChoice {
    /// A row with all cases of a type.
    static func choices(
        _ model: SettingsModel, _ path: any WritableKeyPath<Settings, Value> & Sendable, help: String? = nil
    ) -> ChoiceRow {
        let row = ChoiceRow(model, path, help: help)
        row.offer(Value.allCases.map { Option(value: $0, name: $0.title) }, model.current)
        return row
    }
}
