// SPDX-License-Identifier: GPL-3.0-or-later
// The form for a tool server: its name, and either a program with environment variables, or an address and a key.

import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class ToolForm: ConnectionForm {
    var root: Widget { card.root }
    var onSave: (@MainActor (ConnectionDraft<ToolConnection>) -> Void)?
    var onDiscard: (@MainActor () -> Void)?

    private let former: ToolConnection?
    private let name = Entry(placeholder: "files", accessibleLabel: localized("Name"))
    private let way = DropDown(
        [localized("Program"), localized("Web address")],
        accessibleLabel: localized("Connection"))
    private let command = Entry(placeholder: "uvx mcp-server-time", accessibleLabel: localized("Command"))
    private let variables = TextComposer(
        placeholder: "TOKEN=…", accessibleLabel: localized("Variables"), margin: DesignTokens.Panes.composerMargin,
        maximumCharacters: DesignTokens.Connections.longestVariables)
    private let address = Entry(placeholder: "http://localhost:8000/mcp", accessibleLabel: localized("Address"))
    private let key = Entry(placeholder: localized("Stored in your keyring"), accessibleLabel: localized("Key"))
    private let ofProgram: [Widget]
    private let ofAddress: [Widget]
    let card: FormCard

    /// - Parameter former: the server to change; nil for a new one.
    init(_ former: ToolConnection?) {
        self.former = former
        way.namesButton(localized("Connection"))
        way.ellipsizesSelection()
        key.hidesText()
        ofProgram = [
            FormField(localized("Command"), command).root,
            FormField(localized("Variables, one per line. A name alone keeps its value."), variables.root).root,
        ]
        ofAddress = [
            FormField(localized("Address"), address).root,
            FormField(
                former == nil ? localized("API key, if needed") : localized("API key (leave empty to keep it)"), key
            )
            .root,
        ]
        let first = [FormField(localized("Name"), name).root, FormField(localized("Connection"), way).root]
        card = FormCard(
            former.map { localized("Edit %1", $0.name) } ?? localized("Add a tool server"),
            first + ofProgram + ofAddress, save: localized("Save"))
        card.onSave = { [weak self] in self?.save() }
        card.onDiscard = { [weak self] in self?.onDiscard?() }
        fill()
        way.onChange { [weak self] _ in self?.showFields() }
        for entry in [name, command, address, key] { entry.onActivate { [weak self] in self?.save() } }
        variables.onSend = { [weak self] in self?.save() }
        showFields()
    }

    func grabFocus() {
        name.grabFocus()
        name.selectAll()
    }

    func say(_ words: String, isFault: Bool) { card.say(words, isFault: isFault) }

    private var isProgram: Bool { (way.selected ?? 0) == 0 }

    private func fill() {
        guard let former else { return }
        name.text = former.name
        variables.text = former.variables.joined(separator: "\n")
        switch former.way {
        case .program(let program, let arguments):
            command.text = CommandWords.join([program] + arguments)
        case .address(let text):
            way.selected = 1
            address.text = text
        }
    }

    private func showFields() {
        for field in ofProgram { field.isVisible = isProgram }
        for field in ofAddress { field.isVisible = !isProgram }
    }

    private func save() {
        var connection = former ?? ToolConnection(name: "", way: .address(""))
        connection.name = name.text.trimmed
        var values: [String: String] = [:]
        var typed = ""
        if isProgram {
            guard let words = CommandWords.split(command.text) else {
                return card.say(localized("The command has an unclosed quote."))
            }
            guard let program = words.first else {
                return card.say(localized("Enter the command that starts the server."))
            }
            guard let given = CommandWords.variables(variables.text) else {
                return card.say(localized("Write one variable per line, like %1.", "NAME=VALUE"))
            }
            connection.way = .program(program, arguments: Array(words.dropFirst()))
            (connection.variables, values) = given
            connection.headers = []
        } else {
            connection.way = .address(address.text.trimmed)
            connection.variables = []
            typed = key.text.filter { !$0.isWhitespace }
        }
        onSave?(ConnectionDraft(connection, replacing: former?.name, key: typed.isEmpty ? nil : typed, values: values))
    }
}
