// SPDX-License-Identifier: GPL-3.0-or-later
// Deletes the whole history. It is gone from the disk at once, and can be brought back until the settings close.

import GtkKit
import JarvisCore

@MainActor
final class HistoryClearRow: SettingRow {
    /// The button's next action.
    private enum Step {
        case clear
        /// There is more than can be brought back: it has to be said twice.
        case clearForGood
        /// - ofSession: they were in memory only, and cannot be brought back once the session is forgotten.
        case restore([Message], ofSession: Bool)
    }

    /// How many messages are kept in memory to bring them back.
    private static let mostRestorable = 100_000

    let root: Widget

    private let row = ActionRow(localized("Delete everything"))
    private let model: SettingsModel
    private let history: any ConversationStore
    private var step = Step.clear
    private var isBusy = false
    private var isSessionOnly = false

    init(_ model: SettingsModel, _ history: any ConversationStore) {
        self.model = model
        self.history = history
        root = row.root
        offerClearing()
        row.onClick { [weak self] in
            guard let self else { return }
            Task { await self.press() }
        }
    }

    func show(_ settings: Settings) {
        isSessionOnly = settings.history.isSessionOnly
        if case .restore(_, ofSession: true) = step, !isSessionOnly { offerClearing() }
    }

    private func offerClearing() { offer(.clear, localized("Removes all messages from this computer")) }

    private func offer(_ step: Step, _ status: String) {
        self.step = step
        row.status = status
        let name =
            switch step {
            case .clear: localized("Delete")
            case .clearForGood: localized("Delete permanently")
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
                let isOfSession = isSessionOnly
                guard let messages = try await history.takeAll(limit: Self.mostRestorable) else {
                    return offer(
                        .clearForGood, localized("There are too many to restore. Delete them anyway?"))
                }
                offer(
                    .restore(messages, ofSession: isOfSession),
                    localized("Deleted. You can undo this until you close Settings."))
            case .clearForGood:
                try await history.deleteAll()
                offer(.clear, localized("Everything was deleted"))
            case .restore(let messages, _):
                try await history.restore(messages)
                offer(.clear, localized("Everything was restored"))
            }
        } catch { model.report(error) }
    }
}
