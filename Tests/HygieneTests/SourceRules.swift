// SPDX-License-Identifier: GPL-3.0-or-later
// Rules about the text of files rather than the calls in it: licence lines, colours, doc comments, leftovers.

enum SourceRules {
    /// Every source states its licence on the first line, or on the second if another line must come first.
    static func licenceFindings(in file: SourceFile) -> [Finding] {
        let isScript = file.path.hasPrefix("scripts/") || file.path.hasPrefix(".ci/")
        let extensions = file.hasExtension("swift", "c", "h", "vert", "frag", "glsl", "css", "py", "sh")
        guard isScript || extensions else { return [] }
        let isAllowed = file.lines.prefix(2).contains { $0.contains("SPDX-License-Identifier: GPL-3.0-or-later") }
        let message = "the first line must be SPDX-License-Identifier: GPL-3.0-or-later"
        return isAllowed ? [] : [Finding(path: file.path, line: 1, message: message)]
    }

    /// A global lock lies in zeroed memory in optimized builds, whatever its initial value. A bare closure in a lock is
    /// wrapped once more by every access, until calling it overflows the stack.
    static func lockFindings(in file: SourceFile) -> [Finding] {
        guard file.hasExtension("swift"), file.path.hasPrefix("Sources/") else { return [] }
        let code = SwiftText.code(file.text).split(separator: "\n", omittingEmptySubsequences: false)
        return code.enumerated().compactMap { index, line in
            let isGlobal = line.first?.isWhitespace == false || line.contains("static ")
            if isGlobal, line.contains("= Mutex") {
                return Finding(path: file.path, line: index + 1, message: "a global Mutex: put it into a final class")
            }
            guard ["Mutex<@", "Mutex<(@", "Mutex<(("].contains(where: line.contains) else { return nil }
            return Finding(
                path: file.path, line: index + 1, message: "a bare closure in a Mutex: put it into a structure")
        }
    }

    /// Public types and functions at the top level of a library need doc comments. (Self-explanatory members and those
    /// that fulfil a documented protocol do not.)
    static func documentationFindings(in file: SourceFile) -> [Finding] {
        guard file.hasExtension("swift"), file.path.hasPrefix("Sources/") else { return [] }
        let lines = file.lines
        return lines.indices.compactMap { index in
            guard let name = publicDeclaration(lines[index]) else { return nil }
            let above = lines[..<index].last { !$0.hasPrefix("@") } ?? ""
            guard !above.hasPrefix("///") else { return nil }
            return Finding(path: file.path, line: index + 1, message: "\(name) is public and has no doc comment")
        }
    }

    /// The name of the type or function that this line declares as public, unindented.
    private static func publicDeclaration(_ line: Substring) -> Substring? {
        let words = line.split(separator: " ").drop { $0.hasPrefix("@") }
        guard line.first?.isWhitespace == false, let access = words.first, access == "public" || access == "open" else {
            return nil
        }
        let kinds: Set<Substring> = ["struct", "class", "actor", "enum", "protocol", "func", "typealias"]
        guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.endIndex else { return nil }
        return words[kind + 1]
    }

    /// Colours belong in the tokens: the one style sheet, and the Swift token files for drawing.
    static func colourFindings(in file: SourceFile) -> [Finding] {
        let isToken = file.path.contains("Tokens") || file.path == "data/style.css" || file.path.hasPrefix("Tests/")
        guard file.hasExtension("swift", "css"), !isToken else { return [] }
        let text = file.hasExtension("swift") ? SwiftText.withoutComments(file.text) : file.text
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
            guard hasColourLiteral(line) else { return nil }
            return Finding(path: file.path, line: index + 1, message: "a colour literal: move it to the tokens")
        }
    }

    /// Finds unfinished work and text that is valid on one machine only.
    static func leftoverFindings(in file: SourceFile) -> [Finding] {
        guard !file.path.hasPrefix("Tests/HygieneTests/") else { return [] }
        return file.lines.enumerated().flatMap { index, line in
            leftovers.filter { BannedAPI.contains($0, line) }.map {
                Finding(path: file.path, line: index + 1, message: "\"\($0)\" does not belong into the tree")
            }
        }
    }

    /// A repository that is not ours: anyone who registers that name could offer something else for download.
    private static let addresses = ["github.com/jarvis-assistant", "githubusercontent.com/jarvis-assistant"]

    static let leftovers: [String] = {
        // The last of these words names a document that isn't in the tree.
        let words = ["TODO", "FIXME", "XXX", "HACK", "/root/", "/home/", "SPEC"] + addresses
        // A tree at "/tmp" or "/src" may legitimately mention such a folder.
        let isTelling = Repository.root.split(separator: "/").count > 1
        return isTelling ? words + [Repository.root] : words
    }()

    /// `#` and exactly three, six or eight hexadecimal digits, as in "#00D4FF".
    private static func hasColourLiteral(_ line: Substring) -> Bool {
        line.split(separator: "#", omittingEmptySubsequences: false).dropFirst().contains { rest in
            let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
            return [3, 6, 8].contains(word.count) && word.allSatisfy(\.isHexDigit)
        }
    }
}
