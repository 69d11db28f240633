// SPDX-License-Identifier: GPL-3.0-or-later
// What may be asked on the internet, where, and about which place.

/// A kind of question that is answered on the internet.
public enum OnlineService: String, Hashable, Sendable, CaseIterable {
    case weather, encyclopedia, translation, news
}

/// What the user has said about a service.
public enum OnlineConsent: String, Hashable, Sendable, CaseIterable {
    /// Nothing yet: the user is asked first.
    case ask
    case on, off
}

/// The settings of the services on the internet. Nothing is sent to one before the user has agreed to it.
public struct OnlineSettings: Hashable, Sendable {
    public var weather = OnlineConsent.ask
    public var encyclopedia = OnlineConsent.ask
    public var translation = OnlineConsent.ask
    public var news = OnlineConsent.ask
    /// The place of the weather; empty until it is known.
    public var place = ""
    /// Addresses of other servers than the usual ones; translation has none of its own.
    public var weatherAddress = ""
    public var encyclopediaAddress = ""
    public var translationAddress = ""
    /// Addresses of feeds, separated by commas.
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
