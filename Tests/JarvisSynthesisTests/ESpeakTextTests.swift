// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisSynthesis

/// What espeak-ng cannot read without ending the process is changed before it gets there.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct ESpeakTextTests {
    @Test(arguments: [
        "", "Use it e.g. at home.", "www.example.com/a.b", String(repeating: "a", count: 500), "Привет, Anna!",
        "日本の新しい電車", "naïve µTorrent", "नमस्ते", "5 €",
    ])
    func realTextStaysAsItIs(text: String) {
        #expect(ESpeakText(text).readable == text)
    }

    @Test func dotsOfEndlessWordsBecomeSpaces() {
        let word = String(repeating: "é.", count: 200)
        let readable = ESpeakText("Etc. \(word) i.e. this").readable
        #expect(readable == "Etc. \(String(repeating: "é ", count: 200)) i.e. this")
        #expect(readable.unicodeScalars.count == "Etc. \(word) i.e. this".unicodeScalars.count)
    }

    /// Read as one word, "𣥃ს" uses memory that was freed.
    @Test(arguments: [
        ("𣥃ს", "𣥃 ს", [0: 0, 2: 1]), ("α к-კα", "α к- კ α", [2: 2, 5: 4, 7: 5]), ("iPhoneом", "iPhone ом", [0: 0, 7: 6]),
    ])
    func aWordIsOfOneScript(text: String, readable: String, places: [Int: Int]) {
        let read = ESpeakText(text)
        #expect(read.readable == readable)
        for (place, original) in places { #expect(read.place(place) == original) }
    }

    @Test func wordsAfterOneThatWasTakenApartAreFound() async throws {
        let text = "First კα语 then another"
        var words: [String] = []
        for try await piece in ESpeakSynthesizer().synthesize(text, prosody: Prosody(voice: "en-us")) {
            words += piece.words.map { word in
                String(text.dropFirst(word.startCharacter).prefix(word.endCharacter - word.startCharacter))
            }
        }
        #expect(words.suffix(2) == ["then", "another"])
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
