// SPDX-License-Identifier: GPL-3.0-or-later
// Shortcuts for filling and reading a history.

import JarvisCore
import JarvisPlatform
import JarvisStore

extension MessageDraft {
    static func said(_ text: String, kind: MessageKind = .user) -> MessageDraft {
        MessageDraft(turn: TurnID(rawValue: 7), kind: kind, text: text, source: .typed)
    }
}

extension JSONLinesConversationStore {
    func append(texts: [String]) async throws -> [Message] {
        var messages: [Message] = []
        for text in texts { messages.append(try await append(.said(text))) }
        return messages
    }

    /// Everything that is visible, oldest first.
    func texts() async throws -> [String] {
        try await page(before: nil, limit: 1_000_000).messages.map(\.text)
    }
}

/// The texts in a folder as a new process reads them, and its report.
func reopened(_ folder: String) async throws -> (texts: [String], report: StoreReport) {
    let store = JSONLinesConversationStore(folder: folder)
    let report = await store.report()
    return (try await store.texts(), report)
}

/// Waits for the first element for which `isWanted` is true; the test's own time limit bounds it.
func next<Element: Sendable>(
    _ stream: AsyncStream<Element>, where isWanted: (Element) -> Bool = { _ in true }
) async -> Element? {
    for await element in stream where isWanted(element) { return element }
    return nil
}
