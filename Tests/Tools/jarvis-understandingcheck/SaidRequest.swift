// SPDX-License-Identifier: GPL-3.0-or-later
// One line of the public data: its intent, its words, and the values marked in it.

/// A request from the data.
struct SaidRequest {
    var intent: String
    var text: String
    /// The marked values: "time", "five pm".
    var entities: [(name: String, words: String)] = []
    /// True for SLURP, which marks values; CLINC150 marks none.
    var isMarked: Bool

    /// The words of the first entity with this name.
    func entity(_ name: String) -> String? { entities.first { $0.name == name }?.words }

    /// Parses `intent⇥text with [entity : words]`.
    init?(_ line: String, isMarked: Bool) {
        let fields = line.split(separator: "\t", maxSplits: 1)
        guard fields.count == 2 else { return nil }
        intent = String(fields[0])
        self.isMarked = isMarked
        guard isMarked else {
            text = String(fields[1])
            return
        }
        text = ""
        var rest = fields[1]
        while let open = rest.firstIndex(of: "["), let close = rest[open...].firstIndex(of: "]") {
            text += rest[..<open]
            let parts = rest[rest.index(after: open)..<close].split(separator: ":", maxSplits: 1).map {
                $0.split(separator: " ").joined(separator: " ")
            }
            guard parts.count == 2 else { return nil }
            entities.append((parts[0], parts[1]))
            text += parts[1]
            rest = rest[rest.index(after: close)...]
        }
        text += rest
    }
}
