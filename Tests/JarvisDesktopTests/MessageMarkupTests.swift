// SPDX-License-Identifier: GPL-3.0-or-later
// Highlights in a message: addresses, figures and search terms.

import GtkKit
import JarvisCore
import Testing

@testable import JarvisDesktop
@testable import JarvisDesktopKit

struct MessageMarkupTests {
    @Test(arguments: [
        ("See https://example.org/a?b=c&d#e.", ["https://example.org/a?b=c&d#e"]),
        ("(https://example.org)", ["https://example.org"]),
        ("“http://localhost:8080/x”, then", ["http://localhost:8080/x"]),
        ("www.example.org and www.example", ["https://www.example.org"]),
        ("https://en.wikipedia.org/wiki/Mercury_(planet)", ["https://en.wikipedia.org/wiki/Mercury_(planet)"]),
        ("(https://en.wikipedia.org/wiki/Mercury_(planet))", ["https://en.wikipedia.org/wiki/Mercury_(planet)"]),
        ("two: https://a.example https://b.example!", ["https://a.example", "https://b.example"]),
        (
            "http://web.archive.org/web/2020/https://example.org/",
            ["http://web.archive.org/web/2020/https://example.org/"]
        ),
        ("www.a.org/?u=https://b.org", ["https://www.a.org/?u=https://b.org"]),
        ("https://", []), ("https://…", []), ("www.", []), ("xhttps://example.org", []), ("a//b", []),
        ("ftp://example.org file:///etc/passwd javascript:alert(1)", []), ("", []),
    ])
    func webAddressesAreFound(text: String, addresses: [String]) {
        #expect(MessageMarkup.addresses(in: text) == addresses)
    }

    /// Would hang if each bracket restarted the search.
    @Test func longRunsOfBracketsAreParsedInLinearTime() {
        let brackets = String(repeating: ")", count: 500_000)
        #expect(MessageMarkup.addresses(in: "(https://example.org/a_(b)" + brackets) == ["https://example.org/a_(b)"])
    }

    /// The menu offers only addresses in the visible part of the message.
    @MainActor @Test func theMenuOffersOnlyVisibleLinks() {
        func links(_ text: String) -> Int {
            let message = Message(
                id: MessageID(rawValue: "1"), createdAt: Timestamp(millisecondsSinceEpoch: 0),
                draft: MessageDraft(turn: TurnID(rawValue: 1), kind: .note, text: text, source: .typed))
            return MessageAction.actions(on: message, sendsMail: false).count {
                if case .open = $0.intent { true } else { false }
            }
        }
        let filling = String(repeating: "words ", count: DesignTokens.Panes.longestText)
        #expect(links("https://a.example " + filling) == 1 && links(filling + "https://a.example") == 0)
    }

    @Test(arguments: [
        ("Twelve times nineteen is 228.", ["228"]), ("It is 7:30 AM.", ["7:30"]),
        ("6.21 miles, 41% and −3 °C (about 5)", ["6.21", "41%", "−3", "5"]), ("£5, $1,000.50!", ["£5", "$1,000.50"]),
        ("A4 is no figure, the 3rd is", ["3rd"]), ("no figures", []), ("... ? (", []), ("٣", []),
    ])
    func figuresAreFoundWithTheirSigns(text: String, figures: [String]) {
        #expect(MessageMarkup(text, hasFigures: true).figures.map { String(text[$0]) } == figures)
    }

    @Test func numbersInAddressesAreNotFigures() {
        let markup = MessageMarkup("8,849 metres: https://example.org/1953", hasFigures: true)
        #expect(markup.figures.count == 1 && markup.links.count == 1)
    }

    @Test func searchMarksNestInsideLinksAndFigures() {
        let text = "10 <b> https://a.example/x'y"
        var markup = MessageMarkup(text, hasFigures: true)
        #expect(
            markup.markup
                == "<span weight='bold'>10</span> &lt;b&gt; "
                + "<a href='https://a.example/x&apos;y'>https://a.example/x&apos;y</a>")
        markup.marks = SearchFolding.occurrences(of: SearchFolding.words("exam"), in: text)
        markup.markColors = (Color(0x00D4FF), Color(0x000000))
        #expect(
            markup.markup.hasSuffix(
                "https://a.<span bgcolor='#00d4ff' fgcolor='#000000'>exam</span>ple/x&apos;y</a>"), "\(markup.markup)")
    }

    @Test func plainTextIsOnlyEscaped() {
        #expect(MessageMarkup("a < b & c", hasFigures: true).markup == "a &lt; b &amp; c")
        #expect(MessageMarkup("12 of it", hasFigures: false).markup == "12 of it")
        #expect(MessageMarkup("", hasFigures: true).markup == "")
    }
}
