// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisSpokenText
import JarvisTesting
import Testing

@testable import JarvisSynthesis

/// Text that would crash espeak-ng is changed first.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct ESpeakTextTests {
    @Test(
        arguments: [
            ("", [.latin]), ("Use it e.g. at home.", [.latin]), ("www.example.com/a.b", [.latin]),
            ("naïve µTorrent, 5 € – “ok”…", [.latin]),
            (String(repeating: "a", count: 500), [.latin]), ("Привет, OK – 5!", [.cyrillic]),
            ("日本の新しい電車", [.kana, .han]),
            ("नमस्ते", [.devanagari]), ("Xin chào Việt Nam 🎉", [.latin]),
        ] as [(String, Set<WritingSystem>)])
    func ordinaryTextIsUnchanged(text: String, scripts: Set<WritingSystem>) {
        #expect(ESpeakText.readable(text, in: scripts) == text)
    }

    @Test func dotsInEndlessWordsBecomeSpaces() {
        let word = String(repeating: "é.", count: 200)
        let readable = ESpeakText.readable("Etc. \(word) i.e. this", in: [.latin])
        #expect(readable == "Etc. \(String(repeating: "é ", count: 200)) i.e. this")
        #expect(readable.unicodeScalars.count == "Etc. \(word) i.e. this".unicodeScalars.count)
    }

    /// espeak-ng uses freed memory when it reads such words by the rules of several languages.
    @Test(
        arguments: [
            ("a𣥃სb", [.latin], "a  b"), ("\u{1FDC5}x\u{F82A}", [.latin], " x "), ("Ժ🙑պ", [.armenian], "Ժ պ"),
            ("кა", [.cyrillic], "к "),
            ("\u{1B}[2J", [.latin], "\u{1B}[2J"),
        ] as [(String, Set<WritingSystem>, String)])
    func lettersUnknownToTheVoiceBecomeSpaces(text: String, scripts: Set<WritingSystem>, readable: String) {
        #expect(ESpeakText.readable(text, in: scripts) == readable)
    }

    /// The words of a text that a voice speaks, as written; checks that they are in order.
    private func words(_ text: String, _ voice: String) async throws -> [String] {
        var (words, sampleCount): ([SpokenWord], Int) = ([], 0)
        for try await piece in ESpeakSynthesizer().synthesize(text, prosody: Prosody(voice: voice)) {
            words += piece.words
            sampleCount += piece.samples.count
        }
        #expect(zip(words, words.dropFirst()).allSatisfy { $0.sampleOffset <= $1.sampleOffset }, "\(words)")
        #expect(words.allSatisfy { $0.sampleOffset < sampleCount }, "\(words) in \(sampleCount)")
        return words.map { String(text.dropFirst($0.startCharacter).prefix($0.endCharacter - $0.startCharacter)) }
    }

    @Test func wordsInAnotherScriptGetAnotherVoice() async throws {
        let russian = try await words("First Привет and 日本 then another", "en-us")
        #expect(russian == ["First", "Привет", "and", "日", "本", "then", "another"])
        let english = try await words("Это новый Telegram канал.", "ru")
        #expect(english == ["Это", "новый", "Telegram", "канал"])
    }

    @Test func aLanguageWithTwoScriptsKeepsItsVoice() async throws {
        let synthesizer = ESpeakSynthesizer()
        func length(_ text: String, _ voice: String) async throws -> Double {
            Double(try await synthesizer.reading(of: text, Prosody(voice: voice)).voicedSeconds)
        }
        let (latin, cyrillic) = (try await length("njegov ključ", "sr"), try await length("његов кључ", "sr"))
        #expect(abs(latin / cyrillic - 1) < 0.1, "the same words: \(latin) and \(cyrillic) s")
        let english = try await length("njegov ključ", "en-us")
        #expect(abs(latin / english - 1) > 0.1, "as an English voice reads it: \(english) s")
    }

    /// Unchanged, this text would crash the process.
    @Test(arguments: ["e.g.", "a.", "U.S.", "é.", "語."]) func longAbbreviationsDoNotCrash(part: String) async throws {
        let text = HostileText.row(of: part, length: 600)
        var count = 0
        for try await piece in ESpeakSynthesizer().synthesize(text, prosody: Prosody(voice: "en-us")) {
            count += piece.samples.count
        }
        #expect(count > 0)
        _ = ESpeakPronouncer.phones(of: text)
    }
}
