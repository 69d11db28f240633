// SPDX-License-Identifier: GPL-3.0-or-later
// The internet services, and which of them answers which kind of question.

public import JarvisCore
public import JarvisNetwork

/// Open-Meteo, Wikipedia, a LibreTranslate server and news feeds. Remembers only the coordinates of places.
public final class InternetServices: OnlineServices {
    let client: OnlineClient
    private let places = PlaceMemory()

    /// How long to wait for a connection and an answer.
    public static let usualLimits = TransferLimits(
        connection: .seconds(5), answer: .seconds(8), pause: .seconds(5), total: .seconds(12))

    /// - Parameters:
    ///   - settings: The current settings.
    ///   - network: Called only for requests that the user has allowed.
    public init(
        settings: @escaping @Sendable () -> OnlineSettings, limits: TransferLimits = usualLimits,
        network: @escaping @Sendable () -> any HTTPStreaming
    ) {
        client = OnlineClient(settings: settings, network: network, limits: limits)
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
        try await explaining { try await OpenMeteo(client: client, places: places).weather(in: place) }
    }

    public func article(about topic: String) async throws -> EncyclopediaArticle? {
        try await explaining { try await Wikipedia(client: client).article(about: topic) }
    }

    public func translation(of text: String, from source: String, to target: String) async throws -> String {
        try await explaining { try await LibreTranslate(client: client).translation(of: text, source, target) }
    }

    public func headlines() async throws -> Headlines {
        try await explaining { try await NewsFeeds(client: client).headlines() }
    }

    private func explaining<Answer>(_ ask: () async throws -> Answer) async throws -> Answer {
        do {
            return try await ask()
        } catch let error as OnlineAnswerError {
            throw error.failure
        }
    }
}
