// SPDX-License-Identifier: GPL-3.0-or-later
// Stores the heights of rows in a long list. Most rows have never been measured; they count as high as the average of
// those that have. Adding rows at the front costs only those rows, and positions are found from sums over blocks of
// rows.

/// The heights of all rows, in logical pixels.
struct RowHeights {
    /// The assumed height before any row has been measured.
    static let guess = 72
    private static let stretch = 128
    private static let unknown: Int32 = -1

    /// The sum of the heights in a block of rows.
    private struct Sum {
        var known = 0
        var unknown = 0
    }

    /// The heights in reverse order, so that rows added at the front are appended here.
    private var heights: [Int32] = []
    private var sums: [Sum] = []
    private var all = Sum()

    var count: Int { heights.count }

    /// The assumed height of unmeasured rows.
    var estimate: Int {
        let measured = count - all.unknown
        return measured > 0 ? max(1, all.known / measured) : Self.guess
    }

    /// The total height of all rows.
    var total: Int { all.known + all.unknown * estimate }

    /// The height of a row, measured or assumed.
    subscript(position: Int) -> Int {
        let height = heights[count - 1 - position]
        return height == Self.unknown ? estimate : Int(height)
    }

    /// The total height of the rows before this one.
    func top(of position: Int) -> Int {
        let index = count - position
        let whole = index / Self.stretch
        var below = Sum()
        for sum in sums[..<whole] {
            below.known += sum.known
            below.unknown += sum.unknown
        }
        for height in heights[(whole * Self.stretch)..<index] { Self.add(height, to: &below) }
        return total - below.known - below.unknown * estimate
    }

    /// The row at a distance from the top; the first or the last row for a distance outside the list.
    func position(at place: Int) -> Int {
        let estimate = estimate
        var left = max(1, total - max(0, place))
        var index = 0
        for sum in sums {
            let height = sum.known + sum.unknown * estimate
            guard height < left else { break }
            left -= height
            index += Self.stretch
        }
        while index < count {
            left -= heights[index] == Self.unknown ? estimate : Int(heights[index])
            if left <= 0 { break }
            index += 1
        }
        return max(0, count - 1 - min(index, count - 1))
    }

    /// Records a measured height.
    mutating func set(_ height: Int, at position: Int) { store(Int32(clamping: max(0, height)), at: position) }

    /// Forgets a height, because the row's content has changed.
    mutating func forget(at position: Int) { store(Self.unknown, at: position) }

    /// Forgets all heights, because the width has changed.
    mutating func forgetAll() {
        heights = Array(repeating: Self.unknown, count: count)
        addUp(from: 0)
    }

    mutating func splice(at position: Int, removing removed: Int, inserting inserted: Int) {
        let end = count - position
        heights.replaceSubrange((end - removed)..<end, with: repeatElement(Self.unknown, count: inserted))
        addUp(from: (end - removed) / Self.stretch)
    }

    private mutating func store(_ height: Int32, at position: Int) {
        let index = count - 1 - position
        let old = heights[index]
        guard height != old else { return }
        heights[index] = height
        for height in [(old, -1), (height, 1)] {
            Self.add(height.0, to: &sums[index / Self.stretch], height.1)
            Self.add(height.0, to: &all, height.1)
        }
    }

    private mutating func addUp(from first: Int) {
        sums.removeSubrange(min(first, sums.count)...)
        for start in stride(from: sums.count * Self.stretch, to: count, by: Self.stretch) {
            var sum = Sum()
            for height in heights[start..<min(start + Self.stretch, count)] { Self.add(height, to: &sum) }
            sums.append(sum)
        }
        all = sums.reduce(into: Sum()) {
            $0.known += $1.known
            $0.unknown += $1.unknown
        }
    }

    private static func add(_ height: Int32, to sum: inout Sum, _ times: Int = 1) {
        if height == unknown { sum.unknown += times } else { sum.known += times * Int(height) }
    }
}
