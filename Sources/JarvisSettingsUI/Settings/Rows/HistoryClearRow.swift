// SPDX-License-Identifier: GPL-3.0-or-later
// Deletes the whole history after the user has typed a confirmation word. The history leaves the disk at once, and can
// be restored until the settings close.

import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class HistoryClearRow: SettingRow {
    /// What the button does next.
    private enum Step {
        case clear
        /// Deletes for good: there are more messages than can be restored, so the user must confirm again.
        case clearForGood
        /// Restores the messages. If `ofSession`, they were in memory only, and can't be restored once session-only is
        /// off.
        case restore([Message], ofSession: Bool)
    }

    /// The most messages to keep in memory for restoring.
    private static let mostRestorable = 100_000

    let root: Widget
    let name = SettingsAction.clearHistory.rawValue
    var control: Widget { row.control }

    private let row = ActionRow(SettingsAction.clearHistory.text.shownTitle)
    private let model: SettingsModel
    private let history: any ConversationStore
    /// The confirmation word.
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

    /// Shows or hides the field for the confirmation word.
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
        // The button isn't disabled during the work, because it would lose the focus.
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
                offer(.clear, localized("Everything deleted"))
            case .restore(let messages, _):
                try await history.restore(messages)
                offer(.clear, localized("Everything restored"))
            }
        } catch { model.report(error) }
    }
}
