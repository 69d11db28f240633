// SPDX-License-Identifier: GPL-3.0-or-later
// The table of targets in ARCHITECTURE.md: the one place that says which target may depend on which.

/// A row of the table.
struct TargetRow: Hashable, Sendable {
    /// nil for what is never linked into the program.
    var floor: Int?
    var name: String
    /// Targets and products of the package, and modules of the toolchain, that it may import.
    var dependencies: Set<String>
}

struct TargetTable: Sendable {
    static let path = "ARCHITECTURE.md"

    /// By name.
    let rows: [String: TargetRow]

    /// Reads each line `| floor | names | what it holds | dependencies |`: names stand in backquotes, and a row may
    /// hold several targets.
    init(_ document: String) {
        let found = document.split(separator: "\n").flatMap { line -> [TargetRow] in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { cell in
                String(cell.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
            }
            guard cells.count == 6, cells[1] == "–" || Int(cells[1]) != nil else { return [] }
            return Self.quoted(cells[2]).map {
                TargetRow(floor: Int(cells[1]), name: $0, dependencies: Set(Self.quoted(cells[4])))
            }
        }
        rows = Dictionary(found.map { ($0.name, $0) }) { first, _ in first }
    }

    private static func quoted(_ text: String) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .compactMap { $0.offset % 2 == 1 ? String($0.element) : nil }
    }

    /// What the drawing of the floors must say, highest floor first.
    var drawing: String {
        let floors = Set(rows.values.compactMap(\.floor)).sorted(by: >)
        return floors.map { floor in
            let names = rows.values.filter { $0.floor == floor }.map(\.name).sorted()
            return "\(floor)  " + names.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}
