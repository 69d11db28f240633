// SPDX-License-Identifier: GPL-3.0-or-later
// The Conversation page: how JARVIS behaves in a conversation.

import JarvisCore
import JarvisDesktopKit

@MainActor
enum ConversationPage {
    static func sections(_ model: SettingsModel) -> [SettingsSection] {
        [
            SettingsSection(
                localized("About you"),
                [
                    EntryRow(model, \.userName, .init(placeholder: localized("Name"))),
                    EntryRow(model, \.speech.vocabulary, .init(placeholder: localized("For example Ada, Grace"))),
                ]),
            SettingsSection(
                localized("Conversation"),
                [
                    ChoiceRow.choices(model, \.speech.talkFilter), SwitchRow(model, \.speech.allowsInterruption),
                    SwitchRow(model, \.speech.saysFillers), ChoiceRow.choices(model, \.speech.ducking),
                ]),
        ]
    }
}
