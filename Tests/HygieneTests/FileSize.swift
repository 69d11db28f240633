// SPDX-License-Identifier: GPL-3.0-or-later
// How long a file may be.

enum FileSize {
    static let hardLimit = 500
    static let explainedLimit = 300
    /// The words that open a file's explanation, within its first lines.
    static let explanation = "Longer than most because"

    static func findings(in file: SourceFile) -> [Finding] {
        guard file.hasExtension("swift", "c", "h", "vert", "frag", "glsl", "css") || file.path.hasPrefix("scripts/")
        else { return [] }
        let count = file.lines.count - (file.text.hasSuffix("\n") ? 1 : 0)
        if count > hardLimit {
            return [Finding(path: file.path, line: 0, message: "\(count) lines; split it before \(hardLimit)")]
        }
        let head = file.lines.prefix(12).joined(separator: "\n")
        if count > explainedLimit, !head.contains(explanation) {
            let advice = "\(count) lines; split it, or say near the top \"\(explanation) …\""
            return [Finding(path: file.path, line: 0, message: advice)]
        }
        return []
    }
}
