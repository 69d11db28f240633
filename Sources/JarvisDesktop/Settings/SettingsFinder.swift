// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that can be found in the settings, in the user's language.

import JarvisCore

@MainActor
final class SettingsFinder {
    /// Something that was found.
    struct Hit {
        /// The key of a setting, or the name of an action.
        var name: String
        var title: String
        var page: SettingsPage
    }

    /// More do not help.
    private static let most = 20

    private let all: [Hit]
    private let search: SettingSearch

    init() {
        let settings = SettingDescriptor.all.map { (name: $0.key, text: $0.text, page: $0.page) }
        let actions = SettingsAction.allCases.map { (name: $0.rawValue, text: $0.text, page: $0.page) }
        all = (settings + actions).map { Hit(name: $0.name, title: $0.text.shownTitle, page: $0.page) }
        search = SettingSearch(
            (settings + actions).map {
                SearchableSetting(
                    title: $0.text.shownTitle, help: $0.text.shownHelp, words: $0.text.shownWords, key: $0.name)
            })
    }

    /// The page of a setting, an action, or a way back to the defaults.
    static func page(of name: String) -> SettingsPage? {
        SettingDescriptor.named(name)?.page ?? SettingsAction(rawValue: name)?.page
            ?? SettingsPage.allCases.first { ResetRow.name(of: $0) == name }
    }

    /// The best finds first.
    func hits(_ query: String) -> [Hit] { search.places(query).prefix(Self.most).map { all[$0] } }
}
