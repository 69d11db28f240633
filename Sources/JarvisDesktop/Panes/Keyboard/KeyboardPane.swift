// SPDX-License-Identifier: GPL-3.0-or-later
// Type instead of speaking: the conversation with an entry below it.

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
    private var observation: Observation?

    init(_ context: PaneContext) {
        assistant = context.services.assistant
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
        let column = Box(.column, spacing: 14, [conversation, status.root, input])
        column.addClass("pane-content")
        column.expand(horizontal: true, vertical: true)
        content = column
        entry.onActivate { [weak self] in self?.submit() }
        entry.onChange { [weak self] in self?.updateSend() }
        send.onClick { [weak self] in self?.submit() }
        updateSend()
    }

    func paneDidOpen() {
        observation = assistant.observe { [weak self] in self?.show($0) }
    }

    func paneWillClose() {
        observation?.cancel()
        observation = nil
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

    private func updateSend() { send.isSensitive = !text.isEmpty }

    private func submit() {
        let text = self.text
        guard !text.isEmpty else { return }
        entry.text = ""
        assistant.send(.textSubmitted(text, .typed))
    }
}
