// SPDX-License-Identifier: GPL-3.0-or-later
// The address of a service: the default or the one from the settings. Pure.

import JarvisCore

/// A server to query, over HTTPS or on this computer.
struct OnlineServer: Sendable {
    var address: ServerAddress
    /// A feed's query, including the question mark; empty if there is none.
    private var query = ""

    /// - Parameter setting: The key of the setting with this address, for failures.
    init(_ text: some StringProtocol, setting: String) throws(OnlineFailure) {
        let path = text.prefix { $0 != "?" }
        guard let address = try? ServerAddress(String(path), schemes: [.http, .https]), address.isPrivate else {
            throw OnlineFailure.unusableAddress(setting: setting)
        }
        self.address = address
        query = String(text.dropFirst(path.count)).trimmed
    }

    /// The display name: the service's name, or the host without a prefix such as "www".
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
