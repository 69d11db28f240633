// SPDX-License-Identifier: GPL-3.0-or-later
// The internet services, and which of them answers which kind of question.

public import JarvisCore
public import JarvisNetwork
import JarvisPlatform

/// Open-Meteo, Wikipedia, a LibreTranslate server and news feeds. Remembers, in memory only, the coordinates of places and
/// for a while the last answers.
public final class InternetServices: OnlineServices {
    let client: OnlineClient
    private let places = PlaceMemory()
    private let answers: AnswerMemory

    /// The weather is measured every quarter of an hour; a forecast is worth hearing for some hours.
    private static let weatherLifetime = AnswerMemory.Lifetime(fresh: .seconds(600), kept: .seconds(6 * 3_600))
    private static let articleLifetime = AnswerMemory.Lifetime(fresh: .seconds(6 * 3_600), kept: .seconds(7 * 86_400))
    private static let newsLifetime = AnswerMemory.Lifetime(fresh: .seconds(300), kept: .seconds(6 * 3_600))

    /// How long to wait for a connection and an answer.
    public static let usualLimits = TransferLimits(
        connection: .seconds(5), answer: .seconds(8), pause: .seconds(5), total: .seconds(12))

    /// - Parameters:
    ///   - settings: The current settings.
    ///   - now: The time on a clock that is never set, which tells the age of answers; nil for the system's.
    ///   - network: Called only for requests that the user has allowed.
    public init(
        settings: @escaping @Sendable () -> OnlineSettings, limits: TransferLimits = usualLimits,
        now: (@Sendable () -> Duration)? = nil,
        network: @escaping @Sendable () -> any HTTPStreaming
    ) {
        client = OnlineClient(settings: settings, network: network, limits: limits)
        answers = AnswerMemory(now: now ?? { .nanoseconds(MonotonicTime.nanoseconds()) })
    }

    public func servers(of service: OnlineService) -> [String] {
        let settings = client.settings()
        let found: [OnlineServer?] =
            switch service {
            case .weather: [try? OpenMeteo.server(settings)]
            case .encyclopedia: [try? Wikipedia.server(settings)]
            case .translation: [try? LibreTranslate.server(settings)]
            case .news: NewsFeeds.addresses(settings).map { try? NewsFeeds.server($0) }
            }
        var seen = Set<String>()
        return found.compactMap { $0?.name }.filter { seen.insert($0).inserted }
    }

    public func weather(in place: String) async throws -> WeatherReport {
        let key = "weather \(client.settings().weatherAddress) \(place.lowercased())"
        let found = try await remembered(.weather, key, Self.weatherLifetime) { [places] client in
            try await OpenMeteo(client: client, places: places).weather(in: place)
        }
        guard var report = found.answer else { throw OnlineFailure.noSuchPlace(name: place) }
        report.ageSeconds = found.age
        return report
    }

    public func article(about topic: String) async throws -> EncyclopediaArticle? {
        let key = "article \(client.settings().encyclopediaAddress) \(topic.lowercased())"
        var found = try await remembered(.encyclopedia, key, Self.articleLifetime) { client in
            try await Wikipedia(client: client).article(about: topic)
        }
        found.answer?.ageSeconds = found.age
        return found.answer
    }

    public func translation(of text: String, from source: String, to target: String) async throws -> String {
        try await explaining { try await LibreTranslate(client: client).translation(of: text, source, target) }
    }

    public func headlines() async throws -> Headlines {
        let key = "news \(client.settings().feeds)"
        let found = try await remembered(.news, key, Self.newsLifetime) { client in
            try await NewsFeeds(client: client).headlines()
        }
        var headlines = found.answer ?? Headlines(feeds: [])
        headlines.ageSeconds = found.age
        return headlines
    }

    /// Asks a service, unless it has answered the same question a short while ago.
    private func remembered<Answer: Sendable>(
        _ service: OnlineService, _ key: String, _ lifetime: AnswerMemory.Lifetime,
        ask: @Sendable (OnlineClient) async throws -> Answer?
    ) async throws -> (answer: Answer?, age: Int) {
        // What was answered while the service was allowed isn't told once it is off.
        guard client.settings()[service] == .on else { throw OnlineFailure.notAllowed(service) }
        return try await explaining {
            try await answers.answer(to: key, lifetime) { limits in
                var client = client
                if let limits { client.limits = limits }
                return try await ask(client)
            }
        }
    }

    private func explaining<Answer>(_ ask: () async throws -> Answer) async throws -> Answer {
        do {
            return try await ask()
        } catch let error as OnlineAnswerError {
            throw error.failure
        }
    }
}
