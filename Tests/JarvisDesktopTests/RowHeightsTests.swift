// SPDX-License-Identifier: GPL-3.0-or-later
// Row positions in a long list: sums over blocks equal adding up row by row.

import JarvisTesting
import Testing

@testable import GtkKit

struct RowHeightsTests {
    /// A reference that adds up row by row; nil is an unmeasured row.
    private struct Plain {
        var rows: [Int?] = []
        var estimate: Int {
            let known = rows.compactMap { $0 }
            return known.isEmpty ? RowHeights.guess : max(1, known.reduce(0, +) / known.count)
        }
        var heights: [Int] { rows.map { [estimate] in $0 ?? estimate } }
    }

    private func check(_ heights: RowHeights, _ plain: Plain, _ comment: Comment) {
        let all = plain.heights
        #expect(heights.count == all.count, comment)
        #expect(heights.total == all.reduce(0, +), comment)
        var top = 0
        for (position, height) in all.enumerated() {
            guard heights[position] == height, heights.top(of: position) == top else {
                Issue.record("row \(position): \(comment)")
                return
            }
            if height > 0 {
                #expect(heights.position(at: top) == position, comment)
                #expect(heights.position(at: top + height - 1) == position, comment)
            }
            top += height
        }
    }

    @Test func anEmptyListHasNoHeight() {
        let heights = RowHeights()
        #expect(heights.total == 0 && heights.position(at: 100) == 0)
    }

    @Test func positionsBeyondTheEndsAreClamped() {
        var heights = RowHeights()
        heights.splice(at: 0, removing: 0, inserting: 300)
        #expect(heights.total == 300 * RowHeights.guess)
        #expect(heights.position(at: -5) == 0 && heights.position(at: 1_000_000) == 299)
    }

    @Test func sumsMatchTheReferenceAfterRandomChanges() {
        var random = SeededGenerator(seed: 11)
        var heights = RowHeights()
        var plain = Plain()
        for step in 0..<100 {
            let count = plain.rows.count
            switch Int.random(in: 0..<5, using: &random) {
            case 0:
                heights.splice(at: 0, removing: 0, inserting: 50)
                plain.rows.insert(contentsOf: Array(repeating: nil, count: 50), at: 0)
            case 1 where count > 0:
                let first = Int.random(in: 0..<count, using: &random)
                let removed = Int.random(in: 0...min(60, count - first), using: &random)
                let inserted = Int.random(in: 0..<4, using: &random)
                heights.splice(at: first, removing: removed, inserting: inserted)
                plain.rows.replaceSubrange(
                    first..<(first + removed), with: Array(repeating: nil, count: inserted))
            case 2 where count > 0:
                let position = Int.random(in: 0..<count, using: &random)
                heights.forget(at: position)
                plain.rows[position] = nil
            case 3 where step % 40 == 3:
                heights.forgetAll()
                plain.rows = plain.rows.map { _ in nil }
            default:
                for _ in 0..<min(20, count) {
                    let position = Int.random(in: 0..<count, using: &random)
                    let height = Int.random(in: 1..<400, using: &random)
                    heights.set(height, at: position)
                    plain.rows[position] = height
                }
            }
            check(heights, plain, "step \(step)")
        }
    }
}
