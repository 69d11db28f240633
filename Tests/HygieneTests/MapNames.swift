// SPDX-License-Identifier: GPL-3.0-or-later
// What ARCHITECTURE.md and its neighbours name must exist: files and folders, and types of ours.

enum MapNames {
    /// What is named and no longer there.
    static func findings(in document: SourceFile, tree: [SourceFile]) -> [Finding] {
        let paths = places(tree)
        let words = Set(tree.filter { $0.hasExtension("swift", "c", "h") }.flatMap { identifiers(in: $0.text[...]) })
        return document.lines.enumerated().flatMap { index, line in
            quoted(in: line).compactMap { name -> Finding? in
                guard !exists(name, paths, words) else { return nil }
                return Finding(path: document.path, line: index + 1, message: "\(name) is not in the tree")
            }
        }
    }

    /// Every file and folder: by its path, and by its path below `Sources`.
    private static func places(_ tree: [SourceFile]) -> Set<Substring> {
        var found: Set<Substring> = []
        for file in tree {
            let parts = file.path.split(separator: "/")
            for count in 1...parts.count {
                found.insert(parts.prefix(count).joined(separator: "/")[...])
                if parts[0] == "Sources", count > 1 { found.insert(parts[1..<count].joined(separator: "/")[...]) }
            }
            if let name = parts.last { found.insert(name) }
        }
        return found
    }

    private static func exists(_ name: Substring, _ paths: Set<Substring>, _ words: Set<Substring>) -> Bool {
        let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || "_-./+".contains($0) }
        // Commands, variables, patterns and C's own names are not places in the tree.
        guard isPlain, let first = name.first, first.isLetter else { return true }
        if paths.contains(name) { return true }
        if name.contains("/") || name.hasSuffix(".swift") { return false }
        guard first.isUppercase, name.contains(where: \.isLowercase) else { return true }
        return identifiers(in: name).allSatisfy(words.contains)
    }

    private static func quoted(in line: Substring) -> [Substring] {
        line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .compactMap { $0.offset % 2 == 1 ? $0.element : nil }
    }

    private static func identifiers(in text: Substring) -> [Substring] {
        text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    }
}
