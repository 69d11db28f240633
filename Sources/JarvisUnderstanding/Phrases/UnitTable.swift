// SPDX-License-Identifier: GPL-3.0-or-later
// Units of measurement. Factors are exact by definition (SI brochure, NIST SP 811), except for year and month: 365
// days, and a twelfth of that.

package import JarvisCore

/// The physical or digital quantity that a unit measures.
package enum Quantity: String, Sendable {
    case length, mass, volume, temperature, speed, time, data, area
}

/// A unit of measurement and its conversion to the base unit of its quantity.
package struct Unit: Hashable, Sendable {
    package var quantity: Quantity
    package var singular: String
    package var plural: String
    /// Other names: spoken variants and typed abbreviations.
    package var aliases: [String]
    /// How many base units make one unit: metre, gram, litre, kelvin, metre per second, second, byte, square metre.
    package var factor: Double
    /// The international symbol, if readers know it and `SpeakableText` can read it: "km". Nil for units written out,
    /// such as "miles".
    package var symbol: String?
    /// Added to a value before applying the factor; temperatures only.
    package var offset: Double = 0

    /// Converts `value` from this unit to `other`; nil if they measure different quantities.
    package func convert(_ value: Double, to other: Unit) -> Double? {
        guard quantity == other.quantity else { return nil }
        return (value + offset) * factor / other.factor - other.offset
    }

    /// "1 mile", "6.21 km"
    package func phrase(_ value: Double, in region: Region = .unitedStates) -> String {
        SpokenFormat.number(value, in: region) + " " + (symbol ?? (abs(value) == 1 ? singular : plural))
    }
}

