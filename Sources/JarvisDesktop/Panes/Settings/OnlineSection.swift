// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of what is asked on the internet, and where.

import GtkKit
import JarvisCore

@MainActor
enum OnlineSection {
    static func section(_ model: SettingsModel) -> SettingsSection {
        SettingsSection(
            localized("Online services"),
            [
                consent(
                    SettingText(
                        "Weather", "Sends the place to Open-Meteo or a server of yours"),
                    model, \.online.weather),
                EntryRow(
                    SettingText("Your place", "Where you want to know the weather"), model, \.online.place,
                    .init(placeholder: localized("Oslo"))),
                consent(
                    SettingText(
                        "Encyclopaedia", "Sends what you look up to Wikipedia or your server"),
                    model, \.online.encyclopedia),
                consent(
                    SettingText("Translation", "Sends what you have translated to the server below"), model,
                    \.online.translation),
                pages(
                    SettingText("Translation server", "Address of a LibreTranslate server"), model,
                    \.online.translationAddress, most: 1, example: "https://translate.example.org"),
                consent(
                    SettingText("News", "Fetches the feeds below when you ask for the news"), model, \.online.news),
                pages(
                    SettingText("News feeds", "Addresses of RSS or Atom feeds, separated by commas"), model,
                    \.online.feeds, most: OnlineSettings.mostFeeds, example: "https://example.org/feed"),
            ])
    }

    private static func consent(
        _ text: SettingText, _ model: SettingsModel,
        _ path: any WritableKeyPath<Settings, OnlineConsent> & Sendable
    ) -> ChoiceRow<OnlineConsent> {
        .choices(text, model, path)
    }

    /// Addresses that are kept only when others cannot read along.
    private static func pages(
        _ text: SettingText, _ model: SettingsModel, _ path: any WritableKeyPath<Settings, String> & Sendable,
        most: Int, example: String
    ) -> EntryRow {
        let domain = SettingDescriptor.Domain.webPages(most)
        return EntryRow(
            text, model, path,
            .init(
                placeholder: example, accepts: { domain.accepts(.text($0)) },
                remark: { text in
                    domain.accepts(.text(text)) ? nil : localized("Addresses begin with https://")
                }))
    }
}
