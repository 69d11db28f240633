// SPDX-License-Identifier: GPL-3.0-or-later
// The one function that texts for people go through.

import GtkKit

/// The text in the user's language.
func localized(_ english: String) -> String {
    Translation.text(english, domain: "jarvis")
}
