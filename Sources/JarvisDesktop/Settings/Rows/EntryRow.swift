// SPDX-License-Identifier: GPL-3.0-or-later
// A line of text. The setting follows once typing rests, or with Enter; what cannot be used is marked and not kept.

import GioKit
import GtkKit
import JarvisCore

@MainActor
final class EntryRow: SettingRow {
    /// The style and rules of an entry.
    struct Style {
        /// Shown while nothing is typed.
        var placeholder: String
        /// The caption for a text, valid or not; nil: the row's usual caption.
        var remark: @MainActor @Sendable (String) -> String? = { _ in nil }
        /// Whether the text has any effect; otherwise it cannot be changed.
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
        entry.setSizeRequest(width: DesignTokens.Panes.controlWidth)
        entry.align(vertical: .center)
        root = text.row(beside: entry)
        entry.onChange { [weak self] in self?.typed() }
        entry.onActivate { [weak self] in self?.commit() }
        let focus = FocusController()
        // Leaving the field ends typing, and what is done next may depend on the value.
        focus.onLeave { [weak self] in if self?.resting != nil { self?.commit() } }
        entry.add(focus)
    }

    func show(_ settings: Settings) {
        text.show(settings, on: root)
        text.use(style.isUsed(settings), [entry], in: root)
        // Somebody may be in the middle of typing.
        guard resting == nil, !(entry.containsFocus && !accepts(entry.text)) else { return }
        present(settings[keyPath: path])
    }

    /// Typed text that is not valid gives way to the current setting.
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

    /// Shows the caption of the text, and announces it to screen readers.
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
        resting = LoopTimer.once(milliseconds: DesignTokens.Panes.typingRestMilliseconds) { [weak self] in
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
