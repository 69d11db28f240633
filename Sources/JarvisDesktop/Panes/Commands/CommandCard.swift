// SPDX-License-Identifier: GPL-3.0-or-later
// One thing that can be said, as a card to press.

import GtkKit
import JarvisCore

@MainActor
final class CommandCard {
    let root: Button

    private let haystack: String

    /// - Parameter run: called with the phrase to run.
    init(_ command: CommandHelp, run: @escaping @MainActor (String) -> Void) {
        let (title, summary) = (localized(command.title), localized(command.summary))
        haystack = ([title, summary] + command.examples).joined(separator: "\n").lowercased()
        let phrases = command.examples.prefix(3).map { "“\($0)”" }.joined(separator: "  ")
        root = Button(Self.content(command), accessibleLabel: title)
        root.setAccessibleDescription("\(summary) \(phrases)")
        root.addClass("command-card")
        guard let example = command.examples.first else {
            root.isSensitive = false
            return
        }
        root.setTooltip(localized("Say “%1”", example))
        root.onClick { run(example) }
    }

    /// Hides the card unless it has every word; answers whether it is shown.
    func filter(_ words: [String]) -> Bool {
        let matches = words.allSatisfy(haystack.contains)
        root.isVisible = matches
        return matches
    }

    /// Runs the command as a click does.
    func activate() { root.activate() }

    private static func content(_ command: CommandHelp) -> Widget {
        let name = Styling.hasIcon(command.icon) ? command.icon : "jarvis-commands-symbolic"
        let icon = Image(icon: name, pixels: DesignTokens.Panes.commandIcon)
        icon.addClass("command-icon")
        icon.align(vertical: .start)
        icon.setRole(.none)
        let title = Label(localized(command.title), classes: ["command-title"])
        let summary = Label(localized(command.summary), classes: ["command-summary"])
        // Lines break between phrases, not within one.
        let phrases = command.examples.prefix(3).map { "“\($0.replacing(" ", with: "\u{A0}"))”" }
        let examples = Label(phrases.joined(separator: "\u{2003} "), classes: ["command-examples"])
        for label in [title, summary, examples] {
            label.setTextAlignment(0)
            label.wraps()
        }
        let words = Box(.column, spacing: 4, [title, summary, examples])
        words.expand(horizontal: true)
        words.align(vertical: .start)
        return Box(.row, spacing: 16, [icon, words])
    }
}
