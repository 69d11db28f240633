// SPDX-License-Identifier: GPL-3.0-or-later
// The table of rooms in ARCHITECTURE.md: which targets belong together, and which may use which.

/// The rooms from the top down. A target may use those of its own room and of the rooms below.
struct RoomTable: Sendable {
    static let path = "ARCHITECTURE.md"

    struct Room: Sendable {
        var name: String
        var targets: [String]
    }

    let rooms: [Room]
    /// The number of each target's room, counted from the top.
    let places: [String: Int]

    /// Reads the rows below `| Room | Targets and what lives there |`: every name in backquotes is a target.
    init(_ document: String) {
        let lines = document.split(separator: "\n", omittingEmptySubsequences: false)
        let head = lines.firstIndex { $0.hasPrefix("| Room |") } ?? lines.endIndex
        rooms = lines[head...].dropFirst(2).prefix { $0.hasPrefix("|") }.map { line in
            let cells = line.split(separator: "|").map { String($0) }
            let quoted = (cells.dropFirst().first ?? "").split(separator: "`", omittingEmptySubsequences: false)
            return Room(
                name: (cells.first ?? "").filter { !"* ".contains($0) },
                targets: quoted.enumerated().compactMap { $0.offset % 2 == 1 ? String($0.element) : nil })
        }
        let pairs = rooms.enumerated().flatMap { place, room in room.targets.map { ($0, place) } }
        places = Dictionary(pairs) { first, _ in first }
    }
}
