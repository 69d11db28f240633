// SPDX-License-Identifier: GPL-3.0-or-later
// The interface of a setup page, and helpers for its layout.

import GtkKit
import JarvisCore
import JarvisDesktopKit

/// A page of the setup. It exists as long as the setup, but acts only while shown.
@MainActor
protocol SetupPage: AnyObject {
    /// The heading, in the user's language.
    var title: String { get }
    var root: Widget { get }
    /// The text of the page, which a screen reader says after the title.
    var introduction: String { get }
    /// Called when the page appears.
    func begin()
    /// Called when the user leaves the page or the setup closes.
    func end()
    func show(_ settings: Settings)
    /// Performs a voice command.
    /// - Returns: false if the command has no meaning on this page.
    func take(_ command: OnboardingCommand) -> Bool
}

extension SetupPage {
    func begin() {}
    func end() {}
    func show(_ settings: Settings) {}
    func take(_ command: OnboardingCommand) -> Bool { false }
}

/// The objects that the setup gives to its pages.
@MainActor
struct SetupContext {
    let services: SettingsServices
    let model: SettingsModel
    let preview: VoicePreview
    let ear: SetupEar
}

@MainActor
enum SetupLayout {
    /// A label that wraps, aligned to the start of the line in either writing direction.
    static func text(_ text: String = "", _ classes: String...) -> Label {
        let label = Label(text, classes: classes)
        label.setTextAlignment(0)
        label.wraps()
        return label
    }

    /// A text that can also be read with the keyboard while a screen reader runs.
    static func readable(_ text: String, _ classes: String...) -> Label {
        let label = Label(text, classes: classes)
        label.setTextAlignment(0)
        label.wraps()
        label.isReadable { text }
        return label
    }

    /// A column that scrolls if there is too little room for it.
    static func page(_ title: String, isCentered: Bool = false, _ children: [Widget]) -> Widget {
        let heading = text(title, "setup-title")
        if isCentered { heading.setTextAlignment(0.5) }
        let column = Box(.column, spacing: DesignTokens.Onboarding.pageSpacing, [heading] + children)
        let bin = ClampBin(column, maximum: DesignTokens.Onboarding.column, fills: true)
        bin.addClass("pane-column")
        let scroller = ScrolledWindow(bin, label: title)
        scroller.expand(horizontal: true, vertical: true)
        return scroller
    }

    /// A glass card with these rows.
    static func card(_ rows: [Widget]) -> Widget {
        let card = Box(.column, rows)
        card.addClass("glass-card")
        return card
    }

    static func button(_ label: String, _ classes: String...) -> Button {
        let button = Button(label: label)
        for name in ["setup-button"] + classes { button.addClass(name) }
        return button
    }
}
