// SPDX-License-Identifier: GPL-3.0-or-later
// Typing instead of speaking: the conversation, and a field of several lines below it. The arrow keys recall earlier
// requests, and known requests complete the text.

import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisDesktopKit

final class KeyboardPane: Pane {
    let title = localized("Keyboard")
    let content: Widget
    var initialFocus: Widget? { composer.field }

    private let assistant: Assistant
    private let lines = ConversationLinesView(.conversation)
    private let composer = TextComposer(
        placeholder: localized("Type a request"), accessibleLabel: localized("Message to JARVIS"),
        margin: DesignTokens.Panes.composerMargin, maximumCharacters: DesignTokens.Panes.longestRequest)
    /// Says why the input was refused.
    private let refusal = Label(classes: ["composer-refusal"])
    private let send = Button(icon: "jarvis-send-symbolic", pixels: 20, label: localized("Send"))
    private let status = StatusLine()
    private let suggestion = Label(classes: ["hint"])
    private let completions = CompletionChips()
    private let history: any ConversationStore
    private let services: DesktopServices
    /// Known requests, for completion.
    private let phrases: [String]
    private var requests = TypedRequests()
    private var observation: PacedStates?
    private var reading: Task<Void, Never>?

    init(_ services: DesktopServices) {
        self.services = services
        assistant = services.assistant
        history = services.history
        phrases = services.commands.flatMap(\.examples)
        composer.root.expand(horizontal: true)
        for name in ["accent", "points", "round"] { send.addClass(name) }
        send.align(vertical: .end)
        refusal.wraps()
        refusal.setTextAlignment(0)
        refusal.setRole(.status)
        refusal.isVisible = false
        let input = Box(.row, spacing: 12, [composer.root, send])
        let examples = services.commands.prefix(3).compactMap(\.examples.first).map { "“\($0)”" }
        suggestion.text = ([localized("Try")] + examples).joined(separator: "\n")
        suggestion.wraps()
        suggestion.centersLines()
        suggestion.align(horizontal: .center, vertical: .center)
        suggestion.isVisible = false
        let conversation = Overlay(lines.root)
        conversation.addLayer(suggestion)
        let column = Box(.column, spacing: 14, [conversation, status.root, completions.root, refusal, input])
        let bin = ClampBin(column, maximum: DesignTokens.Panes.columnWidth, fills: true)
        bin.addClass("pane-content")
        bin.expand(horizontal: true, vertical: true)
        content = bin
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
            // If the history can't be read, the arrow keys recall only requests typed since the pane opened.
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

    /// Leaves Esc to an input method that is composing text.
    func closeInner() -> Bool { composer.dropComposition() }

    private static func isTyped(_ message: Message) -> Bool {
        message.kind == .user && message.source == .typed
            && message.text.unicodeScalars.count <= DesignTokens.Panes.longestRequest
    }

    private func show(_ state: AssistantState) {
        let newest = ConversationLine.lines(state)
        lines.show(newest)
        lines.show(ActionEntry.newest(state))
        // In a low window, a banner needs the room of the suggestion.
        let isTight = state.banner != nil && content.height < DesignTokens.Panes.tightHeight
        suggestion.isVisible = newest.isEmpty && !isTight
        status.show(PhaseAppearance(state))
        status.root.opacity = state.phase.isResting ? 0 : 1
    }

    /// The text to send: the lines as written, without surrounding whitespace.
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
            "That's too long: %2 characters, and the limit is %1.",
            String(DesignTokens.Panes.longestRequest), String(characters))
        refusal.isVisible = true
        refusal.announce(refusal.text, .banner)
    }

    /// Recalls an earlier or later request, for Up and Down.
    private func recall(isEarlier: Bool) -> Bool {
        if let text = isEarlier ? requests.earlier(than: composer.text) : requests.later() { replace(text) }
        return true
    }

    /// Accepts the first completion, for Right at the end of the text.
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
