// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisSynthesis

/// What espeak-ng cannot read without ending the process is changed before it gets there.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct ESpeakTextTests {
    @Test(arguments: ["", "Use it e.g. at home.", "www.example.com/a.b", String(repeating: "a", count: 500)])
    func realTextStaysAsItIs(text: String) {
        #expect(ESpeakText.readable(text) == text)
    }

    @Test func dotsOfEndlessWordsBecomeSpaces() {
        let word = String(repeating: "é.", count: 200)
        let readable = ESpeakText.readable("Etc. \(word) i.e. this")
        #expect(readable == "Etc. \(String(repeating: "é ", count: 200)) i.e. this")
        #expect(readable.unicodeScalars.count == "Etc. \(word) i.e. this".unicodeScalars.count)
    }

    /// Without the change, the process ends here.
    @Test(arguments: ["e.g.", "a.", "U.S.", "é.", "語."]) func endlessAbbreviationsAreSpoken(part: String) async throws {
        let text = HostileText.row(of: part, length: 600)
        var count = 0
        for try await piece in ESpeakSynthesizer().synthesize(text, prosody: Prosody(voice: "en-us")) {
            count += piece.samples.count
        }
        #expect(count > 0)
        _ = ESpeakPronouncer.phones(of: text)
    }
}
