// SPDX-License-Identifier: GPL-3.0-or-later
// Deletes the whole history, once a word was typed that says so. It is gone from the disk at once, and can be brought
// back until the settings close.

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
    let name = SettingsAction.clearHistory.rawValue
    var control: Widget { row.control }

    private let row = ActionRow(SettingsAction.clearHistory.text.shownTitle)
    private let model: SettingsModel
    private let history: any ConversationStore
    /// What has to be typed.
    private let word = localized("delete", context: "the word that is typed to delete everything")
    private let entry: Entry
    private var step = Step.clear
    private var isBusy = false
    private var isSessionOnly = false

    init(_ model: SettingsModel, _ history: any ConversationStore) {
        self.model = model
        self.history = history
        let request = localized("Type “%1” and press Enter to delete everything", word)
        entry = Entry(placeholder: request, accessibleLabel: request)
        entry.addClass("confirmation")
        entry.isVisible = false
        root = Box(.column, [row.root, entry])
        offerClearing()
        row.onClick { [weak self] in
            guard let self else { return }
            if case .clear = step { return askForTheWord() }
            Task { await self.press() }
        }
        entry.onActivate { [weak self] in self?.confirm() }
    }

    /// The button opens the field, and closes it.
    private func askForTheWord() {
        entry.text = ""
        entry.isVisible.toggle()
        if entry.isVisible { entry.grabFocus() }
    }

    private func confirm() {
        guard entry.text.trimmed.lowercased() == word.lowercased() else { return entry.selectAll() }
        row.control.grabFocus()
        entry.isVisible = false
        Task { await self.press() }
    }

    func show(_ settings: Settings) {
        isSessionOnly = settings.history.isSessionOnly
        if case .restore(_, ofSession: true) = step, !isSessionOnly { offerClearing() }
    }

    private func offerClearing() { offer(.clear, SettingsAction.clearHistory.text.shownHelp) }

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
