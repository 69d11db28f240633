// SPDX-License-Identifier: GPL-3.0-or-later
// The phones of the CMU dictionary, and how easily one is mistaken for another. Pure.

/// One of the 39 phones of the CMU dictionary.
struct Phone: Hashable {
    /// The position in `names`, which identifies the phone.
    let index: UInt8

    static let names = [
        "AA", "AE", "AH", "AO", "AW", "AY", "EH", "ER", "EY", "IH", "IY", "OW", "OY", "UH", "UW", "B", "CH", "D", "DH",
        "F", "G", "HH", "JH", "K", "L", "M", "N", "NG", "P", "R", "S", "SH", "T", "TH", "V", "W", "Y", "Z", "ZH",
    ]
    static let count = names.count
    private static let numbers = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, UInt8($0)) })

    /// - Parameter name: The name in the dictionary, without stress ("AH") or with it ("AH0").
    init?(_ name: Substring) {
        guard let index = Self.numbers[String(name.prefix { $0.isLetter })] else { return nil }
        self.index = index
    }

    /// The cost of hearing `other` instead of this phone, 0…1.
    func cost(heardAs other: Phone) -> Float { Self.replacements[Int(index) * Self.count + Int(other.index)] }

    /// The cost of missing this phone, or of hearing it although it was not said, 0…1.
    var gapCost: Float { Self.gaps[Int(index)] }

    // MARK: Costs

    private static let replacements: [Float] = {
        var costs = [Float](repeating: 1, count: count * count)
        func set(_ left: String, _ right: String, _ cost: Float) {
            guard let left = numbers[left].map(Int.init), let right = numbers[right].map(Int.init) else { return }
            costs[left * count + right] = min(costs[left * count + right], cost)
            costs[right * count + left] = costs[left * count + right]
        }
        for name in names { set(name, name, 0) }
        for (index, left) in vowels.enumerated() {
            for right in vowels[(index + 1)...] { set(left, right, 0.6) }
        }
        for (group, cost) in alike {
            let members = group.split(separator: " ").map(String.init)
            for left in members {
                for right in members where left != right { set(left, right, cost) }
            }
        }
        return costs
    }()

    private static let vowels = [
        "AA", "AE", "AH", "AO", "AW", "AY", "EH", "ER", "EY", "IH", "IY", "OW", "OY", "UH", "UW",
    ]

    /// Phones that differ in one feature, or that dialects and quick speech exchange, with the cost of an exchange.
    private static let alike: [(String, Float)] = [
        ("AA AO", 0.2), ("AA AH", 0.35), ("AE EH", 0.35), ("AH IH", 0.25), ("AH EH", 0.35), ("AH UH", 0.25),
        ("AH AE", 0.45), ("IH IY", 0.3), ("IH EH", 0.35), ("EH EY", 0.35), ("EY AY", 0.45), ("UH UW", 0.3),
        ("OW AO", 0.35), ("OW UW", 0.45), ("OW AW", 0.45), ("ER AH", 0.35), ("ER R", 0.4), ("ER AO", 0.45),
        ("Y IY", 0.4), ("W UW", 0.4), ("OY AY", 0.45), ("OY AO", 0.45), ("AW AA", 0.45), ("AY AA", 0.45),
        // Voiced and voiceless
        ("B P", 0.3), ("D T", 0.25), ("G K", 0.3), ("F V", 0.3), ("TH DH", 0.3), ("S Z", 0.2), ("SH ZH", 0.3),
        ("CH JH", 0.3),
        // Nasals, liquids, glides
        ("M N", 0.35), ("N NG", 0.3), ("L R", 0.5), ("L W", 0.5), ("R W", 0.5), ("W V", 0.5),
        // Fricatives
        ("F TH", 0.3), ("TH S", 0.45), ("DH V", 0.4), ("DH Z", 0.5), ("DH D", 0.4), ("S SH", 0.4), ("Z ZH", 0.45),
        ("SH CH", 0.35), ("ZH JH", 0.35), ("TH T", 0.45), ("F HH", 0.6),
        // Plosives
        ("P T K", 0.55), ("B D G", 0.55), ("T CH", 0.5), ("D JH", 0.5), ("B V", 0.5), ("P F", 0.55),
    ]

    /// The cost of missing or adding each phone: lower for short vowels, and for sounds often dropped in quick speech.
    private static let gaps: [Float] = names.map { name in
        switch name {
        case "AH", "IH", "HH": 0.55
        case "T", "D", "R", "L", "N", "Y", "W", "DH", "ER", "UH": 0.7
        default: 0.9
        }
    }
}
