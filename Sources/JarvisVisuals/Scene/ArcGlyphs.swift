// SPDX-License-Identifier: GPL-3.0-or-later
// Draws seven-segment digits along a ring, with those at the top upright: vertical strokes are bars, horizontal ones
// short arcs.

/// Makes the strokes of digits on a ring.
enum ArcGlyphs {
    /// A stroke of a digit. Angles are in turns from the top, heights in logical pixels above the baseline.
    struct Stroke: Hashable {
        var left, right, bottom, top: Double
        var isUpright: Bool
    }

    /// A digit or a colon.
    enum Sign: Hashable {
        case figure(Int)
        case colon

        var width: Double {
            switch self {
            case .figure: SceneMetrics.glyphWidth
            case .colon: SceneMetrics.glyphStroke
            }
        }
    }

    /// The digits of a time: "4:32", "0:09", or "1:04:32" from one hour on.
    static func time(_ seconds: Int) -> [Sign] {
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        func two(_ number: Int) -> [Sign] { [.figure(number / 10), .figure(number % 10)] }
        var line: [Sign] = []
        if hours >= 10 { line.append(.figure(hours / 10 % 10)) }
        if hours > 0 { line += [.figure(hours % 10), .colon] }
        line += hours > 0 || minutes >= 10 ? two(minutes) : [.figure(minutes)]
        return line + [.colon] + two(rest)
    }

    /// The width of a line in logical pixels.
    static func width(_ line: [Sign]) -> Double {
        line.reduce(0) { $0 + $1.width } + SceneMetrics.glyphSpace * Double(max(line.count - 1, 0))
    }

    /// The strokes of a line, centred at the top of the ring.
    static func strokes(_ line: [Sign]) -> [Stroke] {
        let around = 6.283185307179586 * (SceneMetrics.glyphBase + SceneMetrics.glyphHeight / 2)
        var place = -width(line) / 2
        var strokes: [Stroke] = []
        for sign in line {
            switch sign {
            case .colon:
                for height in [0.28, 0.72] {
                    let middle = height * SceneMetrics.glyphHeight
                    let half = SceneMetrics.glyphStroke / 2
                    strokes.append(
                        Stroke(
                            left: (place + half) / around, right: (place + half) / around, bottom: middle - half,
                            top: middle + half, isUpright: true))
                }
            case .figure(let figure):
                let lit = Self.lit[figure]
                strokes += Self.parts.enumerated().filter { lit.contains($0.offset) }.map { $0.element }.map { part in
                    stroke(part, at: place, around)
                }
            }
            place += sign.width + SceneMetrics.glyphSpace
        }
        return strokes
    }

    /// A segment of a digit: upright or flat, and where it is.
    private struct Part {
        var isUpright: Bool
        var isRight = false
        /// The height in half heights of the digit: 0 bottom … 2 top.
        var level: Double
    }

    /// The segments of a digit: top, upper right, lower right, bottom, lower left, upper left, middle.
    private static let parts = [
        Part(isUpright: false, level: 2), Part(isUpright: true, isRight: true, level: 1),
        Part(isUpright: true, isRight: true, level: 0), Part(isUpright: false, level: 0),
        Part(isUpright: true, level: 0), Part(isUpright: true, level: 1), Part(isUpright: false, level: 1),
    ]

    /// The lit segments of the digits 0…9, as indices of `parts`.
    private static let lit: [[Int]] = [
        [0, 1, 2, 3, 4, 5], [1, 2], [0, 1, 6, 4, 3], [0, 1, 6, 2, 3], [5, 6, 1, 2], [0, 5, 6, 2, 3],
        [0, 5, 6, 2, 3, 4], [0, 1, 2], [0, 1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 5, 6],
    ]

    private static func stroke(_ part: Part, at place: Double, _ around: Double) -> Stroke {
        let width = SceneMetrics.glyphWidth
        let thick = SceneMetrics.glyphStroke
        let half = (SceneMetrics.glyphHeight - thick) / 2
        if part.isUpright {
            let angle = (place + (part.isRight ? width - thick / 2 : thick / 2)) / around
            return Stroke(
                left: angle, right: angle, bottom: thick / 2 + half * part.level + 0.5,
                top: thick / 2 + half * (part.level + 1) - 0.5, isUpright: true)
        }
        return Stroke(
            left: (place + thick * 0.75) / around, right: (place + width - thick * 0.75) / around,
            bottom: half * part.level, top: half * part.level + thick, isUpright: false)
    }
}
