// SPDX-License-Identifier: GPL-3.0-or-later
// Claims that the compiler cannot check (`@unchecked Sendable`, `nonisolated(unsafe)`) need a proof in the comment
// beside them. People judge whether a proof is right. Checked here: it says what keeps threads apart, names that or the
// protected values in backquotes, every such name still exists in the file, and each stored variable of the type is
// covered.

enum ConcurrencyProofs {
    private static let claims = ["@unchecked Sendable", "nonisolated(unsafe)"]
    /// Words for what can keep threads apart.
    private static let mechanisms = [
        "thread", "lock", "mutex", "atomic", "semaphore", "constant", "never change", "`worker`", "loop's function",
    ]
    /// Words with which a proof covers all variables of the type; without one it must name each.
    private static let coversAll = ["everything", "the variables", "all access", "touched on the", "touches"]

    static func findings(in file: SourceFile) -> [Finding] {
        guard file.hasExtension("swift") else { return [] }
        let code = SwiftText.code(file.text).split(separator: "\n", omittingEmptySubsequences: false)
        let (words, lines) = (Set(code.flatMap(Self.words)), file.lines)
        return code.indices.compactMap { index in
            guard let claim = claims.first(where: code[index].contains) else { return nil }
            let proof = comment(beside: index, lines)
            let type = claim == claims[0] ? variables(ofTypeAt: index, code) : []
            return fault(in: proof, words, type).map {
                Finding(path: file.path, line: index + 1, message: "\(claim) \($0)")
            }
        }
    }

    private static func fault(in proof: String, _ words: Set<Substring>, _ variables: [Substring]) -> String? {
        guard !proof.isEmpty else { return "without its proof beside it" }
        let said = proof.lowercased()
        guard mechanisms.contains(where: said.contains) else {
            return "with a comment that does not say which thread, lock or atomic makes it safe"
        }
        let named = quoted(in: proof)
        // Single letters are indices in the argument; tests are in other files.
        if let stale = named.first(where: { $0.count > 1 && !$0.hasSuffix("Tests") && !words.contains($0) }) {
            return "with a proof that speaks of \(stale), which is not in this file"
        }
        // The main actor needs no quotes where it is asserted or declared.
        let isOnMainActor = said.contains("thread of the main loop") || said.contains("thread that runs the main loop")
        guard named.contains(where: words.contains) || isOnMainActor && words.contains("MainActor") else {
            return "with a proof that names nothing of this file"
        }
        guard !coversAll.contains(where: said.contains) else { return nil }
        return variables.first { !named.contains($0) }.map { "with a proof that says nothing of \($0)" }
    }

    /// The comment that ends at most four lines above the claim, and the one that begins right below it.
    private static func comment(beside index: Int, _ lines: [Substring]) -> String {
        var above = index - 1
        while above > max(0, index - 4), !isComment(lines[above]) { above -= 1 }
        var found: [Substring] = []
        while above >= 0, isComment(lines[above]), !lines[above].contains("SPDX-") {
            found.insert(lines[above], at: 0)
            above -= 1
        }
        found += lines[(index + 1)...].prefix(while: isComment)
        return found.map { $0.drop { $0.isWhitespace || $0 == "/" } }.joined(separator: " ")
    }

    private static func isComment(_ line: Substring) -> Bool {
        line.drop { $0.isWhitespace }.hasPrefix("//")
    }

    /// The stored variables of the type whose declaration is on this line.
    private static func variables(ofTypeAt index: Int, _ code: [Substring]) -> [Substring] {
        var (depth, found) = (0, [Substring]())
        for line in code[index...] {
            let parts = line.split(separator: " ")
            if depth == 1, let keyword = parts.firstIndex(of: "var"), keyword + 1 < parts.count, !line.contains("{") {
                found.append(parts[keyword + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
            }
            depth += line.count { $0 == "{" } - line.count { $0 == "}" }
            if depth == 0, line.contains("}") { break }
        }
        return found
    }

    private static func quoted(in text: String) -> [Substring] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .compactMap { $0.offset % 2 == 1 ? words($0.element).first : nil }
    }

    private static func words(_ text: Substring) -> [Substring] {
        text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    }
}
