// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisSpokenText
import JarvisTesting
import Testing

@testable import JarvisSynthesis

/// What espeak-ng cannot read without ending the process is changed before it gets there.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct ESpeakTextTests {
    @Test(
        arguments: [
            ("", .latin), ("Use it e.g. at home.", .latin), ("www.example.com/a.b", .latin),
            ("naïve µTorrent, 5 € – “ok”…", .latin),
            (String(repeating: "a", count: 500), .latin), ("Привет, OK – 5!", .cyrillic), ("日本の新しい電車", .kana),
            ("नमस्ते", .devanagari), ("Xin chào Việt Nam 🎉", .latin),
        ] as [(String, WritingSystem)])
    func realTextStaysAsItIs(text: String, script: WritingSystem) {
        #expect(ESpeakText.readable(text, in: script) == text)
    }

    @Test func dotsOfEndlessWordsBecomeSpaces() {
        let word = String(repeating: "é.", count: 200)
        let readable = ESpeakText.readable("Etc. \(word) i.e. this", in: .latin)
        #expect(readable == "Etc. \(String(repeating: "é ", count: 200)) i.e. this")
        #expect(readable.unicodeScalars.count == "Etc. \(word) i.e. this".unicodeScalars.count)
    }

    /// Read by the rules of several languages at once, such words use memory that was freed.
    @Test(
        arguments: [
            ("a𣥃სb", .latin, "a  b"), ("\u{1FDC5}x\u{F82A}", .latin, " x "), ("Ժ🙑պ", .armenian, "Ժ պ"),
            ("кა", .cyrillic, "к "),
            ("\u{1B}[2J", .latin, "\u{1B}[2J"),
        ] as [(String, WritingSystem, String)])
    func lettersThatTheVoiceDoesNotKnowAreLeftOut(text: String, script: WritingSystem, readable: String) {
        #expect(ESpeakText.readable(text, in: script) == readable)
    }

    /// The words that a voice says of a text, as written.
    private func words(_ text: String, _ voice: String) async throws -> [String] {
        var words: [String] = []
        for try await piece in ESpeakSynthesizer().synthesize(text, prosody: Prosody(voice: voice)) {
            words += piece.words.map { word in
                String(text.dropFirst(word.startCharacter).prefix(word.endCharacter - word.startCharacter))
            }
        }
        return words
    }

    @Test func wordsInOtherLettersAreSaidByAnotherVoice() async throws {
        let russian = try await words("First Привет and 日本 then another", "en-us")
        #expect(russian == ["First", "Привет", "and", "日", "本", "then", "another"])
        let english = try await words("Это новый Telegram канал.", "ru")
        #expect(english == ["Это", "новый", "Telegram", "канал"])
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
