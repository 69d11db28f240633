// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisKnowledge

/// Feeds in every encoding and shape that servers send.
struct FeedShapeTests {
    private static func rss(_ title: String, encoding: String? = nil) -> String {
        let head = encoding.map { "<?xml version='1.0' encoding='\($0)'?>\n" } ?? ""
        return head + "<rss><channel><title>News</title><item><title>\(title)</title></item></channel></rss>"
    }

    private static func utf16(_ text: String, isBigEndian: Bool, mark: Bool) -> [UInt8] {
        let units = (mark ? [0xFEFF] : []) + Array(text.utf16)
        return units.flatMap { unit in
            let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBigEndian ? bytes : bytes.reversed()
        }
    }

    /// "Мир" in Windows-1251, "Świat" in ISO 8859-2, and "日本" in Shift_JIS and EUC-JP.
    @Test(
        arguments: [
            ([0xCC, 0xE8, 0xF0], "windows-1251", "Мир"), ([0xA6, 0x77, 0x69, 0x61, 0x74], "ISO-8859-2", "Świat"),
            ([0x93, 0xFA, 0x96, 0x7B], "Shift_JIS", "日本"), ([0xC6, 0xFC, 0xCB, 0xDC], "EUC-JP", "日本"),
            ([0xEA, 0xC9, 0xD2], "koi8-r", "Йир"),
        ] as [([UInt8], String, String)])
    func encodingsAreReadByDeclarationAndByHeader(bytes: [UInt8], name: String, title: String) {
        for (declared, header) in [(name, "text/xml"), (nil, "text/xml; charset=\"\(name)\""), (name, "")] {
            let parts = Self.rss("|", encoding: declared).utf8.split(separator: UInt8(ascii: "|")).map(Array.init)
            let feed = FeedReader.feed(in: parts[0] + bytes + parts[1], contentType: header)
            #expect(feed?.headlines == [title], "\(name) by \(header)")
        }
    }

    @Test(arguments: [true, false], [true, false])
    func utf16IsReadWithAndWithoutAMark(isBigEndian: Bool, mark: Bool) {
        let bytes = Self.utf16(Self.rss("Café 🎉", encoding: "UTF-16"), isBigEndian: isBigEndian, mark: mark)
        #expect(FeedReader.feed(in: bytes)?.headlines == ["Café 🎉"])
    }

    @Test func wrongWordsAboutTheEncodingAreSeenThrough() {
        // UTF-8 that is called ISO 8859-1, and the other way round.
        #expect(FeedReader.feed(in: Array(Self.rss("Größe", encoding: "ISO-8859-1").utf8))?.headlines == ["Größe"])
        let parts = Self.rss("|", encoding: "utf-8").utf8.split(separator: UInt8(ascii: "|")).map(Array.init)
        #expect(FeedReader.feed(in: parts[0] + [0x47, 0xF6, 0x93] + parts[1])?.headlines == ["Gö“"])
        let unknown = Array(Self.rss("Größe", encoding: "x-nonsense").utf8)
        #expect(FeedReader.feed(in: unknown, contentType: "text/xml; charset=../../etc")?.headlines == ["Größe"])
        let marked = [0xEF, 0xBB, 0xBF] + Array("\r\n \(Self.rss("Größe"))".utf8)
        #expect(FeedReader.feed(in: marked)?.headlines == ["Größe"])
    }

    @Test func onlyEncodingsOfTheWebAreConverted() {
        // The system would read this as "ß".
        let bytes = Self.rss("|", encoding: "IBM500").utf8.split(separator: UInt8(ascii: "|")).map(Array.init)
        #expect(FeedReader.feed(in: bytes[0] + Array("Y".utf8) + bytes[1])?.headlines == ["Y"])
        let seven = Self.rss("+AOQ-", encoding: "utf-7")
        for name in ["utf-7", "ucs-4", "iso-2022-cn-ext", "ibm1364", "iso-2022-jp-3"] {
            #expect(WebText.decoded(Array(seven.utf8), contentType: "text/xml; charset=\(name)") == seven, "\(name)")
        }
    }

    @Test func compressedFilesAreUnpackedUpToALimit() async throws {
        let folder = try TemporaryFolder()
        let script = "cd \"$1\" && printf %s \"$2\" | gzip >feed.gz && head -c 40000000 /dev/zero | gzip >bomb.gz"
        let made = try await ChildProcess.run("sh", ["-c", script, "sh", folder.path, Self.rss("Packed")])
        #expect(made.status == 0)
        let bytes = ChildProcess.bytes(of: folder.path + "/feed.gz")
        #expect(FeedReader.feed(in: bytes, contentType: "application/gzip")?.headlines == ["Packed"])
        #expect(FeedReader.feed(in: Array(bytes.prefix(30)))?.headlines ?? [] == [])
        let bomb = WebText.unpacked(ChildProcess.bytes(of: folder.path + "/bomb.gz"), limit: 1 << 20)
        #expect(bomb?.count ?? 0 <= 1 << 20 + 1 << 16)
    }

    @Test(arguments: [
        (
            "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://a.example/'><title type='text'>T</title>"
                + "<entry><title type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>A <b>bold</b> one</div></title>"
                + "<link href='b'/><content type='xhtml'><div><title>not this</title></div></content></entry></feed>",
            "T", ["A bold one"]
        ),
        (
            "<a:feed xmlns:a='http://www.w3.org/2005/Atom'><a:title>T</a:title><a:entry><a:title>One</a:title>"
                + "<media:title>Picture</media:title></a:entry></a:feed>", "T", ["One"]
        ),
        (
            "<rdf:RDF xmlns='http://purl.org/rss/1.0/'><channel><title>T</title><items><rdf:Seq><rdf:li/></rdf:Seq></items>"
                + "</channel><image><title>Logo</title></image><item rdf:about='x'><title>One</title></item></rdf:RDF>",
            "T", ["One"]
        ),
        (
            "<RSS VERSION='2.0'><channel><title>T</title><item><description><![CDATA[<p>Only a &laquo;text&raquo;.</p>]]>"
                + "</description></item><item><title><![CDATA[Caf&eacute; &#8211; &quot;neu&quot; &#146;]]></title></item>"
                + "<item><title>Tom &amp;amp; J&uuml;rgen &amp;lt;3</title></item></channel></RSS>",
            "T", ["Only a «text».", "Café – \"neu\" ’", "Tom & Jürgen <3"]
        ),
        (
            #"{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"title":"One"},"#
                + #"{"content_html":"<p>Two &amp; more</p>","url":"/b"},{"id":"3"},{"content_text":"Three"}]}"#,
            "T", ["One", "Two & more", "Three"]
        ),
    ])
    func shapesAreRead(text: String, title: String, headlines: [String]) {
        let feed = FeedReader.feed(in: Array(text.utf8))
        #expect(feed?.title == title && feed?.headlines == headlines, "\(String(describing: feed))")
    }

    @Test(arguments: [
        #"{"items":[{"title":"not a feed"}]}"#, #"{"version":"https://jsonfeed.org/version/1"}"#, "{", "\u{1F}\u{8B}",
    ])
    func otherDocumentsAreNoFeeds(text: String) {
        #expect(FeedReader.feed(in: Array(text.utf8)) == nil)
    }
}
