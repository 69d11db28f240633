// SPDX-License-Identifier: GPL-3.0-or-later
// The parts that forms share: a field with its name above it, an error line, and buttons.

import GtkKit
import JarvisDesktopKit

/// A field with its name above.
@MainActor
final class FormField {
    let root: Box

    init(_ title: String, _ field: Widget) {
        let label = Label(title, classes: ["form-label", "footnote"])
        label.setTextAlignment(0)
        label.wraps()
        // The field carries the accessible name.
        label.setRole(.none)
        root = Box(.column, spacing: DesignTokens.Panes.chipGap, [label, field])
    }
}

/// A form for a server, on the page.
@MainActor
protocol ConnectionForm: AnyObject, Sendable {
    var root: Widget { get }
    var card: FormCard { get }
    var onDiscard: (@MainActor () -> Void)? { get set }
    func grabFocus()
    /// Shows an error or a progress message.
    func say(_ words: String, isFault: Bool)
}

/// The card that holds a form's fields and buttons.
@MainActor
final class FormCard {
    let root: Box
    var onSave: (@MainActor () -> Void)?
    var onDiscard: (@MainActor () -> Void)?
    /// True while the input is being saved, so it isn't saved twice.
    var isBusy = false {
        didSet {
            guard isBusy != oldValue else { return }
            if isBusy { hadFocus = saving.containsFocus }
            saving.isSensitive = !isBusy
            if !isBusy, hadFocus { saving.grabFocus() }
        }
    }

    private let saving: Button
    private var hadFocus = false
    /// The error, or the answer of the server.
    private let remark = Label(classes: ["setting-detail"])

    /// - Parameters:
    ///   - title: what the form is for.
    ///   - further: buttons in addition to save and discard.
    init(_ title: String, _ fields: [Widget], save label: String, further: [Button] = []) {
        let heading = Label(title, classes: ["setting-title"])
        for label in [heading, remark] {
            label.setTextAlignment(0)
            label.wraps()
        }
        remark.setRole(.status)
        remark.isVisible = false
        saving = Button(label: label)
        saving.addClass("accent")
        let discard = Button(label: localized("Discard"))
        for button in [saving, discard] + further { button.addClass("row-action") }
        let buttons = WrapBox(spacing: DesignTokens.Panes.rowSpacing, [saving] + further + [discard])
        root = Box(
            .column, spacing: DesignTokens.Panes.headingSpacing, [heading] + fields + [remark, buttons])
        for name in ["glass-card", "connection-form"] { root.addClass(name) }
        root.setRole(.group)
        root.setAccessibleLabel(title)
        saving.onClick { [weak self] in self?.onSave?() }
        discard.onClick { [weak self] in self?.onDiscard?() }
    }

    /// Shows an error or a progress message; an empty text hides it.
    func say(_ words: String, isFault: Bool = true) {
        remark.isVisible = !words.isEmpty
        remark.tell(words, .change)
        remark.setClass("failing", isFault)
    }
}
