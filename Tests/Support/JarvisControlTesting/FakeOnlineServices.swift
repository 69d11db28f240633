// SPDX-License-Identifier: GPL-3.0-or-later
// Online services without a network, which record the requests that would have been sent.

public import JarvisCore
import Synchronization

/// Answers as the test sets.
public final class FakeOnlineServices: OnlineServices {
    public struct Answers: Sendable {
        public var servers: [OnlineService: [String]] = [
            .weather: ["Open-Meteo"], .encyclopedia: ["Wikipedia"], .translation: ["translate.example.org"],
            .news: ["news.example.org"],
        ]
        public var weather: WeatherReport?
        public var article: EncyclopediaArticle?
        public var translation = "bonjour"
        public var headlines = Headlines(feeds: [])
        /// The failure of every request.
        public var failure: OnlineFailure?

        public init() {}
    }

    private let answers: Mutex<Answers>
    private let sent = Mutex<[String]>([])

    public init(_ answers: Answers = Answers()) {
        self.answers = Mutex(answers)
    }

    /// The requests, in order.
    public var questions: [String] { sent.withLock { $0 } }

    /// Changes all later answers.
    public func change(_ change: @Sendable (inout Answers) -> Void) { answers.withLock { change(&$0) } }

    public func servers(of service: OnlineService) -> [String] { answers.withLock { $0.servers[service] ?? [] } }

    public func weather(in place: String) async throws -> WeatherReport {
        guard let report = try ask("weather \(place)").weather else { throw OnlineFailure.noSuchPlace(name: place) }
        return report
    }

    public func article(about topic: String) async throws -> EncyclopediaArticle? {
        try ask("article \(topic)").article
    }

    public func translation(of text: String, from source: String, to target: String) async throws -> String {
        try ask("translation \(source) \(target) \(text)").translation
    }

    public func headlines() async throws -> Headlines { try ask("headlines").headlines }

    private func ask(_ question: String) throws -> Answers {
        sent.withLock { $0.append(question) }
        let answers = answers.withLock { $0 }
        if let failure = answers.failure { throw failure }
        return answers
    }
}

extension FakeOnlineServices.Answers {
    /// A cold week in Oslo, Ada Lovelace, and two headlines.
    public static var example: FakeOnlineServices.Answers {
        func day(_ date: String, _ code: Int, _ low: Double, _ high: Double, _ percent: Double, _ amount: Double)
            -> WeatherReport.Day
        {
            WeatherReport.Day(
                date: date,
                conditions: WeatherConditions(
                    code: code, lowestCelsius: low, highestCelsius: high, windKilometresPerHour: 30,
                    precipitationMillimetres: amount, probabilityPercent: percent))
        }
        var answers = FakeOnlineServices.Answers()
        answers.weather = WeatherReport(
            place: "Oslo", country: "Norway",
            now: WeatherConditions(code: 3, lowestCelsius: -3.4, highestCelsius: -3.4, windKilometresPerHour: 12),
            days: [
                day("2026-01-05", 3, -6.2, -1.1, 10, 0), day("2026-01-06", 63, 0.6, 4.4, 80, 5.4),
                day("2026-01-07", 75, -4, 0.2, 90, 12), day("2026-01-08", 0, -8, -2, 0, 0),
                day("2026-01-09", 2, -5, 1, 40, 0.6), day("2026-01-10", 0, -3, 2, 5, 0),
                day("2026-01-11", 61, 1, 5, 65, 2),
            ])
        answers.article = EncyclopediaArticle(
            title: "Ada Lovelace",
            summary: "Augusta Ada King, Countess of Lovelace, was an English mathematician. She worked on the "
                + "Analytical Engine. She was the first to see more in it than a calculator. She died in 1852.")
        answers.headlines = Headlines(feeds: [
            .init(
                title: "The Daily", server: "news.example.org",
                headlines: ["Council opens new bridge", "Is it the end of winter?"])
        ])
        return answers
    }
}
