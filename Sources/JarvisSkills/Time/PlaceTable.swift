// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the time zones of cities and countries, from JARVIS's own tables and the system's list of zones.

import JarvisCore
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
    private var places: [String: Place] = [:]
    /// Further zones of a place that has several, by its name.
    private var furtherZones: [String: Set<String>] = [:]
    /// The country of each zone, as its ISO 3166 code.
    private var countries: [String: Substring] = [:]
    /// What the time of a zone is called: "Eastern Time".
    private var timeNames: [String: String] = [:]
    /// The names of states and countries, which may follow that of a city.
    private var regions: Set<String> = []

    /// - Parameters:
    ///   - table: Lines of `names | zone | name to show | further zones`. They override names from `zones`.
    ///   - zones: The contents of the time zone database's `zone.tab`.
    ///   - countries: The contents of its `iso3166.tab`.
    ///   - times: Lines of `names | zones | name to show`, for times by name.
    init(table: String, zones: String, countries: String = "", times: String = "") {
        var zonesOfCountry: [Substring: [String]] = [:]
        for line in zones.split(separator: "\n") where line.first != "#" {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count >= 3, let city = fields[2].split(separator: "/").last else { continue }
            let name = city.replacing("_", with: " ")
            places[Self.plain(name)] = Place(name: String(name), zone: String(fields[2]))
            self.countries[String(fields[2])] = fields[0]
            zonesOfCountry[fields[0], default: []].append(String(fields[2]))
        }
        // A country with one zone needs no line in the table.
        for line in countries.split(separator: "\n") where line.first != "#" {
            let fields = line.split(separator: "\t")
            guard fields.count == 2, let own = zonesOfCountry[fields[0]] else { continue }
            regions.insert(Self.plain(fields[1]))
            guard own.count == 1, let zone = own.first else { continue }
            places[Self.plain(fields[1])] = Place(name: String(fields[1]), zone: zone)
        }
        for fields in Self.lines(of: table) {
            let names = fields[0].split(separator: ",").map { Self.trimmed($0) }
            let shown = fields.count > 2 && !fields[2].isEmpty ? fields[2] : names.first ?? ""
            for name in names {
                let name = Self.plain(name)
                places[name] = Place(name: shown, zone: fields[1])
                if name.hasSuffix(Self.stateMark) { regions.insert(name) }
                guard fields.count > 3 else { continue }
                regions.insert(name)
                furtherZones[name] = Set(fields[3].split(separator: " ").map(String.init))
            }
        }
        for fields in Self.lines(of: times) where fields.count > 2 {
            let zones = fields[1].split(separator: " ").map(String.init)
            guard let zone = zones.first else { continue }
            for zone in zones { timeNames[zone] = fields[2] }
            for name in fields[0].split(separator: ",").map({ Self.plain($0) }) {
                places[name] = Place(name: fields[2], zone: zone)
            }
        }
    }

    /// Reads the tables that ship with JARVIS and the system's. A missing file counts as empty.
    static func read(_ resources: ResourceLocator) -> PlaceTable {
        func own(_ name: String) -> String {
            resources.path("data/places/\(name)").flatMap { WholeFile.text($0, limit: 200_000) } ?? ""
        }
        func system(_ name: String) -> String {
            WholeFile.text("/usr/share/zoneinfo/\(name)", limit: 200_000) ?? ""
        }
        return PlaceTable(
            table: own("zones.txt"), zones: system("zone.tab"), countries: system("iso3166.tab"),
            times: own("times.txt"))
    }

    /// What the time of a zone is called; `nil` if it has no name.
    func timeName(of zone: String) -> String? { timeNames[zone] }

    /// The place with this name, or `nil` if no list has it.
    func place(named name: String) -> Place? {
        let plain = Self.plain(name)
        if let place = places[plain] ?? time(named: plain) { return place }
        let words = plain.split(separator: " ").map(String.init)
        guard words.count > 1 else { return nil }
        if words[0] == "the" { return place(named: words.dropFirst().joined(separator: " ")) }
        for start in words.indices.dropFirst() {
            let city = words[..<start].last == "in" ? words[..<(start - 1)] : words[..<start]
            let region = words[start...].joined(separator: " ")
            if let found = place(city.joined(separator: " "), in: region) { return found }
        }
        return nil
    }

    /// "Tokyo, Japan", "Paris in Texas", "Houston, TX": the city with this name if it is in that region, otherwise
    /// another one of the name, which has the region's time.
    private func place(_ city: String, in region: String) -> Place? {
        // Behind a city, "Georgia" and "Washington" are states.
        guard !city.isEmpty, let key = [region + Self.stateMark, region].first(where: regions.contains),
            let whole = places[key]
        else { return nil }
        let isState = key.hasSuffix(Self.stateMark)
        if let known = places[city] {
            let isThere =
                known.zone == whole.zone || furtherZones[key]?.contains(known.zone) == true
                || !isState && countries[known.zone] != nil && countries[known.zone] == countries[whole.zone]
            if isThere { return known }
        }
        // A country with several times stands for one of its cities.
        let said = whole.name.replacing("most of ", with: "")
        guard isState || Self.plain(said) == region else { return nil }
        let shown = city.split(separator: " ").map { $0.capitalizedFirst }
        return Place(name: "\(shown.joined(separator: " ")), \(said)", zone: whole.zone)
    }

    /// Ends the names of states in the table: "georgia state", "tx state".
    private static let stateMark = " state"

    /// "Eastern", "Pacific standard time", "the central time zone", "Hawaii time"
    private func time(named plain: String) -> Place? {
        for ending in Self.timeEndings where plain.hasSuffix(ending) {
            let name = String(plain.dropLast(ending.count))
            if let place = places[name] ?? places[name + " time"] { return place }
        }
        return nil
    }

    private static let timeEndings = [
        " standard time zone", " standard timezone", " daylight time zone", " standard time", " daylight time",
        " time zone", " timezone", " time", " standard",
    ]

    private static func lines(of table: String) -> [[String]] {
        table.split(separator: "\n").filter { $0.first != "#" }
            .map { $0.split(separator: "|", omittingEmptySubsequences: false).map { trimmed($0) } }
            .filter { $0.count >= 2 }
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