/// The table of all units.
package enum UnitTable {
    package static let all: [Unit] = length + mass + volume + temperature + speed + time + data + area

    private static func unit(
        _ quantity: Quantity, _ singular: String, _ factor: Double, _ aliases: [String] = [], plural: String? = nil,
        symbol: String? = nil
    ) -> Unit {
        Unit(
            quantity: quantity, singular: singular, plural: plural ?? singular + "s", aliases: aliases, factor: factor,
            symbol: symbol)
    }

    private static let length = [
        unit(.length, "millimeter", 0.001, ["mm", "millimetre", "millimetres"], symbol: "mm"),
        centimeter,
        unit(.length, "meter", 1, ["m", "metre", "metres"], symbol: "m"),
        unit(.length, "kilometer", 1000, ["km", "kms", "kilometre", "kilometres"], symbol: "km"),
        inch,
        unit(.length, "foot", 0.3048, ["ft"], plural: "feet"),
        unit(.length, "yard", 0.9144, ["yd"]),
        unit(.length, "mile", 1609.344, ["mi"]),
        unit(.length, "nautical mile", 1852, ["nmi"]),
    ]
    private static let mass = [
        unit(.mass, "milligram", 0.001, ["mg"], symbol: "mg"),
        unit(.mass, "gram", 1, ["g", "gramme", "grammes"], symbol: "g"),
        unit(.mass, "kilogram", 1000, ["kg", "kilo", "kilos"], symbol: "kg"), ounce,
        unit(.mass, "pound", 453.59237, ["lb", "lbs"]), unit(.mass, "stone", 6350.29318, plural: "stone"),
        unit(.mass, "ton", 907_184.74, ["short ton", "short tons"]),
        unit(.mass, "metric ton", 1e6, ["tonne", "tonnes"]),
    ]
    package static let ounce = unit(.mass, "ounce", 28.349523125, ["oz"])
    package static let centimeter = unit(
        .length, "centimeter", 0.01, ["cm", "centimetre", "centimetres"], symbol: "cm")
    package static let inch = unit(.length, "inch", 0.0254, ["in"], plural: "inches")
    package static let imperialPint = unit(.volume, "imperial pint", 0.56826125, ["british pint", "british pints"])
    package static let imperialGallon = unit(
        .volume, "imperial gallon", 4.54609, ["british gallon", "british gallons"])
    package static let fluidOunce = unit(.volume, "fluid ounce", 0.0295735295625, ["fl oz"])
    private static let volume = [
        unit(.volume, "milliliter", 0.001, ["ml", "mls", "millilitre", "millilitres"], symbol: "mL"),
        unit(.volume, "centiliter", 0.01, ["cl", "centilitre", "centilitres"]),
        unit(.volume, "liter", 1, ["l", "litre", "litres"], symbol: "L"),
        unit(.volume, "teaspoon", 0.00492892159375, ["tsp"]),
        unit(.volume, "tablespoon", 0.01478676478125, ["tbsp"]),
        fluidOunce, unit(.volume, "cup", 0.2365882365),
        unit(.volume, "pint", 0.473176473), unit(.volume, "quart", 0.946352946, ["qt"]),
        unit(.volume, "gallon", 3.785411784, ["gal"]),
        imperialPint, imperialGallon,
        unit(.volume, "cubic meter", 1000, ["cubic metre", "cubic metres"], symbol: "m³"),
    ]
    package static let kelvin = Unit(
        quantity: .temperature, singular: "kelvin", plural: "kelvin", aliases: ["kelvins", "k"], factor: 1)
    private static let temperature = [
        Unit(
            quantity: .temperature, singular: "degree Celsius", plural: "degrees Celsius",
            aliases: ["celsius", "celcius", "degrees c", "c", "centigrade", "degrees centigrade"], factor: 1,
            symbol: "°C",
            offset: 273.15),
        Unit(
            quantity: .temperature, singular: "degree Fahrenheit", plural: "degrees Fahrenheit",
            aliases: ["fahrenheit", "farenheit", "degrees f", "f"], factor: 5.0 / 9, symbol: "°F", offset: 459.67),
        kelvin,
    ]
    private static let speed = [
        unit(
            .speed, "meter per second", 1, ["metres per second", "m divided by s"], plural: "meters per second",
            symbol: "m/s"),
        unit(
            .speed, "kilometer per hour", 1 / 3.6,
            ["kph", "kmh", "kilometres per hour", "kilometers an hour", "kilometres an hour"],
            plural: "kilometers per hour", symbol: "km/h"),
        unit(.speed, "mile per hour", 0.44704, ["mph", "miles an hour"], plural: "miles per hour", symbol: "mph"),
        unit(.speed, "knot", 1852.0 / 3600, ["kn"]),
        unit(.speed, "foot per second", 0.3048, plural: "feet per second"),
    ]
    private static let time = [
        unit(.time, "millisecond", 0.001, ["ms"], symbol: "ms"), unit(.time, "second", 1, ["s", "sec", "secs"]),
        unit(.time, "minute", 60, ["min", "mins"]), unit(.time, "hour", 3600, ["h", "hr", "hrs"]),
        unit(.time, "day", 86_400), unit(.time, "week", 604_800), unit(.time, "month", 86_400 * 365.0 / 12),
        unit(.time, "year", 86_400 * 365), unit(.time, "decade", 864_000 * 365),
        unit(.time, "century", 8_640_000 * 365, plural: "centuries"),
    ]
    private static let data = [
        unit(.data, "bit", 0.125), unit(.data, "byte", 1), unit(.data, "kilobyte", 1e3, ["kb"], symbol: "kB"),
        unit(.data, "megabyte", 1e6, ["mb"], symbol: "MB"), unit(.data, "gigabyte", 1e9, ["gb"], symbol: "GB"),
        unit(.data, "terabyte", 1e12, ["tb"], symbol: "TB"), unit(.data, "kibibyte", 1024, ["kib"], symbol: "KiB"),
        unit(.data, "mebibyte", 1_048_576, ["mib"], symbol: "MiB"),
        unit(.data, "gibibyte", 1_073_741_824, ["gib"], symbol: "GiB"),
        unit(.data, "megabit", 125_000, ["mbit"]), unit(.data, "gigabit", 1.25e8, ["gbit"]),
    ]
    private static let area = [
        unit(.area, "square centimeter", 1e-4, ["square centimetres"], symbol: "cm²"),
        unit(.area, "square meter", 1, ["square metre", "square metres", "sqm"], symbol: "m²"),
        unit(.area, "square kilometer", 1e6, ["square kilometre", "square kilometres"], symbol: "km²"),
        unit(.area, "hectare", 1e4, ["ha"]), unit(.area, "acre", 4046.8564224),
        unit(.area, "square inch", 0.00064516, plural: "square inches"),
        unit(.area, "square foot", 0.09290304, ["sqft"], plural: "square feet"),
        unit(.area, "square yard", 0.83612736), unit(.area, "square mile", 2_589_988.110336),
    ]
}

/// Reads names of units.
package enum UnitPhrase {
    /// The words a recognizer should know: units in singular and plural, without abbreviations and rare words.
    package static let vocabulary: [String] = {
        let spoken = UnitTable.all.filter { !rare.contains($0.singular) }
        let names = spoken.flatMap { [$0.singular.lowercased(), $0.plural.lowercased()] }
        return Array(Set(names + ["celsius", "fahrenheit", "kilos"])).sorted()
    }()

    /// Understood when typed, but absent from pronouncing dictionaries or more likely to be misheard than said.
    private static let rare: Set<String> = [
        "centiliter", "kibibyte", "mebibyte", "gibibyte", "megabit", "gigabit", "bit", "stone", "imperial pint",
        "imperial gallon", "kelvin", "millisecond",
    ]

    /// The unit if all of `words` form its name; otherwise nil.
    package static func unit(of words: some Collection<String>) -> Unit? {
        guard words.count <= 4 else { return nil }
        return byName[words.joined(separator: " ")]
    }

    private static let byName: [String: Unit] = {
        var units: [String: Unit] = [:]
        for unit in UnitTable.all {
            for name in [unit.singular, unit.plural] + unit.aliases { units[name.lowercased()] = unit }
        }
        return units
    }()
}
