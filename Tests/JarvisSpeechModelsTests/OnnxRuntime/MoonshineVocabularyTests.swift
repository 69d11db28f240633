// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisPlatform
import Testing

@testable import JarvisSpeechModels

struct MoonshineVocabularyTests {
    private func vocabulary() throws -> MoonshineVocabulary {
        let folder = ResourceLocator.standard().speechModelFolder("moonshine-tiny-en")
        let list = try #require(MappedFile(path: folder + "/tokens.txt"))
        return try #require(MoonshineVocabulary(list: list.bytes))
    }

    @Test(arguments: [
        "What time is it?", "Set a timer for 15 minutes.", "7:30 a.m.", "It's 20% of £50 – ½ naïve “words” 日本 🙂", "",
    ])
    func thePiecesOfATextGiveTheTextBack(text: String) throws {
        let vocabulary = try vocabulary()
        #expect(vocabulary.text(of: vocabulary.pieces(of: text)) == text)
    }

    @Test func commonWordsAreSinglePieces() throws {
        let vocabulary = try vocabulary()
        #expect(vocabulary.pieces(of: "What time is it").count == 4)
        #expect(vocabulary.pieces(of: "🙂").count > 1, "bytes where there is no piece")
    }

    @Test(arguments: ["", "PHVuaz4=\t0\n", "PHVuaz4=\t1\n", "P&\t0\n", "no number\n"])
    func aDamagedListIsRejected(list: String) {
        let bytes = Array(list.utf8)
        bytes.withUnsafeBytes { #expect(MoonshineVocabulary(list: $0) == nil) }
    }
}
