// SPDX-License-Identifier: GPL-3.0-or-later
// What a page of the setup is, and how its parts stand.

import GtkKit
import JarvisCore

/// A page of the setup. It is made when the setup opens, and acts only while it is shown.
@MainActor
protocol SetupPage: AnyObject {
    /// The heading, in the words of the user.
    var title: String { get }
    var root: Widget { get }
    /// The page is seen from now on.
    func begin()
    /// The page is left, or the setup closes.
    func end()
    func show(_ settings: Settings)
    /// What was said to it.
    /// - Returns: false for what means nothing here.
    func take(_ command: OnboardingCommand) -> Bool
}

extension SetupPage {
    func begin() {}
    func end() {}
    func show(_ settings: Settings) {}
    func take(_ command: OnboardingCommand) -> Bool { false }
}

/// What a page gets from the setup.
@MainActor
struct SetupContext {
    let services: DesktopServices
    let model: SettingsModel
    let preview: VoicePreview
    let ear: SetupEar
}

@MainActor
enum SetupLayout {
    /// A text that wraps, read from the start.
    static func text(_ text: String = "", _ classes: String...) -> Label {
        let label = Label(text, classes: classes)
        label.setTextAlignment(0)
        label.wraps()
        return label
    }

    /// A column that scrolls where there is less room than it needs.
    static func page(_ title: String, isCentered: Bool = false, _ children: [Widget]) -> Widget {
        let heading = text(title, "setup-title")
        if isCentered { heading.setTextAlignment(0.5) }
        let column = Box(.column, spacing: DesignTokens.Onboarding.pageSpacing, [heading] + children)
        column.setRole(.group)
        column.setAccessibleLabel(title)
        let bin = ClampBin(column, maximum: DesignTokens.Onboarding.column, fills: true)
        bin.addClass("pane-column")
        let scroller = ScrolledWindow(bin)
        scroller.expand(horizontal: true, vertical: true)
        return scroller
    }

    /// Rows on a card of glass.
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
