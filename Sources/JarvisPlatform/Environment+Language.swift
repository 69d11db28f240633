// SPDX-License-Identifier: GPL-3.0-or-later
// Determines the desktop's language from the environment.

extension Environment {
    /// The code of the desktop's language, such as "de"; "en" if none is set.
    public static func language() -> String { language { value($0) } }

    /// - Parameter value: Returns a variable's value; nil if unset or empty.
    static func language(_ value: (String) -> String?) -> String {
        // POSIX order: the first variable that is set decides.
        let locale = value("LC_ALL") ?? value("LC_MESSAGES") ?? value("LANG") ?? ""
        // As in gettext, a list of languages takes precedence, but "C" disables translation.
        let isTranslated = !["", "C", "POSIX"].contains(locale)
        let preferred = isTranslated ? value("LANGUAGE")?.split(separator: ":").first.map(String.init) : nil
        let code = (preferred ?? locale).prefix { $0 != "_" && $0 != "." && $0 != "@" }.lowercased()
        let isCode = (2...3).contains(code.utf8.count) && code.allSatisfy { $0.isASCII && $0.isLetter }
        return isCode ? code : "en"
    }
}
