// SPDX-License-Identifier: GPL-3.0-or-later
// The functions for texts that users see. Translators work on their first arguments.

import GtkKit
import JarvisCore
package import JarvisPlatform
import Synchronization

private let domain = "jarvis"

/// The English of texts that were translated, at most a catalogue's; several can have one translation.
private final class Originals: Sendable {
    private let known = Mutex<[String: [String]]>([:])

    func add(_ english: String, of text: String) {
        known.withLock { known in
            guard known[text]?.contains(english) != true else { return }
            known[text, default: []].append(english)
        }
    }

    func find(_ text: String) -> [String] { known.withLock { $0[text] ?? [] } }
}

private let originals = Originals()

private func lookUp(_ english: String, context: String? = nil) -> String {
    let text = Translation.text(english, context: context, domain: domain)
    if text != english { originals.add(english, of: text) }
    return text
}

/// What a text without values is in English, for what is said in English about a window in another language; empty
/// if it was not translated.
package func english(of text: String) -> [String] { originals.find(text) }

/// The text in the user's language.
package func localized(_ english: String) -> String {
    lookUp(english)
}

/// A sentence in the user's language, with the values in place of "%1" to "%9".
package func localized(_ english: String, _ value: String, _ values: String...) -> String {
    TextTemplate.fill(Translation.text(english, domain: domain), [value] + values)
}

/// The translation of a word that has several meanings in English; `context` tells which.
package func localized(_ english: String, context: String) -> String {
    lookUp(english, context: context)
}

/// A sentence that has several meanings in English, with the values in place of "%1" to "%9".
package func localized(_ english: String, context: String, _ value: String, _ values: String...) -> String {
    TextTemplate.fill(Translation.text(english, context: context, domain: domain), [value] + values)
}

/// The singular or plural sentence in the user's language; the number replaces "%1".
package func localized(_ one: String, _ many: String, count: Int) -> String {
    TextTemplate.fill(Translation.text(one, many, count: count, domain: domain), [String(count)])
}

/// What JARVIS says aloud, with the values in place of "%1" to "%9": always in English, like its replies, because
/// an English voice reads other languages as gibberish. Replies in other languages would start here.
package func spoken(_ english: String, _ values: String...) -> String { TextTemplate.fill(english, values) }

/// A number with its decimals, with the decimal mark of the user's region: "3.4" or "3,4".
package func decimal(_ whole: Int, _ decimals: String) -> String {
    "\(whole)\(Environment.region().decimalMark)\(decimals)"
}

/// A key or a combination of keys, such as "Ctrl+D", by the names on the user's keyboard.
package func keyNames(_ keys: String) -> String {
    // Translators: The key as it is labelled on keyboards of the language, such as "Strg" in German.
    let control = localized("Ctrl")
    // Translators: The key as it is labelled or called on keyboards of the language, such as "Umschalt" in German.
    let shift = localized("Shift")
    return keys.replacing("Ctrl+", with: control + "+").replacing("Shift+", with: shift + "+")
}

/// Loads the translations installed beside the program's other files.
@MainActor
package func bindTranslations(_ resources: ResourceLocator) {
    if let folder = resources.localeFolder { Translation.bind(domain, folder: folder) }
}
