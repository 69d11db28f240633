// SPDX-License-Identifier: GPL-3.0-or-later
// Web and mail addresses, file names, paths and versions: dots and slashes are spoken by name.

extension SpeakableTextWriter {
    mutating func isAddress() -> Bool {
        guard position >= addressFreeEnd, position != rangeEnd, !(peek(-1)?.isWordPart ?? false), let first = peek(),
            first.isWordPart || first.isAny(of: "/~.\\")
        else { return false }
        var end = end(from: position) { !$0.isWhitespace && !$0.isAny(of: "<>()[]\"|“”„»«") }
        // If this is not an address, no part of it is one either.
        let whole = end
        while end > position, characters[end - 1].isAny(of: ".,;:!?'*_~`…’") { end -= 1 }
        let chunk = characters[position..<end]
        guard chunk.count < 2_000, chunk.contains(where: { $0.isAny(of: "@./:\\") }) else {
            addressFreeEnd = whole
            return false
        }
        let word = String(chunk)
        if let said = webAddress(word) ?? mailAddress(word) ?? dottedNumber(word) ?? path(word) ?? fileName(word) {
            writeWord(said, for: end - position)
            previousWord = ""
            return true
        }
        addressFreeEnd = whole
        return false
    }

    /// The host, followed by the path if it is short.
    private func webAddress(_ word: String) -> String? {
        let lowered = word.lowercased()
        let scheme = ["https://", "http://", "ftp://", "ws://", "wss://", "www.", "localhost"].first {
            lowered.hasPrefix($0)
        }
        guard let scheme else { return nil }
        var rest = word.dropFirst(scheme == "localhost" ? 0 : scheme.count)
        if rest.lowercased().hasPrefix("www.") { rest = rest.dropFirst(4) }
        let host = rest.prefix { !$0.isAny(of: "/?#:") }
        guard !host.isEmpty else { return nil }
        rest = rest.dropFirst(host.count)
        var said = dotted(host)
        if rest.first == ":" {
            let port = rest.dropFirst().prefix(while: \.isDigit)
            if !port.isEmpty { said += " \(rules.words.port) \(port)" }
            rest = rest.dropFirst(1 + port.count)
        } else if scheme == "localhost", rest.first != "/" {
            return nil
        }
        let parts = rest.split(separator: "/")
        let isShort = rest.count <= 24 && parts.count <= 2 && !rest.contains { $0.isAny(of: "?#=%&") }
        if isShort { for part in parts { said += " \(rules.words.slash) \(dotted(part))" } }
        return said
    }

    private func mailAddress(_ word: String) -> String? {
        let bare = word.hasPrefix("mailto:") ? word.dropFirst(7) : word[...]
        let halves = bare.split(separator: "@", omittingEmptySubsequences: false)
        guard halves.count == 2, !halves[0].isEmpty, halves[1].contains("."), !halves[1].hasPrefix(".") else {
            return nil
        }
        return "\(dotted(halves[0])) \(rules.words.at) \(dotted(halves[1]))"
    }

    /// Versions and network addresses, but not dates.
    private func dottedNumber(_ word: String) -> String? {
        let isMarked = (word.first == "v" || word.first == "V") && word.dropFirst().first?.isDigit == true
        let body = isMarked ? word.dropFirst() : word[...]
        let parts = body.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.count <= 5 && $0.allSatisfy(\.isDigit) }) else { return nil }
        if isMarked { return "\(rules.words.version) " + parts.joined(separator: " \(rules.words.point) ") }
        guard parts.count >= 3, numericDate(from: position) == nil, grouped(word) == nil else { return nil }
        let isNetwork = parts.count == 4 && parts.allSatisfy { Int($0) ?? 256 < 256 }
        return parts.joined(separator: " \(isNetwork ? rules.words.dot : rules.words.point) ")
    }

    /// "1.234.567" is one number in languages that group digits with full stops.
    private func grouped(_ word: String) -> String? {
        let parts = word.split(separator: ".")
        guard rules.groupMarks.contains("."), parts.dropFirst().allSatisfy({ $0.count == 3 }), parts[0].count <= 3
        else {
            return nil
        }
        return parts.joined()
    }

    private func path(_ word: String) -> String? {
        let isRooted = word.hasPrefix("/") || word.hasPrefix("~/") || word.hasPrefix("./") || word.hasPrefix("../")
        let isDrive = word.count > 3 && word.dropFirst().hasPrefix(":\\")
        let parts = word.split { $0 == "/" || $0 == "\\" }
        guard
            isRooted && !parts.isEmpty || isDrive
                || (parts.count >= 3 || parts.count == 2 && parts[1].contains(".")) && looksLikePath(parts)
        else { return nil }
        let isBackward = isDrive || !word.contains("/")
        let slash = " \(isBackward ? rules.words.backslash : rules.words.slash) "
        let said = parts.filter { $0 != "." && $0 != ".." }.map { part in
            part == "~" ? "home" : dotted(part.filter { $0 != ":" })
        }.joined(separator: slash)
        return word.hasPrefix("/") ? "\(rules.words.slash) \(said)" : said
    }

    /// "src/main.c" is a path; "and/or", "1/2", "km/h" and "12/24/2026" are not.
    private func looksLikePath(_ parts: [Substring]) -> Bool {
        parts.allSatisfy { part in
            part.contains(where: \.isAlphabetic) && part.allSatisfy { $0.isWordPart || $0.isAny(of: "._-+~") }
        } && (parts.count >= 3 || parts[0].count > 2)
    }

    /// "notes.txt", "example.org", "Node.js": letters on both sides of each dot, and lower-case ones after the last.
    private func fileName(_ word: String) -> String? {
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count >= 2, let last = parts.last, (2...5).contains(last.count),
            last.allSatisfy({ $0.isLowercase || $0.isDigit }), last.first?.isAlphabetic == true,
            parts[0].count >= 2, rules.abbreviations[word.lowercased() + "."] == nil,
            parts.dropLast().allSatisfy({ part in
                !part.isEmpty && part.contains(where: \.isAlphabetic)
                    && part.allSatisfy { $0.isWordPart || $0.isAny(of: "_-") }
            })
        else { return nil }
        return dotted(word[...])
    }

    private func dotted(_ name: some StringProtocol) -> String {
        var said = ""
        for character in name {
            switch character {
            case ".": said += said.isEmpty ? "\(rules.words.dot) " : " \(rules.words.dot) "
            case "_": said += " \(rules.words.underscore) "
            case "-": said += " \(rules.words.dash) "
            case "+": said += " \(rules.words.plus) "
            default: said.append(character)
            }
        }
        return said.split(separator: " ").joined(separator: " ")
    }
}
