// SPDX-License-Identifier: GPL-3.0-or-later
// A form to paste a tool server's configuration, in the format that other programs and servers' documentation use.

import GtkKit
import JarvisDesktopKit

@MainActor
final class PasteForm: ConnectionForm {
    var root: Widget { card.root }
    var onSave: (@MainActor (String) -> Void)?
    var onDiscard: (@MainActor () -> Void)?

    private let text = TextComposer(
        placeholder: #"{"mcpServers": {"NAME": {"command": "…"}}}"#, accessibleLabel: localized("Configuration"),
        margin: DesignTokens.Panes.composerMargin, maximumCharacters: DesignTokens.Connections.longestPaste)
    let card: FormCard

    init() {
        card = FormCard(
            localized("Paste a configuration"), [FormField(localized("Configuration"), text.root).root],
            save: localized("Add all"))
        card.onSave = { [weak self] in self?.save() }
        card.onDiscard = { [weak self] in self?.onDiscard?() }
        text.onSend = { [weak self] in self?.save() }
        text.onRefusal = { [weak self] count in
            self?.card.say(localized("That's too long (%1 characters).", String(count)))
        }
    }

    func grabFocus() { text.field.grabFocus() }

    func say(_ words: String, isFault: Bool) { card.say(words, isFault: isFault) }

    private func save() { onSave?(text.text) }
}
