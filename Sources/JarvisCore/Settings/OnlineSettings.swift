// SPDX-License-Identifier: GPL-3.0-or-later
// Which internet services may be used, on which servers, and for which place.

/// A kind of internet service.
public enum OnlineService: String, Hashable, Sendable, CaseIterable {
    case weather, encyclopedia, translation, news
}

/// The user's decision about a service.
public enum OnlineConsent: String, Hashable, Sendable, CaseIterable {
    /// Undecided: ask the user first.
    case ask
    case on, off
}

/// Settings for internet services. Nothing is sent to one before the user has allowed it.
public struct OnlineSettings: Hashable, Sendable {
    public var weather = OnlineConsent.ask
    public var encyclopedia = OnlineConsent.ask
    public var translation = OnlineConsent.ask
    public var news = OnlineConsent.ask
    /// The place for weather; empty until known.
    public var place = ""
    /// Addresses of alternative servers; empty for the default. Translation has no default server.
    public var weatherAddress = ""
    public var encyclopediaAddress = ""
    public var translationAddress = ""
    /// Comma-separated feed addresses.
    public var feeds = ""

    public static let mostFeeds = 10

    public init() {}

    public subscript(service: OnlineService) -> OnlineConsent {
        get { self[keyPath: Self.path(service)] }
        set { self[keyPath: Self.path(service)] = newValue }
    }

    private static func path(_ service: OnlineService) -> WritableKeyPath<OnlineSettings, OnlineConsent> {
        switch service {
        case .weather: \.weather
        case .encyclopedia: \.encyclopedia
        case .translation: \.translation
        case .news: \.news
        }
    }
}
