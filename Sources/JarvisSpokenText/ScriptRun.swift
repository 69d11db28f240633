// SPDX-License-Identifier: GPL-3.0-or-later
// A text in pieces of one script each, for voices that read one script. Pure.

/// A stretch of a text in one script, with the signs, digits and spaces after it.
public struct ScriptRun: Hashable, Sendable {
    /// Japanese has both of its scripts in one run, as `.kana`.
    public var script: WritingSystem
    /// Unicode scalars of the text.
    public var scalars: Range<Int>

    /// Divides a text; the runs follow each other without gaps. Without a letter, all of it is in the `usual` script.
    public static func runs(of text: String, usual: WritingSystem) -> [ScriptRun] {
        var runs: [ScriptRun] = []
        var count = 0
        for scalar in text.unicodeScalars {
            if let script = WritingSystem(scalar), let last = runs.last {
                if last.script != script, !isJapanese(script, last.script) {
                    runs[runs.count - 1].scalars = last.scalars.lowerBound..<count
                    runs.append(ScriptRun(script: script, scalars: count..<count))
                } else if script == .kana {
                    runs[runs.count - 1].script = .kana
                }
            } else if let script = WritingSystem(scalar) {
                runs.append(ScriptRun(script: script, scalars: 0..<0))
            }
            count += 1
        }
        guard let last = runs.last else { return count == 0 ? [] : [ScriptRun(script: usual, scalars: 0..<count)] }
        runs[runs.count - 1].scalars = last.scalars.lowerBound..<count
        return runs
    }

    private static func isJapanese(_ one: WritingSystem, _ other: WritingSystem) -> Bool {
        let scripts: Set<WritingSystem> = [.han, .kana]
        return scripts.isSuperset(of: [one, other])
    }
}
