// SPDX-License-Identifier: GPL-3.0-or-later
// The functions for texts that users see. Translators work on their first arguments.

import GtkKit
import JarvisCore
package import JarvisPlatform

private let domain = "jarvis"

/// The text in the user's language.
package func localized(_ english: String) -> String {
    Translation.text(english, domain: domain)
}

/// A sentence in the user's language, with the values in place of "%1" to "%9".
package func localized(_ english: String, _ value: String, _ values: String...) -> String {
    TextTemplate.fill(Translation.text(english, domain: domain), [value] + values)
}

/// The translation of a word that has several meanings in English; `context` tells which.
package func localized(_ english: String, context: String) -> String {
    Translation.text(english, context: context, domain: domain)
}

/// The singular or plural sentence in the user's language; the number replaces "%1".
package func localized(_ one: String, _ many: String, count: Int) -> String {
    TextTemplate.fill(Translation.text(one, many, count: count, domain: domain), [String(count)])
}

/// Loads the translations installed beside the program's other files.
@MainActor
package func bindTranslations(_ resources: ResourceLocator) {
    if let folder = resources.localeFolder { Translation.bind(domain, folder: folder) }
}
