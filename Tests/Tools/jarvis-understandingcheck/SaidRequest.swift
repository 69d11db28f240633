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
        text = Self.addressed(text)
    }

    /// SLURP's people call their robot Olly, or what they call another assistant at home. Here, those are the names of
    /// others, and what is said to them is not for JARVIS; what is meant for the robot of the data is.
    private static func addressed(_ text: String) -> String {
        var words = text.split(separator: " ").map(String.init)
        if words.count > 2, ["ok", "okay", "hey"].contains(words[0]), words[1] == "google" { words[1] = "jarvis" }
        return words.map { ["olly", "alexa", "siri"].contains($0) ? "jarvis" : $0 }.joined(separator: " ")
    }
}
