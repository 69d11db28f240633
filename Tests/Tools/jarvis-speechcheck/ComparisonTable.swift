// SPDX-License-Identifier: GPL-3.0-or-later
// Accuracy of two recognizers side by side, on tuning data and on held-out data.

/// A count out of a total.
struct Share {
    var count = 0
    var all = 0

    mutating func add(_ count: Int, of all: Int = 1) {
        self.count += count
        self.all += all
    }

    var percent: Double { Double(count) * 100 / Double(max(all, 1)) }
    var description: String { all == 0 ? "-" : percent.rounded1 }
}

/// Rows in the order of their first entry; a column per recognizer and side of the split.
struct ComparisonTable {
    private struct Cell: Hashable {
        var row: String
        var recognizer: RecognizerUnderTest
        var isKeptOut: Bool
    }

    let title: String
    private var rows: [String] = []
    private var goals: [String: String] = [:]
    private var shares: [Cell: Share] = [:]

    init(_ title: String) { self.title = title }

    mutating func add(
        _ count: Int, of all: Int = 1, row: String, by recognizer: RecognizerUnderTest, isKeptOut: Bool,
        goal: String = ""
    ) {
        if !rows.contains(row) { rows.append(row) }
        goals[row] = goal
        shares[Cell(row: row, recognizer: recognizer, isKeptOut: isKeptOut), default: Share()].add(count, of: all)
    }

    var text: String {
        let recognizers = RecognizerUnderTest.chosen
        var lines = [title.padded(to: 34)]
        for recognizer in recognizers {
            lines[0] += "\(recognizer.rawValue): tuned on".leftPadded(to: 24) + "kept out".leftPadded(to: 10)
        }
        lines[0] += "    of".padded(to: 14) + "goal"
        for row in rows {
            var line = "  \(row)".padded(to: 34)
            for recognizer in recognizers {
                line += share(row, recognizer, false).description.leftPadded(to: 24)
                line += share(row, recognizer, true).description.leftPadded(to: 10)
            }
            let (tuned, kept) = (share(row, recognizers[0], false).all, share(row, recognizers[0], true).all)
            lines.append(line + "    \(tuned), \(kept)".padded(to: 14) + (goals[row] ?? ""))
        }
        return lines.joined(separator: "\n")
    }

    private func share(_ row: String, _ recognizer: RecognizerUnderTest, _ isKeptOut: Bool) -> Share {
        shares[Cell(row: row, recognizer: recognizer, isKeptOut: isKeptOut)] ?? Share()
    }
}
