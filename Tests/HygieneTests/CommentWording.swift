// SPDX-License-Identifier: GPL-3.0-or-later
// Comments and documents are in modern English: these forms have a plainer one.

enum CommentWording {
    static func findings(in file: SourceFile) -> [Finding] {
        prose(of: file).split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { index, line in
            // Most lines have no comment, and patterns are slow on long blank ones.
            line.utf8.allSatisfy { $0 == UInt8(ascii: " ") }
                ? [] : advice(line).map { Finding(path: file.path, line: index + 1, message: $0) }
        }
    }

    /// What is written for people who read the tree; lines keep their numbers.
    private static func prose(of file: SourceFile) -> String {
        if file.hasExtension("swift", "h", "c") { return SwiftText.comments(file.text) }
        if file.hasExtension("md") { return file.text }
        let isScript = ["scripts/", ".ci/", "training/"].contains(where: file.path.hasPrefix)
        return isScript || file.hasExtension("py", "sh") ? scriptComments(file.text) : ""
    }

    /// From a "#" that begins a word, and is not inside quotes, to the end of its line.
    private static func scriptComments(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let marks = line.ranges(of: /(?:^|\s)#/)
            let begin = marks.first { mark in
                let before = line[..<mark.lowerBound]
                return before.count { $0 == "\"" }.isMultiple(of: 2) && before.count { $0 == "'" }.isMultiple(of: 2)
            }
            return begin.map { String(line[$0.lowerBound...]) } ?? ""
        }.joined(separator: "\n")
    }

    private static func advice(_ line: Substring) -> [String] {
        var advice: [String] = []
        if let match = line.firstMatch(of: /\b(?:whoever|nobody|anew|lest)\b/.ignoresCase()) {
            advice.append("\"\(match.output)\": say it in plainer words")
        }
        if line.contains(/\bso many\b(?!.*\bthat\b)/.ignoresCase()) {
            advice.append("\"so many\": \"this many\", or a number")
        }
        let denials = line.matches(of: /(\w+ )?\b(?:is|are) no (?!longer\b|more\b|further\b)/.ignoresCase())
        // "There is no" is plain.
        if denials.contains(where: { $0.output.1?.lowercased() != "there " }) {
            advice.append("\"is no …\": \"is not a …\"")
        }
        return advice
    }
}
