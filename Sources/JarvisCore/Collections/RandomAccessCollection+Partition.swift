// SPDX-License-Identifier: GPL-3.0-or-later
// Binary search in whatever is in order.

extension RandomAccessCollection {
    /// The first index whose element belongs to the second part, where all elements of a first part come before all of a
    /// second one; `endIndex` if the second part is empty. Takes O(log n) tests.
    @inlinable
    public func partitioningIndex(where isInSecondPart: (Element) throws -> Bool) rethrows -> Index {
        var low = startIndex
        var count = distance(from: startIndex, to: endIndex)
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if try isInSecondPart(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }
}
