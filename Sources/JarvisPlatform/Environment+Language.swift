// SPDX-License-Identifier: GPL-3.0-or-later
// The language of the desktop, as the environment tells it.

extension Environment {
    /// The code of the language in which the desktop writes, such as "de"; "en" where none is set.
    public static func language() -> String { language { value($0) } }

    /// - Parameter value: Of a variable; nil when it is unset or empty.
    static func language(_ value: (String) -> String?) -> String {
        // In the order of POSIX, where the first that is set decides.
        let locale = value("LC_ALL") ?? value("LC_MESSAGES") ?? value("LANG") ?? ""
        // As gettext has it: a list of languages comes first, but "C" means that nothing is translated.
        let isTranslated = !["", "C", "POSIX"].contains(locale)
        let preferred = isTranslated ? value("LANGUAGE")?.split(separator: ":").first.map(String.init) : nil
        let code = (preferred ?? locale).prefix { $0 != "_" && $0 != "." && $0 != "@" }.lowercased()
        let isCode = (2...3).contains(code.utf8.count) && code.allSatisfy { $0.isASCII && $0.isLetter }
        return isCode ? code : "en"
    }
}
