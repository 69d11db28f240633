// SPDX-License-Identifier: GPL-3.0-or-later
// The weather from Open-Meteo (https://open-meteo.com/en/docs), which needs no API key. One request finds the
// coordinates of a place, and another gets its weather.

import Glibc
import JarvisCore
import JarvisPlatform
import Synchronization

struct OpenMeteo: Sendable {
    let client: OnlineClient
    let places: PlaceMemory

    private static let setting = "online.weather-address"
    private static let usual = (weather: "https://api.open-meteo.com", places: "https://geocoding-api.open-meteo.com")
    /// The fields to request, in the order of the documentation.
    private static let now = "temperature_2m,precipitation,weather_code,wind_speed_10m"
    private static let daily =
        "weather_code,temperature_2m_max,temperature_2m_min,precipitation_sum,precipitation_probability_max,"
        + "wind_speed_10m_max"
    private static let dayCount = 14

    static func server(_ settings: OnlineSettings) throws(OnlineFailure) -> OnlineServer {
        let own = settings.weatherAddress.trimmed
        return try OnlineServer(own.isEmpty ? usual.weather : own, setting: setting)
    }

    private static func placeServer(_ settings: OnlineSettings) throws(OnlineFailure) -> OnlineServer {
        let own = settings.weatherAddress.trimmed
        return try OnlineServer(own.isEmpty ? usual.places : own, setting: setting)
    }

    func weather(in name: String) async throws -> WeatherReport {
        let place = try await find(name)
        let server = try Self.server(client.settings())
        let answer = try await client.askJSON(
            .weather, server,
            "/v1/forecast?latitude=\(Self.degrees(place.latitude))&longitude=\(Self.degrees(place.longitude))"
                + "&current=\(Self.now)&daily=\(Self.daily)&timezone=auto&forecast_days=\(Self.dayCount)")
        guard let now = Self.now(answer["current"]?.asObject), let daily = answer["daily"]?.asObject else {
            throw OnlineFailure.unexpected(server: server.name)
        }
        let days = Self.days(daily)
        guard !days.isEmpty else { throw OnlineFailure.unexpected(server: server.name) }
        return WeatherReport(place: place.name, country: place.country, now: now, days: days)
    }

    // MARK: Reading the weather

    private static func now(_ values: JSONObject?) -> WeatherConditions? {
        guard let values, let celsius = celsius(values["temperature_2m"]), let code = code(values["weather_code"])
        else { return nil }
        return WeatherConditions(
            code: code, lowestCelsius: celsius, highestCelsius: celsius,
            windKilometresPerHour: amount(values["wind_speed_10m"]),
            precipitationMillimetres: amount(values["precipitation"]))
    }

    /// The days that have all essential values; the last ones may lack some.
    private static func days(_ values: JSONObject) -> [WeatherReport.Day] {
        func column(_ name: String) -> [JSONValue] { values[name]?.asArray ?? [] }
        let (codes, highest, lowest) = (
            column("weather_code"), column("temperature_2m_max"), column("temperature_2m_min")
        )
        let (sums, chances, winds) = (
            column("precipitation_sum"), column("precipitation_probability_max"), column("wind_speed_10m_max")
        )
        return column("time").prefix(dayCount).enumerated().compactMap { place, date in
            guard let date = date.asText, date.utf8.count == 10, let code = code(codes.at(place)),
                let highest = celsius(highest.at(place)), let lowest = celsius(lowest.at(place))
            else { return nil }
            return WeatherReport.Day(
                date: date,
                conditions: WeatherConditions(
                    code: code, lowestCelsius: min(lowest, highest), highestCelsius: max(lowest, highest),
                    windKilometresPerHour: amount(winds.at(place)), precipitationMillimetres: amount(sums.at(place)),
                    probabilityPercent: chances.at(place)?.asDouble.map { min(max($0, 0), 100) }))
        }
    }

