// SPDX-License-Identifier: GPL-3.0-or-later
// Texts that people never say, for all code that reads text: rows of the same few characters, which make a reader with
// unbounded lookahead scan each of them again and again.

/// Parts of such texts.
public enum HostileText {
    /// Single signs, openings without an end, ends without a beginning, numbers, addresses, tables, lists and scripts.
    public static let parts =
        [
            "[", "(", "{", "<", "*", "_", "`", "~", "|", "$", "\\", "#", "@", ".", ",", ":", "/", "-", "1", " ", "👍",
            "]", ")", ">", "!", "?", "&", "+", "=", "^", "'", "\"", "“", "…", "a", "é\u{301}", "\u{301}", "\u{200D}",
            "\n", "\r\n", "\t", "ع", "語",
        ] + [
            "[](", "![", "[![", "](", "[a](b", "[a](b)", "[^1", "[a]: h", "**_", "**a", "_a", "`a", "```\n", "~~~a\n",
            "> ", "> \"", "- ", "-\n", "# ", "#a", "\"'", "| a | b ", "| a | b\n", "|-",
        ] + [
            "http://", "www.", "a@b.", "@a", "a.", "a/", "/a", "./a", "a-b-", "v1.", "<b>", "<b ", "</", "<script>",
            "<!--",
            "&amp", "&a",
        ] + [
            "1,", "1.", "1:", "1/", "1-", "1–", "1 – ", "1 ", "+1", "$1", "$x", "$a+", "1x", "(1", "555-", "12.12.",
            "1:00", "2026-", "1,111", "}{", "\\frac{",
        ] + ["e.g.", "z. B. ", "st. ", "etc.   ", "! ", "a. ", "IV ", "Nov "]

    /// A part repeated to about this many characters.
    public static func row(of part: String, length: Int) -> String {
        String(repeating: part, count: max(1, length / part.count))
    }
}
