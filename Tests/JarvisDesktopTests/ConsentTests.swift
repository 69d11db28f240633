// SPDX-License-Identifier: GPL-3.0-or-later
// Consent before a tool call: what the card shows, its countdown, and answering by keyboard.

import JarvisConversation
import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisDesktop
@testable import JarvisDesktopKit

@Suite(.serialized)
struct ConsentTests {
    @Test func shortValuesAreShownInFull() {
        let text = FoldedText("ada@example.org")
        #expect(text.text == "ada@example.org" && text.isWhole)
    }

    @Test func longValuesUnfoldCompletely() {
        let value = (0..<10_000).map { "word \($0) " }.joined()
        var text = FoldedText(value)
        #expect(text.text.count == FoldedText.folded + 1 && text.rest == value.count - FoldedText.folded)
        var steps = 0
        while !text.isWhole {
            let before = text.rest
            text.unfold()
            #expect(text.rest == max(0, before - FoldedText.step))
            steps += 1
        }
        #expect(text.text == value && steps > 10)
    }

    @Test func valuesWithManyLinesAreFolded() {
        var text = FoldedText("a\nb\nc\nd\ne")
        #expect(text.text.split(separator: "\n").count == FoldedText.foldedLines && !text.isWhole)
        text.unfold()
        #expect(text.text == "a\nb\nc\nd\ne")
    }

    @Test func invisibleCharactersAreEscaped() {
        #expect(FoldedText.visible("a\u{202E}b\u{0}c\u{200B}") == "a⟨U+202E⟩b\u{2400}c⟨U+200B⟩")
        #expect(FoldedText.visible("a\u{00AD}b\u{034F}c\u{3164}") == "a⟨U+AD⟩b⟨U+34F⟩c⟨U+3164⟩")
        #expect(FoldedText.visible("Grüße, مرحبا\t\n") == "Grüße, مرحبا\t\n")
        for text in HostileText.parts { #expect(FoldedText(HostileText.row(of: text, length: 50_000)).rest > 0) }
    }

    @Test func theCountdownRunsFromTwentySecondsToZero() {
        let time = ConsentTime(start: 100)
        #expect(time.share(at: 100) == 1 && time.seconds(at: 100) == 20)
        #expect(time.share(at: 110) == 0.5 && time.seconds(at: 110.5) == 10)
        #expect(time.seconds(at: 119.9) == 1 && time.seconds(at: 130) == 0 && time.share(at: 90) == 1)
    }

    @Test @MainActor func theAnnouncementIncludesAllArguments() {
        let request = ConsentRequest(
            id: "1", question: "Send it?", subject: "send of mail", arguments: [.init(name: "to", value: "Ada")])
        #expect(ConsentCard.announcement(request) == "Send it?. send of mail. to: Ada")
    }

    @Test func escapeClosesQuickSettingsBeforeCancelling() {
        #expect(
            EscapeMeaning(.speaking, hasMenu: false, hasSheet: true, hasPane: false, hasBanner: true, isCompact: false)
                == .closeSheet)
        #expect(
            EscapeMeaning(.idle, hasMenu: true, hasSheet: true, hasPane: false, hasBanner: false, isCompact: false)
                == .closeMenu)
    }

    @Test func escapeDeniesConsentFirst() {
        #expect(
            EscapeMeaning(.speaking, hasConsent: true, hasMenu: true, hasPane: true, hasBanner: true, isCompact: true)
                == .deny)
    }

    @Test func keysAnswerTheConsentCard() async throws {
        let result = try await WindowHost.run(["consent"])
        #expect(result.status == 0, "\(result.output)")
        #expect(!result.output.contains("CRITICAL"), "\(result.output)")
    }

    @Test func theConsentAlertExposesEveryAnswer() async throws {
        let result = try await WindowHost.run(python: "accessibility-tree.py", ["show", "--state", "consent"])
        try #require(result.status == 0, "\(result.output)")
        let lines = result.output.split(separator: "\n")
        let alert = lines.first { $0.contains("\talert\t") || $0.contains("\tnotification\t") }
        #expect(
            alert?.contains("Send the message to Ada?. send_message of mail. to: ada@example.org") == true, "\(lines)")
        for name in ["Don’t allow", "Always allow", "Allow once", "Show all: text"] {
            #expect(lines.contains { $0.contains("push button\t\(name)\t") }, "\(name)")
        }
        #expect(!result.output.contains("More below"), "all of it is in view")
        #expect(lines.last { $0.contains("\tfocused") }?.contains("Don’t allow") == true, "\(lines)")
    }

    @Test func reducedMotionWritesTheCountdownAndHintsAtMoreBelow() async throws {
        let result = try await WindowHost.run(
            python: "accessibility-tree.py",
            [
                "show", "--state", "consent", "--set", "appearance.reduced-motion=on", "--size", "480x640",
                "--text-scale", "2",
            ])
        #expect(result.output.contains(" seconds left to answer"), "\(result.output)")
        #expect(result.output.contains("More below"), "\(result.output)")
    }
}
