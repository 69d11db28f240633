// SPDX-License-Identifier: GPL-3.0-or-later
// Websites by name or typed address.

/// A website to open.
package struct Website: Hashable, Sendable {
    /// Its common name, "Wikipedia"; the host for a typed address.
    package var name: String
    /// The address, with https unless the user typed http.
    package var address: String
}

/// Reads names and addresses of websites.
package enum WebsitePhrase {
    /// The phrases a recognizer should know.
    package static let vocabulary = table.flatMap(\.spoken)

    /// The site that `words` name or whose address is `original`; nil if neither fits.
    package static func website(of words: some Collection<String>, original: String) -> Website? {
        guard words.count <= 12, original.utf8.count <= 2000 else { return nil }
        let name = words.joined(separator: " ")
        if let known = table.first(where: { $0.spoken.contains(name) }) {
            return Website(name: known.name, address: "https://" + known.host)
        }
        return typed(original)
    }

    /// "example.org/page", "https://example.org"; rejects every scheme but http and https.
    private static func typed(_ text: String) -> Website? {
        let isAddressText = text.utf8.allSatisfy { $0 > 32 && $0 < 127 && !"\"'<>\\`{}|^".utf8.contains($0) }
        guard isAddressText else { return nil }
        let lower = text.lowercased()
        let scheme = lower.hasPrefix("http://") ? "http://" : "https://"
        let rest = lower.hasPrefix(scheme) ? text.dropFirst(scheme.count) : text[...]
        let host = rest.prefix { !"/?#:".contains($0) }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, let top = labels.last, top.count >= 2, top.allSatisfy(\.isLetter),
            labels.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" } })
        else { return nil }
        return Website(name: String(host), address: scheme + rest)
    }

    private static let table: [(name: String, spoken: [String], host: String)] = [
        ("Wikipedia", ["wikipedia"], "www.wikipedia.org"), ("YouTube", ["youtube", "you tube"], "www.youtube.com"),
        ("Google", ["google"], "www.google.com"), ("Gmail", ["gmail", "google mail"], "mail.google.com"),
        ("Google Maps", ["google maps"], "maps.google.com"),
        ("OpenStreetMap", ["openstreetmap", "open street map"], "www.openstreetmap.org"),
        ("DuckDuckGo", ["duckduckgo", "duck duck go"], "duckduckgo.com"), ("Bing", ["bing"], "www.bing.com"),
        ("GitHub", ["github", "git hub"], "github.com"), ("GitLab", ["gitlab"], "gitlab.com"),
        ("Reddit", ["reddit"], "www.reddit.com"), ("Amazon", ["amazon"], "www.amazon.com"),
        ("eBay", ["ebay"], "www.ebay.com"), ("Netflix", ["netflix"], "www.netflix.com"),
        ("Spotify", ["spotify"], "open.spotify.com"), ("Facebook", ["facebook"], "www.facebook.com"),
        ("Instagram", ["instagram"], "www.instagram.com"), ("Twitter", ["twitter"], "x.com"),
        ("LinkedIn", ["linkedin", "linked in"], "www.linkedin.com"), ("WhatsApp", ["whatsapp"], "web.whatsapp.com"),
        ("Mastodon", ["mastodon"], "joinmastodon.org"),
        ("Stack Overflow", ["stackoverflow", "stack overflow"], "stackoverflow.com"),
        ("Hacker News", ["hacker news"], "news.ycombinator.com"),
        ("BBC News", ["bbc news", "b b c news"], "www.bbc.com/news"),
        ("Debian", ["debian"], "www.debian.org"), ("GNOME", ["gnome"], "www.gnome.org"), ("KDE", ["kde"], "kde.org"),
        ("Flathub", ["flathub"], "flathub.org"), ("Internet Archive", ["internet archive"], "archive.org"),
    ]
}
