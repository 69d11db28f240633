// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the time zones of cities and countries, from JARVIS's own table and the system's list of zones.

import JarvisPlatform

/// A place with a known time zone.
struct Place: Hashable, Sendable {
    /// The name to show: "Tokyo".
    var name: String
    /// The identifier of the zone: "Asia/Tokyo".
    var zone: String
}

/// Finds places by their names.
struct PlaceTable: Sendable {
    private let places: [String: Place]

    /// - Parameters:
    ///   - table: Lines of `names | zone | name to show`. They override names from `zones`.
    ///   - zones: The contents of the time zone database's `zone.tab`.
    init(table: String, zones: String) {
        var places: [String: Place] = [:]
        for line in zones.split(separator: "\n") where line.first != "#" {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count >= 3, let city = fields[2].split(separator: "/").last else { continue }
            let name = city.replacing("_", with: " ")
            places[Self.plain(name)] = Place(name: String(name), zone: String(fields[2]))
        }
        for line in table.split(separator: "\n") where line.first != "#" {
            let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(Self.trimmed)
            guard fields.count >= 2 else { continue }
            let names = fields[0].split(separator: ",").map { Self.trimmed($0) }
            let shown = fields.count > 2 && !fields[2].isEmpty ? fields[2] : names.first ?? ""
            for name in names { places[Self.plain(name)] = Place(name: shown, zone: fields[1]) }
        }
        self.places = places
    }

    /// Reads the table that ships with JARVIS and the system's `zone.tab`. A missing file counts as empty.
    static func read(_ resources: ResourceLocator) -> PlaceTable {
        let table = resources.path("data/places/zones.txt").flatMap { WholeFile.text($0, limit: 200_000) }
        let zones = WholeFile.text("/usr/share/zoneinfo/zone.tab", limit: 200_000)
        return PlaceTable(table: table ?? "", zones: zones ?? "")
    }

    /// The place with this name, or `nil` if neither list has it.
    func place(named name: String) -> Place? {
        let plain = Self.plain(name)
        if let place = places[plain] { return place }
        // "Tokyo, Japan" and "London England": the first words are the city.
        let words = plain.split(separator: " ")
        guard words.count > 1, places[String(words[words.count - 1])] != nil else { return nil }
        return places[words.dropLast().joined(separator: " ")]
    }

    /// The name in lower case, without accents and punctuation.
    private static func plain(_ name: some StringProtocol) -> String {
        let letters = name.lowercased().map { letter in accents[letter] ?? (letter == "-" ? " " : String(letter)) }
        let kept = letters.joined().filter { $0.isLetter || $0 == " " }
        return kept.split(separator: " ").joined(separator: " ")
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    private static let accents: [Character: String] = [
        "á": "a", "à": "a", "â": "a", "ã": "a", "ä": "a", "å": "a", "é": "e", "è": "e", "ê": "e", "ë": "e", "í": "i",
        "ï": "i", "ó": "o", "ô": "o", "õ": "o", "ö": "o", "ø": "o", "ú": "u", "ü": "u", "ç": "c", "ñ": "n", "ł": "l",
    ]
}
