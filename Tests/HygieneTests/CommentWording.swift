// SPDX-License-Identifier: GPL-3.0-or-later
// Comments are in modern English: these forms have a plainer one.

enum CommentWording {
    static func findings(in file: SourceFile) -> [Finding] {
        guard file.path.hasPrefix("Sources/"), file.hasExtension("swift", "h", "c") else { return [] }
        let comments = SwiftText.comments(file.text).split(separator: "\n", omittingEmptySubsequences: false)
        return comments.enumerated().flatMap { index, line in
            advice(line).map { Finding(path: file.path, line: index + 1, message: $0) }
        }
    }

    private static func advice(_ line: Substring) -> [String] {
        var advice: [String] = []
        if let match = line.firstMatch(of: /\b(?:whoever|nobody|anew|lest)\b/.ignoresCase()) {
            advice.append("\"\(match.output)\" in a comment: say it in plainer words")
        }
        if line.contains(/\bso many\b(?!.*\bthat\b)/.ignoresCase()) {
            advice.append("\"so many\" in a comment: \"this many\", or a number")
        }
        let denials = line.matches(of: /(\w+ )?\b(?:is|are) no (?!longer\b|more\b|further\b)/.ignoresCase())
        // "There is no" is plain.
        if denials.contains(where: { $0.output.1?.lowercased() != "there " }) {
            advice.append("\"is no …\" in a comment: \"is not a …\"")
        }
        return advice
    }
}
