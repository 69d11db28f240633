// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of the histories to be damaged, which cover everything that a history may contain.

import JarvisCore
import JarvisPlatform

struct FuzzLines {
    private let texts: [String]
    private let number: Int

    private static let words = [
        "remind me", "größer Straße", "который час", "今 何時 ですか", "τι ώρα", "\"quoted\" \\ and\ttab\n",
        "👩‍🚀 e\u{301}", "",
    ]

    init(_ number: Int) {
        self.number = number
        var mutator = Mutator(seed: UInt64(number))
        texts = (0..<60).map { _ in
            (0..<(1 + mutator.below(6))).map { _ in Self.words[mutator.below(Self.words.count)] }.joined(separator: " ")
        }
    }

    var header: [UInt8] { line(["format": .text("jarvis-history"), "version": .integer(2), "later": .text("kept")]) }

    func messages(_ range: Range<Int>) -> [UInt8] {
        range.flatMap { place in
            var object: JSONObject = [
                "type": .text("message"), "id": .text(identity(place)), "at": .integer(time(place)),
                "turn": .integer(Int64(place / 2)),
                "kind": .text(place % 13 == 12 ? "hologram" : MessageKind.allCases[place % 5].rawValue),
                "source": .text(place % 3 == 0 ? "voice" : "typed"), "text": .text(texts[place]),
            ]
            if place % 4 == 0 { object["skill"] = .text("time") }
            if place % 7 == 0 { object["cut"] = .flag(true) }
            if place % 11 == 0 { object["later"] = .array([.null]) }
            let foreign = place % 17 == 16 ? line(["type": .text("hologram"), "at": .integer(time(place))]) : []
            return line(object) + foreign
        }
    }

    /// Deletions of archived messages and others; one is undone.
    var deletions: [UInt8] {
        line([
            "type": .text("delete"), "ids": .array([3, 9, 44].map { .text(identity($0)) }), "at": .integer(time(61)),
        ])
            + line(["type": .text("restore"), "ids": .array([.text(identity(9))]), "at": .integer(time(62))])
    }

    /// Times in the autumn of 2025, one a day.
    private func time(_ place: Int) -> Int64 { 1_758_000_000_000 + Int64(place) * 86_400_000 }

    private func identity(_ place: Int) -> String {
        StoreGenerator.identity(Int(time(place)), number * 1000 + place)
    }

    private func line(_ object: JSONObject) -> [UInt8] {
        JSONValue.object(object).bytes + [0x0A]
    }
}
