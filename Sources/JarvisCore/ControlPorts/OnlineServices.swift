// SPDX-License-Identifier: GPL-3.0-or-later
// Port to internet services: weather, encyclopaedia, translation and news. Uses only those that the user has allowed.

/// The weather at a moment or over a day, in metric units.
public struct WeatherConditions: Hashable, Sendable {
    /// The weather code of the World Meteorological Organization (WMO 4677), 0…99.
    public var code: Int
    /// Degrees Celsius; over a day, the lowest and highest.
    public var lowestCelsius: Double
    public var highestCelsius: Double
    /// Kilometres an hour; over a day, the strongest wind.
    public var windKilometresPerHour: Double
    /// Rain, showers and snow in millimetres.
    public var precipitationMillimetres: Double
    /// Probability of precipitation, 0…100; nil if not given.
    public var probabilityPercent: Double?

    public init(
        code: Int, lowestCelsius: Double, highestCelsius: Double, windKilometresPerHour: Double = 0,
        precipitationMillimetres: Double = 0, probabilityPercent: Double? = nil
    ) {
        self.code = code
        self.lowestCelsius = lowestCelsius
        self.highestCelsius = highestCelsius
        self.windKilometresPerHour = windKilometresPerHour
        self.precipitationMillimetres = precipitationMillimetres
        self.probabilityPercent = probabilityPercent
    }
}

/// The current weather at a place, and the forecast.
public struct WeatherReport: Hashable, Sendable {
    public struct Day: Hashable, Sendable {
        /// Local date at the place, "2026-01-05".
        public var date: String
        public var conditions: WeatherConditions

        public init(date: String, conditions: WeatherConditions) {
            self.date = date
            self.conditions = conditions
        }
    }

    /// The service's name for the place.
    public var place: String
    /// Empty if not given.
    public var country: String
    public var now: WeatherConditions
    /// Today first.
    public var days: [Day]
    /// How long ago the service gave this answer; 0 for a new one.
    public var ageSeconds = 0

    public init(place: String, country: String = "", now: WeatherConditions, days: [Day]) {
        self.place = place
        self.country = country
        self.now = now
        self.days = days
    }
}

/// The beginning of an encyclopaedia article.
public struct EncyclopediaArticle: Hashable, Sendable {
    public var title: String
    /// The first sentences, in plain text.
    public var summary: String
    /// True if the title has several meanings, so the summary is of little use.
    public var isAmbiguous: Bool
    /// How long ago the service gave this answer; 0 for a new one.
    public var ageSeconds = 0

    public init(title: String, summary: String, isAmbiguous: Bool = false) {
        self.title = title
        self.summary = summary
        self.isAmbiguous = isAmbiguous
    }
}

/// Headlines from one news feed or several.
public struct Headlines: Hashable, Sendable {
    public struct Feed: Hashable, Sendable {
        public var title: String
        /// The display name of the feed's server, for example its host.
        public var server: String
        /// In the feed's order, which is newest first.
        public var headlines: [String]

        public init(title: String, server: String = "", headlines: [String]) {
            self.title = title
            self.server = server
            self.headlines = headlines
        }
    }

    public var feeds: [Feed]
    /// Why other feeds could not be read.
    public var failures: [OnlineFailure]
    /// How long ago the service gave this answer; 0 for a new one.
    public var ageSeconds = 0

    public init(feeds: [Feed], failures: [OnlineFailure] = []) {
        self.feeds = feeds
        self.failures = failures
    }
}

/// Answers from internet services. Errors are `OnlineFailure` or `CancellationError`.
public protocol OnlineServices: Sendable {
    /// The servers that a request would go to, such as "Open-Meteo"; empty if the settings name none.
    func servers(of service: OnlineService) -> [String]
    /// - Parameter place: A name, such as "Oslo".
    func weather(in place: String) async throws -> WeatherReport
    /// - Returns: nil if there is no such article.
    func article(about topic: String) async throws -> EncyclopediaArticle?
    /// - Parameters:
    ///   - source: A code such as "en", or "auto".
    ///   - target: A code such as "fr".
    func translation(of text: String, from source: String, to target: String) async throws -> String
    func headlines() async throws -> Headlines
}
