// SPDX-License-Identifier: GPL-3.0-or-later
// How the user's region writes times, numbers and temperatures. Pure: the country comes from locale names, so the
// locales need not be installed.

/// The conventions of a country, as set by the desktop's formats.
public struct Region: Hashable, Sendable {
    /// ISO 3166 code in capitals, such as "US"; empty if unknown.
    public var country: String
    public var usesTwelveHours: Bool
    public var usesFahrenheit: Bool
    /// "." or ","
    public var decimalMark: Character

    public init(
        country: String = "US", usesTwelveHours: Bool = true, usesFahrenheit: Bool = true,
        decimalMark: Character = "."
    ) {
        self.country = country
        self.usesTwelveHours = usesTwelveHours
        self.usesFahrenheit = usesFahrenheit
        self.decimalMark = decimalMark
    }

    /// The region without a locale.
    public static let unitedStates = Region()

    /// The thousands separator. With a decimal comma it is the narrow space of ISO 80000-1, which neither a voice nor a
    /// reader mistakes for a decimal mark.
    public var groupMark: Character { decimalMark == "," ? "\u{202F}" : "," }

    /// The region that these environment variables describe: LC_ALL, LC_TIME, LC_MEASUREMENT, LC_NUMERIC, LC_TELEPHONE,
    /// LC_ADDRESS and LANG.
    public init(environment: [String: String]) {
        func locale(_ categories: String...) -> Locale {
            let names = ["LC_ALL"] + categories + ["LANG"]
            return Locale(names.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "")
        }
        self.init()
        let place = locale("LC_TELEPHONE", "LC_ADDRESS", "LC_TIME").country
        country = place.isEmpty ? "US" : place
        usesTwelveHours = locale("LC_TIME").isIn(Self.twelveHourCountries)
        usesFahrenheit = locale("LC_MEASUREMENT").isIn(Self.fahrenheitCountries)
        let numeric = locale("LC_NUMERIC")
        let hasComma =
            Self.commaLanguages.contains(numeric.language) && !Self.pointCountries.contains(numeric.country)
            || Self.commaCountries.contains(numeric.country) && numeric.language == "en"
        decimalMark = hasComma ? "," : "."
    }

    /// Language and country in a locale name, such as "de_AT.UTF-8"; both are empty for "C" and "POSIX".
    private struct Locale {
        var language = ""
        var country = ""

        init(_ name: String) {
            let fields = name.prefix { $0 != "." && $0 != "@" }.split(separator: "_")
            guard let first = fields.first, first != "C", first != "POSIX" else { return }
            language = first.lowercased()
            country = fields.count > 1 ? fields[1].uppercased() : ""
        }

        /// True if the country is one of these. English or no language without a country counts as the United States.
        func isIn(_ countries: Set<String>) -> Bool {
            countries.contains(country.isEmpty && (language.isEmpty || language == "en") ? "US" : country)
        }
    }

    // Source of these tables: Unicode CLDR 45, timeData, temperature preferences and number symbols.
    private static let twelveHourCountries: Set = [
        "US", "CA", "AU", "NZ", "IN", "PK", "BD", "PH", "MY", "SG", "EG", "SA", "AE", "KW", "QA", "JO", "KR", "LK",
        "NP", "HK", "CO", "VE", "PR", "GU", "JM", "TT", "BS", "BB", "FJ", "GH", "ZM", "MW",
    ]
    private static let fahrenheitCountries: Set = ["US", "BS", "BZ", "KY", "PR", "PW", "GU", "VI", "LR", "FM", "MH"]
    private static let commaLanguages: Set = [
        "de", "fr", "es", "it", "pt", "nl", "pl", "cs", "sk", "sl", "hr", "sr", "bs", "hu", "ro", "bg", "mk", "sq",
        "el", "tr", "ru", "uk", "be", "lt", "lv", "et", "fi", "sv", "nb", "nn", "no", "da", "is", "fo", "ca", "gl",
        "eu", "af", "id", "vi", "az", "kk", "uz", "hy", "ka",
    ]
    private static let pointCountries: Set = [
        "CH", "LI", "MX", "GT", "HN", "NI", "SV", "PA", "DO", "PR", "PE", "US",
    ]
    private static let commaCountries: Set = ["DE", "AT", "BE", "NL", "DK", "SE", "FI", "SI", "ZA"]
}
