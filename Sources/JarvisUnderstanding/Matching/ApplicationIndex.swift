// SPDX-License-Identifier: GPL-3.0-or-later
// Finds installed applications by their spoken names.

package import JarvisCore

/// Installed applications by spoken name: "firefox" finds "Firefox ESR", "calculator" finds "GNOME Calculator".
package struct ApplicationIndex {
    private var byName: [String: InstalledApplication] = [:]
    /// The first words of all names.
    private var beginnings: Set<String> = []

    package init(_ applications: [InstalledApplication]) {
        // Full names come first: a short form must not hide another application's full name.
        let named = applications.flatMap { application in
            ([application.name] + application.otherNames).map { (Self.normalised($0), application) }
        }
        for (name, application) in named where !name.isEmpty && byName[name] == nil { byName[name] = application }
        for (name, application) in named {
            for short in Self.shortForms(name) where byName[short] == nil { byName[short] = application }
        }
        for (role, names) in Self.roles where byName[role] == nil {
            if let name = names.first(where: { byName[$0] != nil }) { byName[role] = byName[name] }
        }
        for (synonym, name) in Self.synonyms where byName[synonym] == nil { byName[synonym] = byName[name] }
        beginnings = Set(byName.keys.compactMap { $0.split(separator: " ").first.map(String.init) })
    }

    /// Common words for kinds of applications, each with the names to look for, the most common first.
    private static let roles: [(String, [String])] = [
        ("browser", ["firefox", "firefox esr", "chromium", "google chrome", "web", "brave", "falkon", "konqueror"]),
        ("files", ["nautilus", "dolphin", "thunar", "nemo", "caja", "file manager", "pcmanfm"]),
        ("terminal", ["gnome terminal", "console", "konsole", "xfce terminal", "mate terminal", "kitty", "xterm"]),
        ("settings", ["system settings", "settings manager", "control center", "gnome control center"]),
        ("calculator", ["gnome calculator", "kcalc", "galculator", "mate calculator"]),
        ("text editor", ["gedit", "kate", "kwrite", "mousepad", "pluma", "gnome text editor"]),
        ("mail", ["thunderbird", "evolution", "geary", "kmail"]),
    ]
    private static let synonyms = ["web browser": "browser", "file manager": "files", "email": "mail"]

    /// All spoken names that consist of ASCII letters, spaces and apostrophes, sorted.
    package var vocabulary: [String] {
        byName.keys.filter { $0.allSatisfy { $0.isASCII && ($0.isLetter || $0 == " " || $0 == "'") } }.sorted()
    }

    /// True if a name may begin with this word, which must already be normalised.
    package func mayBegin(with word: String) -> Bool { beginnings.contains(word) }

    /// True if an application has this name, which must already be normalised.
    package func isKnown(_ name: String) -> Bool { byName[name] != nil }

    /// The application with this name, however people say or type it.
    package func application(named name: String) -> InstalledApplication? { byName[Self.normalised(name)] }

    /// Names similar to this one, most similar first.
    package func names(like name: String, limit: Int) -> [String] {
        let wanted = Self.normalised(name)
        let scored = Set(byName.values.map(\.name)).compactMap { candidate -> (Double, String)? in
            let score = Self.similarity(wanted, Self.normalised(candidate))
            return score >= 0.4 ? (score, candidate) : nil
        }
        return scored.sorted { ($1.0, $0.1) < ($0.0, $1.1) }.prefix(limit).map(\.1)
    }

    private static func normalised(_ name: String) -> String {
        Utterance(name).words.joined(separator: " ")
    }

    private static func shortForms(_ name: String) -> [String] {
        var words = name.split(separator: " ").map(String.init)
        if let first = words.first, words.count > 1, ["gnome", "kde", "mate", "xfce", "lxde"].contains(first) {
            words.removeFirst()
        }
        let suffixes = [["esr"], ["web", "browser"], ["text", "editor"], ["media", "player"], ["music", "player"]]
        for suffix in suffixes where words.count > suffix.count && words.suffix(suffix.count).elementsEqual(suffix) {
            words.removeLast(suffix.count)
        }
        let short = words.joined(separator: " ")
        return short == name ? [] : [short]
    }

    /// The share of letter pairs in common, 0…1 (Dice's coefficient).
    package static func similarity(_ lhs: String, _ rhs: String) -> Double {
        let (left, right) = (pairs(lhs), pairs(rhs))
        guard !left.isEmpty, !right.isEmpty else { return lhs == rhs ? 1 : 0 }
        return 2 * Double(left.intersection(right).count) / Double(left.count + right.count)
    }

    private static func pairs(_ text: String) -> Set<String> {
        let letters = Array(text.prefix(60).filter { $0 != " " })
        return Set(zip(letters, letters.dropFirst()).map { String([$0, $1]) })
    }
}
