// SPDX-License-Identifier: GPL-3.0-or-later
// A canonical prefix code for given frequencies, as deflate wants it (RFC 1951, section 3.2.2).

/// Lengths and codes by symbol; unused symbols have length 0.
struct HuffmanCode {
    private(set) var lengths: [Int]
    /// The first bit of a code is the lowest.
    private(set) var codes: [Int]

    /// The best code whose codes have at most `longest` bits, or near it.
    init(frequencies: [Int], longest: Int) {
        var weights = frequencies
        lengths = Self.lengths(weights)
        while lengths.contains(where: { $0 > longest }) {
            // Evening the weights out makes the tree shallower.
            weights = weights.map { $0 == 0 ? 0 : $0 / 2 + 1 }
            lengths = Self.lengths(weights)
        }
        codes = Self.codes(lengths)
    }

    private static func lengths(_ weights: [Int]) -> [Int] {
        var lengths = [Int](repeating: 0, count: weights.count)
        let used = weights.indices.filter { weights[$0] > 0 }.sorted { (weights[$0], $0) < (weights[$1], $1) }
        guard used.count > 1 else {
            for symbol in used { lengths[symbol] = 1 }
            return lengths
        }
        // Leaves and inner nodes both come in rising order, so two queues are enough.
        var inner: [(weight: Int, symbols: [Int])] = []
        var nextLeaf = 0
        var nextInner = 0
        func take() -> (weight: Int, symbols: [Int]) {
            if nextLeaf < used.count, nextInner >= inner.count || weights[used[nextLeaf]] <= inner[nextInner].weight {
                defer { nextLeaf += 1 }
                return (weights[used[nextLeaf]], [used[nextLeaf]])
            }
            defer { nextInner += 1 }
            return inner[nextInner]
        }
        for _ in 1..<used.count {
            let first = take()
            let second = take()
            let symbols = first.symbols + second.symbols
            for symbol in symbols { lengths[symbol] += 1 }
            inner.append((first.weight + second.weight, symbols))
        }
        return lengths
    }

    private static func codes(_ lengths: [Int]) -> [Int] {
        var codes = [Int](repeating: 0, count: lengths.count)
        var next = 0
        for length in 1...max(1, lengths.max() ?? 1) {
            next <<= 1
            for symbol in lengths.indices where lengths[symbol] == length {
                codes[symbol] = (0..<length).reduce(0) { $0 | (next >> $1 & 1) << (length - 1 - $1) }
                next += 1
            }
        }
        return codes
    }
}
