// SPDX-License-Identifier: GPL-3.0-or-later
// Splits a text into runs of one script each, for voices that read only one. Pure.

/// A stretch of text in one script, including the signs, digits and spaces that follow.
public struct ScriptRun: Hashable, Sendable {
    /// Nil for a text without letters. Japanese, with both its scripts, is a single run of `.kana`.
    public var script: WritingSystem?
    /// The run's Unicode scalars in the text.
    public var scalars: Range<Int>

    /// Splits a text into adjacent runs.
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
