// SPDX-License-Identifier: GPL-3.0-or-later
// Puts weather into words, in the units of a region. Pure.

import JarvisCore
import JarvisUnderstanding

/// The part of the weather that a question asks about.
enum WeatherAspect: Sendable {
    case general, rain, umbrella, raining, snow, snowing, temperature, wind

    init(_ words: [String]) {
        let words = Set(words)
        func has(_ some: Set<String>) -> Bool { !words.isDisjoint(with: some) }
        self =
            if has(["umbrella", "raincoat"]) {
                .umbrella
            } else if has(["raining", "pouring", "drizzling"]) {
                .raining
            } else if has(["rain", "rainy", "wet", "dry", "showers", "washing"]) {
                .rain
            } else if has(["snowing"]) {
                .snowing
            } else if has(["snow", "snowy"]) {
                .snow
            } else if has(["wind", "windy", "stormy", "breezy"]) {
                .wind
            } else if has([
                "cold", "colder", "warm", "warmer", "hot", "hotter", "cool", "chilly", "freezing", "temperature",
                "degrees", "coat", "jacket",
            ]) {
                .temperature
            } else {
                .general
            }
    }
}

/// Sentences about the weather at one place.
struct WeatherText: Sendable {
    var region: Region
    /// The name of the place: "Oslo".
    var place: String
    /// The source: "according to Open-Meteo".
    var source: String

    /// The weather right now, and the forecast for today.
    func now(_ now: WeatherConditions, today: WeatherConditions?, _ aspect: WeatherAspect) -> String {
        let degrees = temperature(now.highestCelsius)
        let sky = Self.sky(now.code)
        let opening = source.capitalizedFirst + ","
        switch aspect {
        case .raining:
            return Self.isRain(now.code) || now.precipitationMillimetres > 0 && !Self.isSnow(now.code)
                ? "\(opening) it's raining in \(place), at \(degrees)."
                : "\(opening) it isn't raining in \(place) at the moment. It's \(degrees), with \(sky)."
        case .snowing:
            return Self.isSnow(now.code)
                ? "\(opening) it's snowing in \(place), at \(degrees)."
                : "\(opening) it isn't snowing in \(place) at the moment. It's \(degrees), with \(sky)."
        case .wind:
            return "\(opening) the wind in \(place) is \(wind(now)). "
                + (today.map { "Today it reaches \(wind($0))." } ?? "")
        case .temperature:
            return "\(opening) it's \(degrees) in \(place). \(today.map { "Today will be \(span($0))." } ?? "")"
        default:
            return "\(opening) it's \(degrees) in \(place), with \(sky). "
                + (today.map { "Today will be \(span($0))\(chance($0))." } ?? "")
        }
    }

    /// The forecast for one day.
    /// - Parameter when: "today", "tomorrow", "on Friday".
    func day(_ day: WeatherConditions, _ when: String, _ aspect: WeatherAspect) -> String {
        let opening = source.capitalizedFirst + ","
        switch aspect {
        case .umbrella:
            switch likelihood(day) {
            case .likely: return "Take an umbrella: \(source), rain is likely in \(place) \(when)\(figures(day))."
            case .possible:
                return "An umbrella is a good idea: \(source), it may rain in \(place) \(when)\(figures(day))."
            case .unlikely:
                return "You won't need an umbrella: \(source), rain is unlikely in \(place) \(when)\(figures(day))."
            }
        case .rain, .raining:
            let wet = Self.wet(day).lowercased()
            switch likelihood(day) {
            case .likely: return "\(opening) \(wet) is likely in \(place) \(when)\(figures(day))."
            case .possible: return "\(opening) it may \(wet) in \(place) \(when)\(figures(day))."
            case .unlikely: return "\(opening) rain is unlikely in \(place) \(when)\(figures(day))."
            }
        case .snow, .snowing:
            return Self.isSnow(day.code)
                ? "\(opening) snow is expected in \(place) \(when), at \(span(day))."
                : "\(opening) no snow is expected in \(place) \(when). It will be \(span(day))."
        case .wind: return "\(opening) the wind in \(place) will reach \(wind(day)) \(when)."
        case .temperature: return "\(opening) it will be \(span(day)) in \(place) \(when)."
        case .general:
            return "\(opening) it will be \(span(day)) in \(place) \(when), with \(Self.sky(day.code))\(chance(day))."
        }
    }

