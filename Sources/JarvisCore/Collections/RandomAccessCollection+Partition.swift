// SPDX-License-Identifier: GPL-3.0-or-later
// Binary search in sorted collections.

extension RandomAccessCollection {
    /// The first index whose element belongs to the second part, in a collection where all elements of the
    /// first part come before those of the second; `endIndex` if the second part is empty. Makes O(log n) tests.
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
