// SPDX-License-Identifier: GPL-3.0-or-later
// Where a service is: its usual address, or the one in the settings. Pure.

import JarvisCore

/// A server that is asked, over HTTPS or on this computer.
struct OnlineServer: Sendable {
    var address: ServerAddress
    /// Of a feed, with its question mark; empty for none.
    private var query = ""

    /// - Parameter setting: The key of the setting that holds the address, for failures.
    init(_ text: some StringProtocol, setting: String) throws(OnlineFailure) {
        let path = text.prefix { $0 != "?" }
        guard let address = try? ServerAddress(String(path), schemes: [.http, .https]), address.isPrivate else {
            throw OnlineFailure.unusableAddress(setting: setting)
        }
        self.address = address
        query = String(text.dropFirst(path.count)).trimmed
    }

    /// What people call it: its name, or its host without what says nothing.
    var name: String {
        for (host, name) in Self.names where address.host == host || address.host.hasSuffix("." + host) { return name }
        for prefix in ["www.", "api.", "feeds."] where address.host.hasPrefix(prefix) {
            return String(address.host.dropFirst(prefix.count))
        }
        return address.host
    }

    private static let names = [
        ("open-meteo.com", "Open-Meteo"), ("wikipedia.org", "Wikipedia"), ("libretranslate.com", "LibreTranslate"),
    ]

    func url(_ endpoint: String) -> String { address.url(endpoint) + query }
}
