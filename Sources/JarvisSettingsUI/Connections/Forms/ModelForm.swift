// SPDX-License-Identifier: GPL-3.0-or-later
// The form for a language model server: name, interface, address, key, and the model, which can be chosen from the
// server's list.

import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class ModelForm: ConnectionForm {
    var root: Widget { card.root }
    var onSave: (@MainActor (ConnectionDraft<ModelConnection>) -> Void)?
    var onDiscard: (@MainActor () -> Void)?
    /// Called when the user wants the list of the server's models.
    var onList: (@MainActor (ConnectionDraft<ModelConnection>) -> Void)?

    private let former: ModelConnection?
    private let name = Entry(placeholder: "local", accessibleLabel: localized("Name"))
    private let kind = DropDown(
        [localized("OpenAI (llama.cpp, LM Studio and most services)"), localized("Ollama")],
        accessibleLabel: localized("Interface"))
    private let address = Entry(placeholder: "http://localhost:11434", accessibleLabel: localized("Address"))
    private let key = Entry(placeholder: localized("Stored in your keyring"), accessibleLabel: localized("Key"))
    private let model = Entry(placeholder: localized("Server default"), accessibleLabel: localized("Model"))
    private let choices = Box(.column)
    private let list = Button(label: localized("List models"))
    let card: FormCard

    /// - Parameter former: the server to change; nil for a new one.
    init(_ former: ModelConnection?) {
        self.former = former
        kind.namesButton(localized("Interface"))
        kind.ellipsizesSelection()
        key.hidesText()
        let fields = [
            FormField(localized("Name"), name), FormField(localized("Interface"), kind),
            FormField(localized("Address"), address),
            FormField(
                former == nil ? localized("API key, if needed") : localized("API key (leave empty to keep it)"), key),
            FormField(localized("Model"), model),
        ].map(\.root)
        card = FormCard(
            former.map { localized("Edit %1", $0.name) } ?? localized("Add a language model"),
            fields + [choices], save: localized("Save"), further: [list])
        card.onSave = { [weak self] in self?.save() }
        card.onDiscard = { [weak self] in self?.onDiscard?() }
        choices.isVisible = false
        if let former {
            name.text = former.name
            kind.selected = ModelConnection.Kind.allCases.firstIndex(of: former.kind)
            address.text = former.address
            model.text = former.model
        }
        for entry in [name, address, key, model] { entry.onActivate { [weak self] in self?.save() } }
        list.onClick { [weak self] in
            guard let self else { return }
            onList?(draft)
        }
    }

    func grabFocus() {
        name.grabFocus()
        name.selectAll()
    }

    func say(_ words: String, isFault: Bool) { card.say(words, isFault: isFault) }

    /// Disables the button while a query runs, so only one runs at a time.
    func setAsking(_ isAsking: Bool) { list.isSensitive = !isAsking }

    /// Shows the server's models to choose from.
    func offer(_ models: [String]) {
        choices.removeAll()
        choices.isVisible = !models.isEmpty
        guard !models.isEmpty else {
            return say(localized("Connected, but it lists no models. Leave the field empty."), isFault: false)
        }
        say(localized("%1 model:", "%1 models:", count: models.count), isFault: false)
        let buttons = models.prefix(Self.mostChoices).map { name in
            // A server's name for a model may be long, or contain characters that make it look like something else.
            let shown = FoldedText.visible(name)
            let label = Label(shown)
            label.wraps()
            label.setRole(.none)
            let button = Button(label, accessibleLabel: localized("Use %1", shown))
            button.addClass("row-action")
            button.onClick { [weak self] in
                self?.model.text = name
                self?.model.grabFocus()
            }
            return button
        }
        choices.append(WrapBox(spacing: DesignTokens.Panes.chipSpacing, Array(buttons)))
    }

    private static let mostChoices = 40

    private var draft: ConnectionDraft<ModelConnection> {
        var connection = former ?? ModelConnection(name: "", kind: .openAI, address: "")
        connection.name = name.text.trimmed
        connection.kind = ModelConnection.Kind.allCases[kind.selected ?? 0]
        connection.address = address.text.trimmed
        connection.model = model.text.trimmed
        let typed = key.text.filter { !$0.isWhitespace }
        return ConnectionDraft(connection, replacing: former?.name, key: typed.isEmpty ? nil : typed)
    }

    private func save() { onSave?(draft) }
}
