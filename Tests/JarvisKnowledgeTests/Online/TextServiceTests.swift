// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisKnowledge

/// Encyclopaedia, translation and news.
struct TextServiceTests {
    private static let found = #"{"pages":[{"id":974,"key":"Ada_Lovelace","title":"Ada Lovelace"}]}"#
    private static let summary = """
        {"type":"standard","title":"Ada Lovelace","extract":"Ada Lovelace was an English mathematician. She wrote."}
        """

    @Test func anArticleIsFoundAndRead() async throws {
        let rig = try OnlineRig(answers: [
            ("/w/rest.php/v1/search/page?limit=1&q=ada%20lovelace", .init(body: Self.found)),
            ("/api/rest_v1/page/summary/Ada_Lovelace", .init(body: Self.summary)),
        ])
        let article = try await rig.services.article(about: "ada lovelace")
        #expect(article?.title == "Ada Lovelace" && article?.isAmbiguous == false)
        #expect(article?.summary.hasPrefix("Ada Lovelace was") == true)
    }

    @Test func redirectWithinAServerIsFollowed() async throws {
        let rig = try OnlineRig(answers: [
            ("/w/rest.php", .init(body: Self.found)),
            (
                "/api/rest_v1/page/summary/Ada_Lovelace",
                .init(status: "302 Found", headers: "Location: Countess\r\n", body: "")
            ),
            ("/api/rest_v1/page/summary/Countess", .init(body: Self.summary)),
        ])
        #expect(try await rig.services.article(about: "ada lovelace")?.title == "Ada Lovelace")
    }

    @Test func aMissingArticleIsNil() async throws {
        let none = try OnlineRig(answers: [("/w/rest.php", .init(body: #"{"pages":[]}"#))])
        #expect(try await none.services.article(about: "xyzzy") == nil)
        let gone = try OnlineRig(answers: [("/w/rest.php", .init(body: Self.found))])
        #expect(try await gone.services.article(about: "xyzzy") == nil)
        let odd = try OnlineRig(answers: [("/w/rest.php", .init(body: #"{"pages":4}"#))])
        #expect(await failure { try await odd.services.article(about: "x") } == .unexpected(server: "127.0.0.1"))
    }

    @Test func textIsSentAndItsTranslationReturned() async throws {
        let rig = try OnlineRig(answers: [("/translate", .init(body: #"{"translatedText":"bonjour \"toi\""}"#))])
        let text = #"good "morning" \ you"#
        #expect(try await rig.services.translation(of: text, from: "en", to: "fr") == #"bonjour "toi""#)
        let request = try #require(rig.requests.first)
        #expect(request.hasPrefix("POST /translate "))
        #expect(request.contains(#"{"q":"good \"morning\" \\ you","source":"en","target":"fr","format":"text"}"#))
        #expect(!request.contains("api_key"))
    }

    @Test func missingLanguageIsReported() async throws {
        let rig = try OnlineRig(answers: [
            ("/translate", .init(status: "400 Bad Request", body: #"{"error":"cy is not supported"}"#))
        ])
        let found = await failure { try await rig.services.translation(of: "dog", from: "en", to: "cy") }
        #expect(found == .languageMissing(server: "127.0.0.1"))
        let empty = try OnlineRig(answers: [("/translate", .init(body: #"{"translatedText":" "}"#))])
        let silent = await failure { try await empty.services.translation(of: "dog", from: "en", to: "fr") }
        #expect(silent == .unexpected(server: "127.0.0.1"))
    }

    private static let rss = """
        <?xml version="1.0" encoding="UTF-8"?><!-- news --><rss version="2.0"><channel><title>The Daily</title>
        <image><title>Logo</title></image>
        <item><title><![CDATA[First & foremost]]></title><description>Not this</description></item>
        <item><title>Second &amp;amp; <b>last</b>&#8217;s\n word</title><media:title>Picture</media:title></item>
        <item><title/></item></channel></rss>
        """

    @Test func aFailedFeedDoesNotAffectTheOthers() async throws {
        let rig = try OnlineRig(
            settings: { settings, port in
                let base = "http://127.0.0.1:\(port)"
                settings.feeds = "\(base)/one?format=rss, \(base)/missing; \(base)/two"
            },
            answers: [
                ("/one?format=rss", .init(type: "application/rss+xml", body: Self.rss)),
                (
                    "/two",
                    .init(
                        body: "<feed xmlns='http://www.w3.org/2005/Atom'><title>Other</title><entry>"
                            + "<title type='html'>A &lt;i&gt;slanted&lt;/i&gt; one</title></entry></feed>")
                ),
            ])
        let news = try await rig.services.headlines()
        #expect(news.feeds.map(\.title) == ["The Daily", "Other"])
        #expect(news.feeds.map(\.headlines) == [["First & foremost", "Second & last’s word"], ["A slanted one"]])
        #expect(news.failures == [.unexpected(server: "127.0.0.1")])
    }

    @Test func withoutFeedsTheMissingSettingIsReported() async throws {
        let rig = try OnlineRig(settings: { settings, _ in settings.feeds = " , " }, answers: [])
        #expect(await failure { try await rig.services.headlines() } == .noServer(setting: "online.feeds"))
        #expect(rig.services.servers(of: .news) == [])
    }

    @Test(arguments: [
        "", "nothing", "<html><title>Log in</title></html>", "<", "<a", "<!DOCTYPE", "<!--", "<![CDATA[x", "</rss>",
        "<rss", "{\"a\":1}",
    ])
    func nonFeedIsNil(text: String) {
        #expect(FeedReader.feed(in: Array(text.utf8)) == nil)
    }

    /// Entities that a document declares are neither expanded nor read from files.
    @Test func entityDeclarationsAreIgnored() {
        let bomb = """
            <!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>
            <rss><channel><title>T</title><item><title>&b;&f;</title></item></channel></rss>
            """
        #expect(FeedReader.feed(in: Array(bomb.utf8))?.headlines == ["&b;&f;"])
    }

    @Test func deepAndLongDocumentsAreLimited() {
        let deep = "<rss><channel>" + String(repeating: "<a>", count: 100_000)
        #expect(FeedReader.feed(in: Array(deep.utf8))?.headlines == [])
        let item = "<item><title>\(String(repeating: "word ", count: 400))</title></item>"
        let items = String(repeating: item, count: 500)
        let feed = FeedReader.feed(in: Array("<rss><channel>\(items)".utf8))
        #expect(feed?.headlines.count == 30)
        #expect(feed?.headlines.allSatisfy { $0.count <= 201 && $0.hasSuffix("…") } == true)
    }

    @Test func westernEuropeanEncodingsAreRead() {
        let head = "<?xml version='1.0' encoding='ISO-8859-1'?><rss><channel><item><title>Caf"
        let bytes = Array(head.utf8) + [0xE9, 0x92] + Array("s</title></item></channel></rss>".utf8)
        #expect(FeedReader.feed(in: bytes)?.headlines == ["Café’s"])
        #expect(FeedReader.feed(in: [0xFF, 0xFE, 0x3C, 0x00]) == nil)
    }

    @Test func damagedFeedsNeverTrap() {
        var generator = SeededGenerator(seed: 7)
        let bytes = Array(Self.rss.utf8)
        for _ in 0..<3000 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                guard !damaged.isEmpty else { break }
                let place = Int.random(in: 0..<damaged.count, using: &generator)
                switch Int.random(in: 0...2, using: &generator) {
                case 0: damaged[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: damaged.remove(at: place)
                default: damaged = Array(damaged.prefix(max(1, place)))
                }
            }
            _ = FeedReader.feed(in: damaged)
        }
    }
}
