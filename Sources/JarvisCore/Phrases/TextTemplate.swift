// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences with numbered placeholders, which translations may reorder.

/// Fills placeholders in sentences.
public enum TextTemplate {
    /// The sentence with the values in place of "%1" to "%9". Leaves other percent signs alone, and those in a value.
    public static func fill(_ sentence: String, _ values: [String]) -> String {
        var text = ""
        var rest = sentence[...]
        while let mark = rest.firstIndex(of: "%") {
            text += rest[..<mark]
            let digit = rest.index(after: mark)
            if digit < rest.endIndex, let number = rest[digit].wholeNumberValue, values.indices.contains(number - 1) {
                text += values[number - 1]
                rest = rest[rest.index(after: digit)...]
            } else {
                text.append("%")
                rest = rest[digit...]
            }
        }
        return text + rest
    }
}
