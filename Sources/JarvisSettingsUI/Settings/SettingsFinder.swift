// SPDX-License-Identifier: GPL-3.0-or-later
// Finds settings and actions by their texts in the user's language.

import JarvisCore

@MainActor
final class SettingsFinder {
    /// A search result.
    struct Hit {
        /// The key of a setting, or the name of an action.
        var name: String
        var title: String
        var page: SettingsPage
    }

    /// The most results to show; more wouldn't help.
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

    /// The page of a setting, an action or a reset button; nil for an unknown name.
    static func page(of name: String) -> SettingsPage? {
        SettingDescriptor.named(name)?.page ?? SettingsAction(rawValue: name)?.page
            ?? SettingsPage.allCases.first { ResetRow.name(of: $0) == name }
    }

    /// The results of a query, best first.
    func hits(_ query: String) -> [Hit] { search.places(query).prefix(Self.most).map { all[$0] } }
}
