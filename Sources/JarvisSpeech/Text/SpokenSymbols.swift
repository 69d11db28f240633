// SPDX-License-Identifier: GPL-3.0-or-later
// What symbols, units and addresses are called when they are said.

enum SpokenSymbols {
    static let names: [Character: String] = [
        "&": "and", "=": "equals", "×": "times", "÷": "divided by", "≈": "about", "→": "to", "←": "from", "≤": "at most",
        "≥": "at least", "≠": "is not", "±": "plus or minus", "−": "minus", "°": "degrees", "%": "percent", "½": "one half",
        "¼": "one quarter", "¾": "three quarters", "√": "the square root of", "π": "pi",
    ]

    /// Signs that only shape the page.
    static let silent: Set<Character> = ["•", "·", "◦", "▪", "“", "”", "„", "«", "»", "\"", "\u{FE0F}", "\u{200D}"]

    static let currencies: [Character: String] = ["$": "dollars", "€": "euros", "£": "pounds"]

    /// The unit's name behind a number, or nil when `symbol` is no unit.
    static func unit(_ symbol: String, isOne: Bool) -> String? {
        guard let (one, many) = units[symbol] else { return nil }
        return isOne ? one : many
    }

    private static let units: [String: (one: String, many: String)] = [
        "°C": ("degree celsius", "degrees celsius"), "°F": ("degree fahrenheit", "degrees fahrenheit"),
        "°": ("degree", "degrees"), "%": ("percent", "percent"), "K": ("kelvin", "kelvin"),
        "km/h": ("kilometer per hour", "kilometers per hour"), "kph": ("kilometer per hour", "kilometers per hour"),
        "mph": ("mile per hour", "miles per hour"), "m/s": ("meter per second", "meters per second"),
        "km": ("kilometer", "kilometers"), "m": ("meter", "meters"), "cm": ("centimeter", "centimeters"),
        "mm": ("millimeter", "millimeters"), "mi": ("mile", "miles"), "ft": ("foot", "feet"), "yd": ("yard", "yards"),
        "kg": ("kilogram", "kilograms"), "g": ("gram", "grams"), "mg": ("milligram", "milligrams"),
        "lb": ("pound", "pounds"), "lbs": ("pound", "pounds"), "oz": ("ounce", "ounces"), "l": ("liter", "liters"),
        "L": ("liter", "liters"), "ml": ("milliliter", "milliliters"), "mL": ("milliliter", "milliliters"),
        "m²": ("square meter", "square meters"), "km²": ("square kilometer", "square kilometers"),
        "m³": ("cubic meter", "cubic meters"), "h": ("hour", "hours"), "min": ("minute", "minutes"),
        "s": ("second", "seconds"), "ms": ("millisecond", "milliseconds"), "kB": ("kilobyte", "kilobytes"),
        "KB": ("kilobyte", "kilobytes"), "MB": ("megabyte", "megabytes"), "GB": ("gigabyte", "gigabytes"),
        "TB": ("terabyte", "terabytes"), "KiB": ("kibibyte", "kibibytes"), "MiB": ("mebibyte", "mebibytes"),
        "GiB": ("gibibyte", "gibibytes"), "TiB": ("tebibyte", "tebibytes"), "Hz": ("hertz", "hertz"),
        "kHz": ("kilohertz", "kilohertz"), "MHz": ("megahertz", "megahertz"), "GHz": ("gigahertz", "gigahertz"),
        "W": ("watt", "watts"), "kW": ("kilowatt", "kilowatts"), "kWh": ("kilowatt hour", "kilowatt hours"),
        "V": ("volt", "volts"), "dB": ("decibel", "decibels"), "°C/h": ("degree per hour", "degrees per hour"),
    ]

    /// How a web or mail address is said, or nil when `word` is none.
    static func address(_ word: String) -> String? {
        if let scheme = ["https://", "http://", "www."].first(where: { word.lowercased().hasPrefix($0) }) {
            var rest = word.dropFirst(scheme.count)
            if rest.lowercased().hasPrefix("www.") { rest = rest.dropFirst(4) }
            let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != ":" }
            return host.isEmpty ? nil : dotted(host)
        }
        let halves = word.split(separator: "@", omittingEmptySubsequences: false)
        guard halves.count == 2, !halves[0].isEmpty, halves[1].contains("."), !halves[1].hasPrefix(".") else {
            return nil
        }
        return "\(dotted(halves[0])) at \(dotted(halves[1]))"
    }

    private static func dotted(_ name: some StringProtocol) -> String {
        name.split(separator: ".").joined(separator: " dot ")
    }
}
