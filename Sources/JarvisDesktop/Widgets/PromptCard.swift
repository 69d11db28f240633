// SPDX-License-Identifier: GPL-3.0-or-later
// The prompt of the day in a widget, with buttons to answer with a voice note or get another prompt.

import GtkKit
import JarvisDesktopKit
import JarvisStore

@MainActor
final class PromptCard {
    let root: Widget
    /// Called when the user wants to record a note.
    var onRecord: (@MainActor () -> Void)?
    /// Called when the user wants another prompt.
    var onAnother: (@MainActor () -> Void)?

    private let text = Label(classes: ["body"])
    private let another: Button

    init() {
        let heading = Label(localized("Daily prompt"), classes: ["widget-heading"])
        for label in [heading, text] {
            label.wraps()
            label.setTextAlignment(0)
        }
        text.expand(vertical: true)
        let record = Button(label: localized("Record"))
        record.addClass("accent")
        record.setAccessibleLabel(localized("Record a voice note about the prompt"))
        another = Button(label: localized("New prompt"))
        let buttons = WrapBox(spacing: DesignTokens.Widgets.gap, [record, another])
        let card = Box(.column, spacing: DesignTokens.Widgets.lineGap, [heading, text, buttons])
        card.addClass("glass-card")
        card.addClass("widget-card")
        card.setRole(.group)
        card.setAccessibleLabel(localized("Daily prompt"))
        root = card
        record.onClick { [weak self] in self?.onRecord?() }
        another.onClick { [weak self] in self?.onAnother?() }
    }

    /// - Parameter prompt: the prompt of the day; nil if there is none.
    func show(_ prompt: DailyPrompt?) {
        text.text = prompt?.text ?? localized("No prompt today.")
        another.isSensitive = prompt != nil
    }
}
