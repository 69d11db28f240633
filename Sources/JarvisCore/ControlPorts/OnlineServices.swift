// SPDX-License-Identifier: GPL-3.0-or-later
// Port to services on the internet. It asks only those to which the user has agreed.

/// The weather of a moment or a day, in metric units.
public struct WeatherConditions: Hashable, Sendable {
    /// The code of the World Meteorological Organization (WMO 4677), 0…99.
    public var code: Int
    /// Degrees Celsius; of a day its lowest and highest.
    public var lowestCelsius: Double
    public var highestCelsius: Double
    /// Kilometres an hour; of a day its strongest.
    public var windKilometresPerHour: Double
    /// Rain, showers and snow in millimetres.
    public var precipitationMillimetres: Double
    /// Of precipitation, 0…100; nil where it is not told.
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

/// The weather of a place, now and on the days to come.
public struct WeatherReport: Hashable, Sendable {
    public struct Day: Hashable, Sendable {
        /// "2026-01-05", at the place.
        public var date: String
        public var conditions: WeatherConditions

        public init(date: String, conditions: WeatherConditions) {
            self.date = date
            self.conditions = conditions
        }
    }

    /// As the service calls it.
    public var place: String
    /// Empty where it is not told.
    public var country: String
    public var now: WeatherConditions
    /// Today first.
    public var days: [Day]

    public init(place: String, country: String = "", now: WeatherConditions, days: [Day]) {
        self.place = place
        self.country = country
        self.now = now
        self.days = days
    }
}

/// What an encyclopaedia has to say of something.
public struct EncyclopediaArticle: Hashable, Sendable {
    public var title: String
    /// The beginning, in plain sentences.
    public var summary: String
    /// The name is that of several things, and the summary says nothing of them.
    public var isAmbiguous: Bool

    public init(title: String, summary: String, isAmbiguous: Bool = false) {
        self.title = title
        self.summary = summary
        self.isAmbiguous = isAmbiguous
    }
}

/// What is in the news.
public struct Headlines: Hashable, Sendable {
    public struct Feed: Hashable, Sendable {
        public var title: String
        /// As it is called.
        public var server: String
        /// Newest first, as the feed has them.
        public var headlines: [String]

        public init(title: String, server: String = "", headlines: [String]) {
            self.title = title
            self.server = server
            self.headlines = headlines
        }
    }

    public var feeds: [Feed]
    /// Why others could not be read.
    public var failures: [OnlineFailure]

    public init(feeds: [Feed], failures: [OnlineFailure] = []) {
        self.feeds = feeds
        self.failures = failures
    }
}

/// The services on the internet. Failures are `OnlineFailure`, or `CancellationError`.
public protocol OnlineServices: Sendable {
    /// What would be asked, such as "Open-Meteo"; empty where the settings name no server.
    func servers(of service: OnlineService) -> [String]
    /// - Parameter place: A name, such as "Oslo".
    func weather(in place: String) async throws -> WeatherReport
    /// - Returns: nil when there is no such article.
    func article(about topic: String) async throws -> EncyclopediaArticle?
    /// - Parameters:
    ///   - source: A code such as "en", or "auto".
    ///   - target: A code such as "fr".
    func translation(of text: String, from source: String, to target: String) async throws -> String
    func headlines() async throws -> Headlines
}
