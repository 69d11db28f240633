// SPDX-License-Identifier: GPL-3.0-or-later
// Emergency numbers by country, from the table that ships with JARVIS.

import JarvisPlatform

/// The numbers to call in one country.
struct EmergencyNumbers: Hashable, Sendable {
    /// A helpline for people in crisis.
    struct Helpline: Hashable, Sendable {
        var number: String
        /// The name to say: "Samaritans".
        var name: String
    }

    /// The number in most of the world, and on most mobile phones anywhere.
    static let international = EmergencyNumbers(emergency: "112", police: "112", fire: "112", ambulance: "112")

    var emergency: String
    var police: String
    var fire: String
    var ambulance: String
    var helpline: Helpline?

    /// The numbers of a country, or the international number if the table has none.
    /// - Parameters:
    ///   - table: Lines of `country | number | police | fire | ambulance | helpline | name of the helpline`.
    ///   - country: An ISO 3166 code in capitals.
    static func find(_ country: String, in table: String) -> EmergencyNumbers {
        for line in table.split(separator: "\n") where line.first != "#" {
            let fields = line.split(separator: "|", omittingEmptySubsequences: false).map { field in
                String(field.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
            }
            guard fields.count == 7, fields[0] == country, !fields[1].isEmpty else { continue }
            func number(_ place: Int) -> String { fields[place].isEmpty ? fields[1] : fields[place] }
            return EmergencyNumbers(
                emergency: fields[1], police: number(2), fire: number(3), ambulance: number(4),
                helpline: fields[5].isEmpty ? nil : Helpline(number: fields[5], name: fields[6]))
        }
        return international
    }

    /// Reads the numbers of a country from the table. A missing table counts as empty.
    static func read(_ resources: ResourceLocator, country: String) -> EmergencyNumbers {
        let table = resources.path("data/places/emergency.txt").flatMap { WholeFile.text($0, limit: 100_000) }
        return find(country, in: table ?? "")
    }
}