    /// Nil for temperatures that don't occur on Earth.
    private static func celsius(_ value: JSONValue?) -> Double? {
        value?.asDouble.flatMap { (-100...70).contains($0) ? $0 : nil }
    }

    private static func code(_ value: JSONValue?) -> Int? {
        value?.asInteger.flatMap { (0...99).contains($0) ? Int($0) : nil }
    }

    private static func amount(_ value: JSONValue?) -> Double { min(max(value?.asDouble ?? 0, 0), 10_000) }

    /// Rounds to a hundredth of a degree, the size of a town, to send no more precision than needed.
    private static func degrees(_ value: Double) -> String {
        let hundredths = Int((abs(value) * 100).rounded())
        let fraction = hundredths % 100
        return (value < 0 ? "-" : "") + "\(hundredths / 100).\(fraction.padded())"
    }

    // MARK: Finding the place

    private func find(_ name: String) async throws -> NamedPlace {
        // Questions in a row tend to be about the same places.
        let origin = client.settings().weatherAddress
        let key = origin + " " + name.lowercased()
        if let known = places[key] { return known }
        let found = try await look(up: name)
        places[key] = found
        return found
    }

    /// Finds a place by name. In "Paris, Texas" and "portland oregon", the last part identifies the place.
    private func look(up name: String) async throws -> NamedPlace {
        let named = name.split(separator: ",").map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        if named.count > 1 {
            let areas = named.dropFirst().map { $0.lowercased() }
            let found = try await candidates(named[0], count: 20)
            if let place = found.first(where: { $0.areas.isSuperset(of: areas) }) { return place }
        } else if let found = try await candidates(name, count: 1).first {
            return found
        }
        let words = name.split { $0 == "," || $0.isWhitespace }.map(String.init)
        for length in stride(from: words.count - 1, to: max(0, words.count - 3), by: -1) where named.count == 1 {
            let area = words[length...].joined(separator: " ").lowercased()
            let found = try await candidates(words[..<length].joined(separator: " "), count: 20)
            if let place = found.first(where: { $0.areas.contains(area) }) { return place }
        }
        throw OnlineFailure.noSuchPlace(name: String(name.prefix(60)))
    }

    private func candidates(_ name: String, count: Int) async throws -> [NamedPlace] {
        let server = try Self.placeServer(client.settings())
        let answer = try await client.askJSON(
            .weather, server,
            "/v1/search?name=\(name.prefix(80).percentEncoded)&count=\(count)&language=en&format=json")
        // Without matches, the list is missing.
        guard let results = answer["results"] else { return [] }
        guard let results = results.asArray else { throw OnlineFailure.unexpected(server: server.name) }
        return results.prefix(count).compactMap { NamedPlace($0.asObject) }
    }
}

/// A place and its location.
struct NamedPlace: Sendable {
    var name: String
    var country: String
    /// The regions that contain the place, in lower case.
    var areas: Set<String>
    var latitude: Double
    var longitude: Double

    init?(_ object: JSONObject?) {
        guard let object, let name = object["name"]?.asText, !name.isEmpty,
            let latitude = object["latitude"]?.asDouble, (-90...90).contains(latitude),
            let longitude = object["longitude"]?.asDouble, (-180...180).contains(longitude)
        else { return nil }
        self.name = String(name.prefix(80))
        country = String((object["country"]?.asText ?? "").prefix(80))
        let names = ["country", "country_code", "admin1", "admin2"].compactMap { object[$0]?.asText?.lowercased() }
        areas = Set(names)
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// Remembers the locations of places while the program runs.
final class PlaceMemory: Sendable {
    private let known = Mutex<[String: NamedPlace]>([:])

    subscript(name: String) -> NamedPlace? {
        get { known.withLock { $0[name] } }
        set {
            known.withLock { known in
                if known.count >= 64 { known.removeAll() }
                known[name] = newValue
            }
        }
    }
}

extension [JSONValue] {
    /// The value at this index; nil past the end.
    fileprivate func at(_ place: Int) -> JSONValue? { indices.contains(place) ? self[place] : nil }
}
