// SPDX-License-Identifier: GPL-3.0-or-later
// A command, as a card that the user can press.

import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class CommandCard {
    let root: Button
    let skill: String
    /// Why the command doesn't work at the moment. The card can still be pressed, and the spoken answer says more.
    var limitation: String? {
        didSet { if limitation != oldValue { showLimitation() } }
    }

    private let haystack: String
    private let description: String
    private let note = Label("", classes: ["command-limitation"])

    /// - Parameter run: called with the phrase to run.
    init(_ command: CommandHelp, run: @escaping @MainActor (String) -> Void) {
        let (title, summary) = (localized(command.title), localized(command.summary))
        haystack = ([title, summary] + command.examples).joined(separator: "\n").lowercased()
        let phrases = command.examples.prefix(3).map { "“\($0)”" }.joined(separator: "  ")
        skill = command.skill
        description = "\(summary) \(phrases)"
        root = Button(Self.content(command, note), accessibleLabel: title)
        root.setAccessibleDescription(description)
        root.addClass("command-card")
        guard let example = command.examples.first else {
            root.isSensitive = false
            return
        }
        root.setTooltip(localized("Say “%1”", example))
        root.onClick { run(example) }
    }

    private func showLimitation() {
        note.text = limitation.map { localized($0) } ?? ""
        note.isVisible = limitation != nil
        root.setAccessibleDescription(([note.text, description].filter { !$0.isEmpty }).joined(separator: " "))
    }

    /// Hides the card unless it contains every word.
    /// - Returns: true if the card is visible.
    func filter(_ words: [String]) -> Bool {
        let matches = words.allSatisfy(haystack.contains)
        root.isVisible = matches
        return matches
    }

    /// Runs the command, as a click does.
    func activate() { root.activate() }

    private static func content(_ command: CommandHelp, _ note: Label) -> Widget {
        let name = Styling.hasIcon(command.icon) ? command.icon : "jarvis-commands-symbolic"
        let icon = Image(icon: name, pixels: DesignTokens.Panes.commandIcon)
        icon.addClass("command-icon")
        icon.align(vertical: .start)
        icon.setRole(.none)
        let title = Label(localized(command.title), classes: ["command-title"])
        let summary = Label(localized(command.summary), classes: ["command-summary"])
        // Lines break between phrases, not within them.
        let phrases = command.examples.prefix(3).map { "“\($0.replacing(" ", with: "\u{A0}"))”" }
        let examples = Label(phrases.joined(separator: "\u{2003} "), classes: ["command-examples"])
        note.isVisible = false
        for label in [title, summary, examples, note] {
            label.setTextAlignment(0)
            label.wraps()
        }
        let words = Box(.column, spacing: 4, [title, summary, examples, note])
        words.expand(horizontal: true)
        words.align(vertical: .start)
        return Box(.row, spacing: 16, [icon, words])
    }
}