    /// A short forecast for one of several days.
    /// - Parameter name: The name of the day, such as "Friday".
    func brief(_ day: WeatherConditions, _ name: String) -> String {
        "\(name): \(span(day)), \(Self.sky(day.code))\(chance(day))."
    }

    // MARK: Figures

    /// "3 °C", or "37 °F"
    func temperature(_ celsius: Double) -> String { "\(degrees(celsius)) \(unit)" }

    /// "−1 to 4 °C"
    private func span(_ day: WeatherConditions) -> String {
        let (low, high) = (degrees(day.lowestCelsius), degrees(day.highestCelsius))
        return low == high ? "\(high) \(unit)" : "\(low) to \(high) \(unit)"
    }

    private func degrees(_ celsius: Double) -> String {
        SpokenFormat.number((region.usesFahrenheit ? celsius * 9 / 5 + 32 : celsius).rounded(), in: region)
    }

    private var unit: String { region.usesFahrenheit ? "°F" : "°C" }

    /// The wind speed: mph in Britain and in regions with Fahrenheit, otherwise km/h.
    private func wind(_ conditions: WeatherConditions) -> String {
        let inMiles = region.usesFahrenheit || region.country == "GB"
        let speed = conditions.windKilometresPerHour / (inMiles ? 1.609344 : 1)
        return SpokenFormat.number(speed.rounded(), in: region) + (inMiles ? " mph" : " km/h")
    }

    private func chance(_ day: WeatherConditions) -> String {
        guard let percent = day.probabilityPercent else { return "" }
        return " and a \(SpokenFormat.percent(percent.rounded(), in: region)) chance of \(Self.wet(day).lowercased())"
    }

    /// The chance and amount of rain: ", with a chance of 80% and about 5 mm".
    private func figures(_ day: WeatherConditions) -> String {
        var parts: [String] = []
        if let percent = day.probabilityPercent {
            parts.append("a chance of \(SpokenFormat.percent(percent.rounded(), in: region))")
        }
        if day.precipitationMillimetres >= 0.5 { parts.append("about \(amount(day.precipitationMillimetres))") }
        return parts.isEmpty ? "" : ", with \(SpokenFormat.list(parts))"
    }

    private func amount(_ millimetres: Double) -> String {
        guard region.usesFahrenheit else { return SpokenFormat.number(millimetres.rounded(), in: region) + " mm" }
        let inches = max(0.1, SpokenFormat.rounded(millimetres / 25.4, digits: millimetres >= 25.4 ? 2 : 1))
        return SpokenFormat.number(inches, in: region) + " inches"
    }

    // MARK: Words

    private enum Likelihood {
        case likely, possible, unlikely
    }

    private func likelihood(_ day: WeatherConditions) -> Likelihood {
        let percent = day.probabilityPercent ?? (day.precipitationMillimetres >= 1 ? 100 : 0)
        return percent >= 60 ? .likely : percent >= 30 ? .possible : .unlikely
    }

    private static func wet(_ day: WeatherConditions) -> String { isSnow(day.code) ? "Snow" : "Rain" }

    private static func isRain(_ code: Int) -> Bool {
        (50..<70).contains(code) || (80..<83).contains(code) || code >= 95
    }

    private static func isSnow(_ code: Int) -> Bool { (70..<80).contains(code) || (85..<87).contains(code) }

    /// The state of the sky, to follow "with". The codes are those of WMO 4677, as Open-Meteo uses them.
    static func sky(_ code: Int) -> String {
        switch code {
        case 0: "a clear sky"
        case 1: "a mostly clear sky"
        case 2: "some clouds"
        case 3: "an overcast sky"
        case 45..<50: "fog"
        case 56, 57, 66, 67: "freezing rain"
        case 50..<56: "drizzle"
        case 61: "light rain"
        case 65: "heavy rain"
        case 60..<70: "rain"
        case 71: "light snow"
        case 75: "heavy snow"
        case 70..<80: "snow"
        case 82: "heavy showers"
        case 80..<82: "showers"
        case 83..<90: "snow showers"
        case 96..<100: "thunderstorms and hail"
        case 95: "thunderstorms"
        default: "some clouds"
        }
    }
}
