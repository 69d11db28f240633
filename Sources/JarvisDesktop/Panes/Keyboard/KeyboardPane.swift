// SPDX-License-Identifier: GPL-3.0-or-later
// Type instead of speaking: the conversation with a field below it, which takes several lines. The arrow keys bring back
// what was typed before, and what can be asked is completed.

import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore

final class KeyboardPane: Pane {
    let title = localized("Keyboard")
    let content: Widget
    var initialFocus: Widget? { composer.field }

    private let assistant: Assistant
    private let lines = ConversationLinesView(fills: true)
    private let composer = TextComposer(
        placeholder: localized("Ask or tell JARVIS something"), accessibleLabel: localized("Message to JARVIS"),
        margin: DesignTokens.Panes.composerMargin, maximumCharacters: DesignTokens.Panes.longestRequest)
    /// Why something was not taken.
    private let refusal = Label(classes: ["composer-refusal"])
    private let send = Button(icon: "jarvis-send-symbolic", pixels: 20, label: localized("Send"))
    private let status = StatusLine()
    private let suggestion = Label(classes: ["hint"])
    private let completions = CompletionChips()
    private let history: any ConversationStore
    private let services: DesktopServices
    /// What can be asked.
    private let phrases: [String]
    private var requests = TypedRequests()
    private var observation: PacedStates?
    private var reading: Task<Void, Never>?

    init(_ context: PaneContext) {
        services = context.services
        assistant = context.services.assistant
        history = context.services.history
        phrases = context.services.commands.flatMap(\.examples)
        composer.root.expand(horizontal: true)
        for name in ["accent", "points"] { send.addClass(name) }
        send.align(vertical: .end)
        refusal.wraps()
        refusal.setTextAlignment(0)
        refusal.setRole(.status)
        refusal.isVisible = false
        let input = Box(.row, spacing: 12, [composer.root, send])
        let examples = context.services.commands.prefix(3).compactMap(\.examples.first).map { "“\($0)”" }
        suggestion.text = ([localized("Try")] + examples).joined(separator: "\n")
        suggestion.wraps()
        suggestion.centersLines()
        suggestion.align(horizontal: .center, vertical: .center)
        suggestion.isVisible = false
        let conversation = Overlay(lines.root)
        conversation.addLayer(suggestion)
        let column = Box(.column, spacing: 14, [conversation, status.root, completions.root, refusal, input])
        column.addClass("pane-content")
        column.expand(horizontal: true, vertical: true)
        content = column
        composer.onSend = { [weak self] in self?.submit() }
        composer.onChange = { [weak self] in self?.textChanged() }
        composer.onRefusal = { [weak self] in self?.refuse(characters: $0) }
        composer.onEdge = { [weak self] in self?.recall(isEarlier: $0) ?? false }
        composer.onForward = { [weak self] in self?.completeFirst() ?? false }
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
            self?.requests.addEarlier(page.messages.filter(Self.isTyped).map(\.text))
        }
        observation = PacedStates(assistant) { [weak self, services] in self?.show(services.shown($0)) }
    }

    func paneWillClose() {
        observation?.cancel()
        observation = nil
        reading?.cancel()
    }

    /// Esc goes to an input method that puts something together.
    func closeInner() -> Bool { composer.dropComposition() }

    private static func isTyped(_ message: Message) -> Bool {
        message.kind == .user && message.source == .typed
            && message.text.unicodeScalars.count <= DesignTokens.Panes.longestRequest
    }

    private func show(_ state: AssistantState) {
        let newest = ConversationLine.lines(state)
        lines.show(newest)
        lines.show(ActionEntry.newest(state))
        // In a small window a banner needs their room.
        let isTight = state.banner != nil && content.height < DesignTokens.Panes.tightHeight
        suggestion.isVisible = newest.isEmpty && !isTight
        status.show(PhaseAppearance(state))
        status.root.opacity = state.phase.isResting ? 0 : 1
    }

    /// What is sent: the lines as they were written, without room around them.
    private var text: String { composer.text.trimmed }

    private func textChanged() {
        refusal.isVisible = false
        let text = self.text
        send.isSensitive = !text.isEmpty
        completions.show(
            PhraseCompletion.completions(
                of: text, among: requests.past.reversed() + phrases, limit: CompletionChips.most))
    }

    private func refuse(characters: Int) {
        refusal.text = localized(
            "Nothing was added: a message can have %1 characters, and this one would have %2.",
            String(DesignTokens.Panes.longestRequest), String(characters))
        refusal.isVisible = true
    }

    /// Up and down go through what was typed before.
    private func recall(isEarlier: Bool) -> Bool {
        if let text = isEarlier ? requests.earlier(than: composer.text) : requests.later() { replace(text) }
        return true
    }

    /// Right, at the end of the text, takes the first completion.
    private func completeFirst() -> Bool {
        guard let first = completions.phrases.first else { return false }
        complete(first)
        return true
    }

    private func replace(_ text: String) {
        composer.text = text
        composer.moveToEnd()
    }

    private func complete(_ phrase: String) {
        replace(phrase)
        composer.field.grabFocus()
    }

    private func submit() {
        let text = self.text
        guard !text.isEmpty else { return }
        requests.add(text)
        composer.text = ""
        assistant.send(.textSubmitted(text, .typed))
    }
}
