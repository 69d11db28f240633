// SPDX-License-Identifier: GPL-3.0-or-later
// Text of others as a terminal may show it: none of it can move the cursor or change a title. Pure.

/// Text without orders to a terminal.
public enum PlainText {
    /// The text as a column of a table, which ends neither it nor its line.
    public static func cell(_ text: String) -> String {
        String(printable(text).map { $0 == "\t" || $0 == "\n" ? " " : $0 })
    }

    /// The text with its lines and tabs, and without other control characters and the sequences that they begin.
    public static func printable(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var isInSequence = false
        for scalar in text.unicodeScalars {
            if isInSequence {
                // "ESC [ … letter"; anything else that follows the escape ends it at once.
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

    /// A name or a message as one line of limited length, in characters; where it is cut, "…" says so.
    public static func line(_ text: String, most: Int) -> String {
        // What is cut away need not be looked at; the sequences that are left out are short.
        let beginning = text.prefix(most * 4)
        let line = printable(String(beginning)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard line.count > most || beginning.endIndex < text.endIndex else { return line }
        return line.prefix(most - 1) + "…"
    }

    /// The text with signs in place of what has no shape, or changes the order of the letters round it: what somebody has
    /// to agree to must not look like anything else.
    public static func visible(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A: result.append(scalar)
            case 0x00...0x1F:
                // The pictures of the control characters, in their order.
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

    /// The text for a terminal: its lines and tabs as they are, signs in place of what gives the terminal orders, changes the order
    /// of the letters round it or hides text (control characters, all that directs writing, tag letters). What emoji and
    /// scripts are joined by stays.
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

    /// A JSON document that means the same, with escapes in place of what gives a terminal orders or misleads.
    public static func escapedInJSON(_ document: String) -> String {
        guard document.unicodeScalars.contains(where: misleads) else { return document }
        var result = ""
        for scalar in document.unicodeScalars {
            guard misleads(scalar) else {
                result.unicodeScalars.append(scalar)
                continue
            }
            // It stands in a string, where this is the same character.
            for unit in scalar.utf16 {
                let digits = String(unit, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return result
    }

    /// True for what a terminal does not show as it is.
    public static func misleads(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0x00..<0x20, 0x7F..<0xA0, 0xE0000...0xE007F: true
        // Ends of lines and all that directs writing: marks, embeddings, overrides and isolates.
        case 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func sign(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
        "⟨U+\(String(scalar.value, radix: 16, uppercase: true))⟩".unicodeScalars
    }
}
