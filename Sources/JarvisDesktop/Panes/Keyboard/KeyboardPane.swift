// SPDX-License-Identifier: GPL-3.0-or-later
// Type instead of speaking: the conversation with an entry below it. The arrow keys bring back what was typed before, and
// what can be asked is completed.

import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore

final class KeyboardPane: Pane {
    let title = localized("Keyboard")
    let content: Widget
    var initialFocus: Widget? { entry }

    private let assistant: Assistant
    private let lines = ConversationLinesView(fills: true)
    private let entry = Entry(
        placeholder: localized("Ask or tell JARVIS something"), accessibleLabel: localized("Message to JARVIS"))
    private let send = Button(icon: "jarvis-send-symbolic", pixels: 20, label: localized("Send"))
    private let status = StatusLine()
    private let suggestion = Label(classes: ["hint"])
    private let completions = CompletionChips()
    private let history: any ConversationStore
    /// What can be asked.
    private let phrases: [String]
    private var requests = TypedRequests()
    private var observation: Observation?
    private var reading: Task<Void, Never>?

    init(_ context: PaneContext) {
        assistant = context.services.assistant
        history = context.services.history
        phrases = context.services.commands.flatMap(\.examples)
        entry.expand(horizontal: true)
        send.addClass("accent")
        let input = Box(.row, spacing: 12, [entry, send])
        let examples = context.services.commands.prefix(3).compactMap(\.examples.first).map { "“\($0)”" }
        suggestion.text = ([localized("Try")] + examples).joined(separator: "\n")
        suggestion.wraps()
        suggestion.centersLines()
        suggestion.align(horizontal: .center, vertical: .center)
        suggestion.isVisible = false
        let conversation = Overlay(lines.root)
        conversation.addLayer(suggestion)
        let column = Box(.column, spacing: 14, [conversation, status.root, completions.root, input])
        column.addClass("pane-content")
        column.expand(horizontal: true, vertical: true)
        content = column
        entry.onActivate { [weak self] in self?.submit() }
        entry.onChange { [weak self] in self?.textChanged() }
        let keys = KeyController()
        keys.captures()
        keys.onPress { [weak self] in self?.press($0) ?? false }
        entry.add(keys)
        completions.onChoose = { [weak self] in self?.complete($0) }
        send.onClick { [weak self] in self?.submit() }
        textChanged()
    }

    func paneDidOpen() {
        reading = Task { [weak self, history] in
            // Where the history cannot be read, the arrow keys know what was typed since.
            guard let page = try? await history.page(before: nil, limit: DesignTokens.Panes.typedRequests),
                !Task.isCancelled
            else { return }
            self?.requests.addEarlier(page.messages.filter { $0.kind == .user && $0.source == .typed }.map(\.text))
        }
        observation = assistant.observe { [weak self] in self?.show($0) }
    }

    func paneWillClose() {
        observation?.cancel()
        observation = nil
        reading?.cancel()
    }

    private func show(_ state: AssistantState) {
        let newest = ConversationLine.lines(state)
        lines.show(newest)
        // In a small window a banner needs their room.
        let isTight = state.banner != nil && content.height < DesignTokens.Panes.tightHeight
        suggestion.isVisible = newest.isEmpty && !isTight
        status.show(PhaseAppearance(state))
        status.root.opacity = state.phase.isResting ? 0 : 1
    }

    private var text: String {
        entry.text.singleSpaced
    }

    private func textChanged() {
        send.isSensitive = !text.isEmpty
        completions.show(
            PhraseCompletion.completions(
                of: text, among: requests.past.reversed() + phrases, limit: CompletionChips.most))
    }

    /// Up and down go through what was typed before; right, at the end of the text, takes the first completion.
    private func press(_ press: KeyPress) -> Bool {
        guard press.isPlain else { return false }
        switch press.key {
        case KeyPress.up: requests.earlier(than: entry.text).map(replace)
        case KeyPress.down: requests.later().map(replace)
        case KeyPress.right where entry.isAtEnd:
            guard let first = completions.phrases.first else { return false }
            complete(first)
        default: return false
        }
        return true
    }

    private func replace(_ text: String) {
        entry.text = text
        entry.moveToEnd()
    }

    private func complete(_ phrase: String) {
        replace(phrase)
        entry.grabFocus()
        entry.moveToEnd()
    }

    private func submit() {
        let text = self.text
        guard !text.isEmpty else { return }
        requests.add(text)
        entry.text = ""
        assistant.send(.textSubmitted(text, .typed))
    }
}
