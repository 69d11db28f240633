// SPDX-License-Identifier: GPL-3.0-or-later
// A row with a line of text. The setting changes when the user pauses or presses Enter; invalid input is marked and not
// saved.

import GioKit
import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class EntryRow: SettingRow {
    /// The style and rules of an entry.
    struct Style {
        /// The text shown in an empty field.
        var placeholder: String
        /// False to show only the title; a screen reader says the help all the same.
        var showsHelp = true
        /// Returns the caption for a text, valid or not; nil for the row's usual caption.
        var remark: @MainActor @Sendable (String) -> String? = { _ in nil }
        /// Returns true if the text has an effect; otherwise it can't be changed.
        var isUsed: @Sendable (Settings) -> Bool = { _ in true }
    }

    let root: Widget
    let name: String
    var control: Widget { entry }

    private let entry: Entry
    private let text: RowText
    private let domain: SettingDescriptor.Domain
    private let style: Style
    private let model: SettingsModel
    private let path: any WritableKeyPath<Settings, String> & Sendable
    private var resting: LoopTimer?
    private var isShowing = false

    init(
        _ model: SettingsModel, _ path: any WritableKeyPath<Settings, String> & Sendable,
        _ style: Style
    ) {
        self.model = model
        self.path = path
        self.style = style
        let setting = SettingDescriptor.of(path)
        name = setting.key
        domain = setting.domain
        entry = Entry(placeholder: style.placeholder, accessibleLabel: setting.text.shownTitle)
        entry.setAccessibleDescription(setting.text.shownHelp)
        text = RowText(setting, model, entry)
        text.detail.isVisible = style.showsHelp
        entry.setSizeRequest(width: DesignTokens.Settings.controlWidth)
        entry.align(vertical: .center)
        root = text.row(beside: entry)
        entry.onChange { [weak self] in self?.typed() }
        entry.onActivate { [weak self] in self?.commit() }
        let focus = FocusController()
        // Save when the focus leaves the field, because the user's next action may depend on the value.
        focus.onLeave { [weak self] in if self?.resting != nil { self?.commit() } }
        entry.add(focus)
    }

    func show(_ settings: Settings) {
        text.show(settings, on: root)
        text.use(style.isUsed(settings), [entry], in: root)
        // Don't replace text that the user is typing.
        guard resting == nil, !(entry.containsFocus && !accepts(entry.text)) else { return }
        present(settings[keyPath: path])
    }

    /// Replaces invalid input with the current setting.
    func finish() {
        if resting != nil { commit() }
        present(model.current[keyPath: path])
    }

    private func accepts(_ text: String) -> Bool { domain.accepts(.text(text)) }

    private func present(_ text: String) {
        isShowing = true
        if entry.text != text { entry.text = text }
        entry.setClass("error", false)
        remark()
        isShowing = false
    }

    /// Shows the caption for the current text, also to screen readers.
    private func remark() {
        let words = style.remark(entry.text) ?? text.help
        guard text.detail.text != words else { return }
        text.detail.text = words
        entry.setAccessibleDescription(words)
    }

    private func typed() {
        guard !isShowing else { return }
        entry.setClass("error", !accepts(entry.text))
        remark()
        resting = LoopTimer.once(milliseconds: DesignTokens.Settings.typingRestMilliseconds) { [weak self] in
            self?.commit()
        }
    }

    private func commit() {
        resting = nil
        let (text, path) = (entry.text, path)
        guard accepts(text), model.current[keyPath: path] != text else { return }
        model.change { $0[keyPath: path] = text }
    }
}
