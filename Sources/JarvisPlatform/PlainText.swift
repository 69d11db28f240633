// SPDX-License-Identifier: GPL-3.0-or-later
// Makes foreign text safe for a terminal: it can't move the cursor or change the title. Pure.

/// Removes or shows terminal control sequences in text.
public enum PlainText {
    /// The text as a table cell, without characters that would end the cell or the line.
    public static func cell(_ text: String) -> String {
        String(printable(text).map { $0 == "\t" || $0 == "\n" ? " " : $0 })
    }

    /// The text with its line breaks and tabs, but without other control characters and the sequences that they start.
    public static func printable(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var isInSequence = false
        for scalar in text.unicodeScalars {
            if isInSequence {
                // "ESC [ … letter"; any other character after the escape ends the sequence at once.
                if scalar != "[", !(0x20...0x3F).contains(scalar.value) { isInSequence = false }
                continue
            }
            switch scalar.value {
            case 0x1B: isInSequence = true
            case 0x09, 0x0A: result.append(scalar)
            case 0..<0x20, 0x7F..<0xA0: break
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// A name or message as one line of limited length in characters; "…" marks a cut.
    public static func line(_ text: String, most: Int) -> String {
        // Examine only the beginning, since the rest is cut anyway; the escape sequences to remove are short.
        let beginning = text.prefix(most * 4)
        let line = printable(String(beginning)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard line.count > most || beginning.endIndex < text.endIndex else { return line }
        return line.prefix(most - 1) + "…"
    }

    /// The text with visible symbols in place of characters that are invisible or change the direction of text: a text
    /// that a user has to approve must not look like something else.
    public static func visible(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A: result.append(scalar)
            case 0x00...0x1F:
                // The control pictures are in the same order as the control characters.
                if let picture = Unicode.Scalar(0x2400 + scalar.value) { result.append(picture) }
            case 0x7F...0x9F, 0x2028...0x202E: result.append(contentsOf: sign(scalar))
            default:
                if scalar.properties.isDefaultIgnorableCodePoint {
                    result.append(contentsOf: sign(scalar))
                } else {
                    result.append(scalar)
                }
            }
        }
        return String(result)
    }

    /// The text for a terminal: keeps line breaks and tabs, and shows symbols for characters that control the terminal,
    /// change the direction of text or hide it (control characters, directional formatting, tag characters). Joiners
    /// for emoji and scripts stay.
    public static func forTerminal(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: misleads) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if !misleads(scalar) {
                result.append(scalar)
            } else if scalar.value < 0x20, let picture = Unicode.Scalar(0x2400 + scalar.value) {
                result.append(picture)
            } else {
                result.append(contentsOf: sign(scalar))
            }
        }
        return String(result)
    }

    /// An equivalent JSON document, with escapes in place of characters that control a terminal or mislead the reader.
    public static func escapedInJSON(_ document: String) -> String {
        guard document.unicodeScalars.contains(where: misleads) else { return document }
        var result = ""
        for scalar in document.unicodeScalars {
            guard misleads(scalar) else {
                result.unicodeScalars.append(scalar)
                continue
            }
            // Outside strings JSON has no such characters, and in a string the escape means the same character.
            for unit in scalar.utf16 {
                let digits = String(unit, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return result
    }

    /// True for characters that a terminal doesn't show as they are.
    public static func misleads(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0x00..<0x20, 0x7F..<0xA0, 0xE0000...0xE007F: true
        // Line separators and all directional formatting: marks, embeddings, overrides and isolates.
        case 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func sign(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
        "⟨U+\(String(scalar.value, radix: 16, uppercase: true))⟩".unicodeScalars
    }
}
