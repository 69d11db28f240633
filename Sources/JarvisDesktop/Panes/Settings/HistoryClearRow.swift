// SPDX-License-Identifier: GPL-3.0-or-later
// Deletes the whole history. It is gone from the disk at once, and can be brought back until the settings close.

import GtkKit
import JarvisCore

@MainActor
final class HistoryClearRow: SettingRow {
    /// What the button does next.
    private enum Step {
        case clear
        /// There is more than can be brought back: it has to be said twice.
        case clearForGood
        case restore([Message])
    }

    /// So many messages are kept in memory to bring them back.
    private static let mostRestorable = 100_000
    private static let pageSize = 1_000

    let root: Widget

    private let row = ActionRow(localized("Delete everything"))
    private let model: SettingsModel
    private let history: any ConversationStore
    private var step = Step.clear
    private var isBusy = false

    init(_ model: SettingsModel, _ history: any ConversationStore) {
        self.model = model
        self.history = history
        root = row.root
        offer(.clear, localized("All messages, from this computer too"))
        row.onClick { [weak self] in
            guard let self else { return }
            Task { await self.press() }
        }
    }

    func show(_ settings: Settings) {}

    private func offer(_ step: Step, _ status: String) {
        self.step = step
        row.status = status
        let name =
            switch step {
            case .clear: localized("Delete")
            case .clearForGood: localized("Delete for good")
            case .restore: localized("Undo")
            }
        row.nameButton(name)
    }

    private func press() async {
        // The button stays as it is, so that it keeps the keyboard.
        guard !isBusy else { return }
        isBusy = true
        defer { isBusy = false }
        do {
            switch step {
            case .clear:
                guard let messages = try await everything() else {
                    return offer(
                        .clearForGood, localized("There are too many to bring back. Delete them all the same?"))
                }
                try await history.deleteAll()
                offer(.restore(messages), localized("Deleted. Until the settings close you can bring it back."))
            case .clearForGood:
                try await history.deleteAll()
                offer(.clear, localized("Everything is deleted"))
            case .restore(let messages):
                try await history.restore(messages)
                offer(.clear, localized("Everything is back"))
            }
        } catch { model.report(error) }
    }

    /// All messages; nil when they are too many to keep in memory.
    private func everything() async throws -> [Message]? {
        var messages: [Message] = []
        while true {
            let page = try await history.page(before: messages.last?.id, limit: Self.pageSize)
            messages += page.messages.reversed()
            guard messages.count <= Self.mostRestorable else { return nil }
            if !page.hasEarlier { return messages.reversed() }
        }
    }
}
