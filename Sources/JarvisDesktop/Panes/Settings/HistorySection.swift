// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of what is kept of the conversation, and what can be done with all of it.

import GtkKit
import JarvisCore

@MainActor
enum HistorySection {
    static func section(_ model: SettingsModel, _ history: any ConversationStore) -> SettingsSection {
        SettingsSection(
            localized("History"),
            [
                ChoiceRow.choices(
                    SettingText("Keep messages", "Older messages are deleted from this computer"), model,
                    \.history.retention),
                SwitchRow(
                    SettingText(
                        "This session only", "Nothing is saved; the conversation is forgotten when you quit"),
                    model, \.history.isSessionOnly),
                HistoryDocumentRow.export(history, model), HistoryDocumentRow.importing(into: history, model),
                HistoryClearRow(model, history),
            ])
    }
}
