// SPDX-License-Identifier: GPL-3.0-or-later
// Whom to call, by country, from the table that ships with the program.

import JarvisPlatform

struct EmergencyNumbers: Hashable, Sendable {
    struct Helpline: Hashable, Sendable {
        var number: String
        /// "Samaritans"
        var name: String
    }

    /// What is called in most of the world, and from most mobile phones anywhere.
    static let international = EmergencyNumbers(emergency: "112", police: "112", fire: "112", ambulance: "112")

    var emergency: String
    var police: String
    var fire: String
    var ambulance: String
    var helpline: Helpline?

    /// The numbers of a country; the international one where the table has none.
    /// - Parameters:
    ///   - table: Lines of `country | number | police | fire | ambulance | helpline | its name`.
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

    static func read(_ resources: ResourceLocator, country: String) -> EmergencyNumbers {
        let table = resources.path("data/places/emergency.txt").flatMap { WholeFile.text($0, limit: 100_000) }
        return find(country, in: table ?? "")
    }
}
