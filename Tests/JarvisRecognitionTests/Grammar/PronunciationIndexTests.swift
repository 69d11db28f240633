// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import Testing

@testable import JarvisRecognition

struct PronunciationIndexTests {
    @Test func everyPronunciationOfAWordIsFoundAndNoneOfItsNeighbours() throws {
        let index = try PronunciationIndex(path: PocketSphinxModel.installed.dictionary)
        #expect(index.phones(of: "timer") == [["T", "AY", "M", "ER"]])
        #expect(index.phones(of: "read").map { $0.joined(separator: " ") } == ["R EH D", "R IY D"])
        #expect(index.phones(of: "timerr").isEmpty)
        #expect(index.phones(of: "").isEmpty)
    }

    @Test func theLinesAreThoseOfTheDictionary() throws {
        let path = PocketSphinxModel.installed.dictionary
        let words: Set = ["a", "zulu", "seven", "firefox", "jarvis", "o'clock", "the"]
        var dictionary = PronunciationDictionary()
        try dictionary.add(words, from: path)
        let index = try PronunciationIndex(path: path)
        for word in words {
            let lines = dictionary.lines.filter { $0.hasPrefix(word + " ") || $0.hasPrefix(word + "(") }
            #expect(index.phones(of: word) == lines.map { $0.split { $0.isWhitespace }.dropFirst().map { $0 } })
        }
    }

    @Test func aMissingDictionaryIsNamed() {
        #expect(throws: RecognitionFailure.modelMissing(path: "/nowhere/words.dict")) {
            try PronunciationIndex(path: "/nowhere/words.dict")
        }
    }
}
