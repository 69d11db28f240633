// SPDX-License-Identifier: GPL-3.0-or-later
// One .desktop file, by the Desktop Entry Specification 1.5.

/// What is needed of an application's desktop entry.
struct DesktopEntry: Hashable {
    var id: String
    var path: String
    var name: String
    var icon: String
    var exec: String
    var tryExec: String?
    var runsInTerminal: Bool

    /// Reads the group "Desktop Entry"; nil when the entry is no application to be shown on `desktops`.
    init?(id: String, path: String, text: String, desktops: [String]) {
        var values: [String: String] = [:]
        var isInGroup = false
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("[") { isInGroup = line.hasPrefix("[Desktop Entry]") }
            guard isInGroup, !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") else { continue }
            let key = line[..<equals].trimmingSpaces
            // The first of two equal keys counts.
            if values[key] == nil { values[key] = line[line.index(after: equals)...].trimmingSpaces }
        }
        func list(_ key: String) -> [String] { values[key]?.split(separator: ";").map(String.init) ?? [] }
        guard values["Type"] == "Application", values["Hidden"] != "true", values["NoDisplay"] != "true",
            let name = values["Name"].map(Self.unescaped), !name.isEmpty, let exec = values["Exec"], !exec.isEmpty
        else { return nil }
        let only = list("OnlyShowIn")
        guard only.isEmpty || !Set(only).isDisjoint(with: desktops),
            Set(list("NotShowIn")).isDisjoint(with: desktops)
        else { return nil }
        self.id = id
        self.path = path
        self.name = name
        self.icon = values["Icon"] ?? ""
        self.exec = Self.unescaped(exec)
        tryExec = values["TryExec"].map(Self.unescaped)
        runsInTerminal = values["Terminal"] == "true"
    }

    /// The arguments that `Exec` stands for, with no file to open; nil when its quoting is broken.
    var arguments: [String]? {
        guard let words = Self.words(of: exec) else { return nil }
        var arguments: [String] = []
        for (word, isQuoted) in words {
            switch word {
            case "%f", "%F", "%u", "%U", "%d", "%D", "%n", "%N", "%v", "%m": continue
            case "%i" where !isQuoted: arguments += icon.isEmpty ? [] : ["--icon", icon]
            default: arguments.append(expanded(word))
            }
        }
        return arguments.isEmpty || arguments[0].isEmpty ? nil : arguments
    }

    private func expanded(_ word: String) -> String {
        var result = ""
        var characters = word.makeIterator()
        while let character = characters.next() {
            guard character == "%" else {
                result.append(character)
                continue
            }
            switch characters.next() {
            case "%": result.append("%")
            case "c": result += name
            case "k": result += path
            default: break
            }
        }
        return result
    }

    /// Splits at spaces outside double quotes; inside them a backslash protects the next character.
    private static func words(of exec: String) -> [(String, isQuoted: Bool)]? {
        var words: [(String, isQuoted: Bool)] = []
        var word = ""
        var isInQuotes = false
        var wasQuoted = false
        var isEscaped = false
        for character in exec {
            if isEscaped {
                word.append(character)
                isEscaped = false
            } else if isInQuotes, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isInQuotes.toggle()
                wasQuoted = true
            } else if character == " " || character == "\t", !isInQuotes {
                if !word.isEmpty || wasQuoted { words.append((word, wasQuoted)) }
                (word, wasQuoted) = ("", false)
            } else {
                word.append(character)
            }
        }
        guard !isInQuotes, !isEscaped else { return nil }
        if !word.isEmpty || wasQuoted { words.append((word, wasQuoted)) }
        return words
    }

    /// Resolves \s \n \t \r and \\ of string values.
    private static func unescaped(_ value: String) -> String {
        var result = ""
        var characters = value.makeIterator()
        while let character = characters.next() {
            guard character == "\\" else {
                result.append(character)
                continue
            }
            switch characters.next() {
            case "s": result.append(" ")
            case "n": result.append("\n")
            case "t": result.append("\t")
            case "r": result.append("\r")
            case "\\": result.append("\\")
            case let other?: result += "\\" + String(other)
            case nil: result.append("\\")
            }
        }
        return result
    }
}

extension Substring {
    var trimmingSpaces: String {
        var part = self
        while part.first == " " || part.first == "\t" { part.removeFirst() }
        while let last = part.last, last == " " || last == "\t" || last == "\r" { part.removeLast() }
        return String(part)
    }
}
