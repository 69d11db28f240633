// SPDX-License-Identifier: GPL-3.0-or-later
// Fills in what configurations leave to the program that reads them: environment variables and the home folder. Pure.

/// A text of a configuration with its placeholders filled in.
struct Placeholders: Hashable {
    private(set) var text = ""
    /// Names without a value; their placeholders stay as they are.
    private(set) var missing: [String] = []

    /// Fills in `${NAME}`, `${env:NAME}` and `${NAME:-otherwise}`, and `~` or `${userHome}` for the home folder.
    /// - Parameters:
    ///   - value: The value of a variable; nil if it isn't set.
    ///   - home: The user's folder; nil if it isn't known.
    init(_ text: String, home: String?, value: (String) -> String?) {
        var rest = text[...]
        if let home, text == "~" || text.hasPrefix("~/") {
            self.text = home
            rest = rest.dropFirst()
        }
        while let start = rest.firstRange(of: "${"), let end = rest[start.upperBound...].firstIndex(of: "}") {
            self.text += rest[..<start.lowerBound]
            let content = rest[start.upperBound..<end]
            let otherwise = content.firstRange(of: ":-").map { String(content[$0.upperBound...]) }
            var name = content.firstRange(of: ":-").map { content[..<$0.lowerBound] } ?? content
            if name.hasPrefix("env:") { name = name.dropFirst(4) }
            if let found = name == "userHome" ? home : value(String(name)), !found.isEmpty || otherwise == nil {
                self.text += found
            } else if let otherwise {
                self.text += otherwise
            } else {
                self.text += rest[start.lowerBound...end]
                missing.append(String(name))
            }
            rest = rest[rest.index(after: end)...]
        }
        self.text += rest
    }
}
