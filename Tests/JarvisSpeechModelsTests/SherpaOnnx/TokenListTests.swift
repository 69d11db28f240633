// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisPlatform
import Testing

@testable import JarvisSpeechModels

struct TokenListTests {
    private func isWhole(_ text: String, isBase64: Bool = false) -> Bool {
        Array(text.utf8).withUnsafeBytes { TokenList.isWhole($0, isBase64: isBase64) }
    }

    @Test(arguments: ["<blk> 0\n▁the 1\r\n▁ 2\n", " 0\nа 1", "<unk> 5\n\n#0 17\n"])
    func vocabulariesOfAllKindsAreAccepted(text: String) {
        #expect(isWhole(text))
    }

    @Test(arguments: [
        "", "\n\n", "a 0\nb\n", "a 0\nb c 1\n", "a 0\nb 0\n", "a 0\nb 99999999\n", "a -1\n", "a 0\u{0}\n",
    ])
    func damageIsDetected(text: String) {
        #expect(!isWhole(text))
    }

    @Test(arguments: [
        ("IQ== 0\nPHVuaz4= 1\nAAAA 2\n= 3\n", true), ("IQ=A 0\n", false), ("A=== 0\n", false), ("IQ= 0\n", false),
        ("IQ 0\n", false), ("I-== 0\n", false), ("0\n", true), ("IQ==x0\n", false),
    ])
    func base64IsReadAsTheLibraryDoes(text: String, isRight: Bool) {
        #expect(isWhole(text, isBase64: true) == isRight)
    }

    @Test func theBundledVocabularyIsAccepted() throws {
        let path = ResourceLocator.standard().speechModelFolder("moonshine-tiny-en") + "/tokens.txt"
        let file = try #require(MappedFile(path: path), "scripts/speech-engine has fetched the model")
        #expect(TokenList.isWhole(file.bytes, isBase64: true))
    }
}
