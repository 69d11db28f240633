// SPDX-License-Identifier: GPL-3.0-or-later
// A round button of the call screen with its label below.

import GtkKit
import JarvisDesktopKit

@MainActor
final class CallButton {
    /// The look of a button; each case is a class in the style sheet.
    enum Kind: String, CaseIterable {
        case plain, on, accept, end
    }

    let root: Widget
    var onClick: (@MainActor () -> Void)?
    private let button: Button
    private let icon: Image
    private let word: Label

    init() {
        icon = Image(icon: "jarvis-call-symbolic", pixels: DesignTokens.Calls.icon)
        icon.setRole(.none)
        word = Label(classes: ["footnote", "call-word"])
        // The button carries the accessible name.
        word.setRole(.none)
        // Words are whole: the row has room for three of them.
        word.wrapsBetweenWords()
        word.centersLines()
        word.align(horizontal: .center, vertical: .start)
        button = Button(icon, accessibleLabel: "")
        button.addClass("call-button")
        button.align(horizontal: .center, vertical: .start)
        let column = Box(.column, spacing: DesignTokens.Calls.wordGap, [button, word])
        column.setSizeRequest(width: DesignTokens.Calls.column)
        root = column
        button.onClick { [weak self] in self?.onClick?() }
    }

    /// - Parameter key: named in the tooltip; empty for none.
    func show(_ sign: String, _ text: String, _ kind: Kind, key: String = "") {
        icon.setIcon(sign)
        word.text = text
        button.setAccessibleLabel(text)
        button.setTooltip(text, key: keyNames(key))
        for other in Kind.allCases { button.setClass("call-\(other.rawValue)", other == kind) }
    }

    @discardableResult
    func grabFocus() -> Bool { root.isVisible && button.grabFocus() }
}
