// SPDX-License-Identifier: GPL-3.0-or-later
// The functions that texts for people go through. Their first arguments are what a translator gets to see.

import GtkKit
import JarvisCore
import JarvisPlatform

private let domain = "jarvis"

/// The text in the user's language.
func localized(_ english: String) -> String {
    Translation.text(english, domain: domain)
}

/// The sentence in the user's language, with the values in place of "%1" to "%9".
func localized(_ english: String, _ value: String, _ values: String...) -> String {
    TextTemplate.fill(Translation.text(english, domain: domain), [value] + values)
}

/// A word in the user's language that English uses for something else as well.
func localized(_ english: String, context: String) -> String {
    Translation.text(english, context: context, domain: domain)
}

/// The form that fits the number, which stands where "%1" does.
func localized(_ one: String, _ many: String, count: Int) -> String {
    TextTemplate.fill(Translation.text(one, many, count: count, domain: domain), [String(count)])
}

/// Takes the catalogues from beside the program's other files.
@MainActor
func bindTranslations(_ resources: ResourceLocator) {
    if let folder = resources.localeFolder { Translation.bind(domain, folder: folder) }
}
