// SPDX-License-Identifier: GPL-3.0-or-later
// How long a file may be, and how large a target.

enum FileSize {
    /// Lines of a file.
    static let fileLimit = 300
    /// Lines of Swift and C in one target. The desktop's folders count one by one: each could be a target.
    static let targetLimit = 4500

    static func findings(in file: SourceFile) -> [Finding] {
        guard isCode(file) || file.hasExtension("vert", "frag", "glsl", "css") || file.path.hasPrefix("scripts/") else {
            return []
        }
        guard file.path != "Package.swift" else { return [] }  // A table, which the package manager wants in one file.
        let count = lineCount(file)
        guard count > fileLimit else { return [] }
        return [Finding(path: file.path, line: 0, message: "\(count) lines; split it before \(fileLimit)")]
    }

    /// Targets of `Sources` that are too large.
    static func targetFindings(in files: [SourceFile]) -> [Finding] {
        var counts: [String: Int] = [:]
        for file in files where isCode(file) && file.path.hasPrefix("Sources/") {
            let parts = file.path.split(separator: "/")
            let depth = parts[1] == "JarvisDesktop" && parts.count > 3 ? 3 : 2
            counts[parts.prefix(depth).joined(separator: "/"), default: 0] += lineCount(file)
        }
        return counts.filter { $0.value > targetLimit }.sorted { $0.key < $1.key }.map {
            Finding(path: $0.key, line: 0, message: "\($0.value) lines; split it before \(targetLimit)")
        }
    }

    private static func isCode(_ file: SourceFile) -> Bool { file.hasExtension("swift", "c", "h") }

    private static func lineCount(_ file: SourceFile) -> Int {
        file.lines.count - (file.text.hasSuffix("\n") ? 1 : 0)
    }
}
