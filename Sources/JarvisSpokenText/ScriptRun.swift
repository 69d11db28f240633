// SPDX-License-Identifier: GPL-3.0-or-later
// A text in pieces of one script each, for voices that read one script. Pure.

/// A stretch of a text in one script, with the signs, digits and spaces after it.
public struct ScriptRun: Hashable, Sendable {
    /// Nil for a text without letters. Japanese has both of its scripts in one run, as `.kana`.
    public var script: WritingSystem?
    /// Unicode scalars of the text.
    public var scalars: Range<Int>

    /// Divides a text; the runs follow each other without gaps.
    public static func runs(of text: String) -> [ScriptRun] {
        var runs: [ScriptRun] = []
        var current = ScriptRun(script: nil, scalars: 0..<0)
        for (place, scalar) in text.unicodeScalars.enumerated() {
            if let script = WritingSystem(scalar), script != current.script {
                if let last = current.script, !japanese.isSuperset(of: [script, last]) {
                    runs.append(current)
                    current = ScriptRun(script: script, scalars: place..<place)
                } else {
                    current.script = current.script == nil ? script : .kana
                }
            }
            current.scalars = current.scalars.lowerBound..<(place + 1)
        }
        return current.scalars.isEmpty ? runs : runs + [current]
    }

    private static let japanese: Set<WritingSystem> = [.han, .kana]
}
