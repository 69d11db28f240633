// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisSpokenText
import Testing

@Suite struct ScriptRunTests {
    private func runs(_ text: String, usual: WritingSystem = .latin) -> [String] {
        ScriptRun.runs(of: text, usual: usual).map { run in
            let part = text.unicodeScalars.dropFirst(run.scalars.lowerBound).prefix(run.scalars.count)
            return "\(run.script): \(String(part))"
        }
    }

    @Test func signsBelongToTheLettersBeforeThem() {
        #expect(runs("„Say Привет!“ 5 × again.") == ["latin: „Say ", "cyrillic: Привет!“ 5 × ", "latin: again."])
        #expect(runs("c\u{327}a va") == ["latin: c\u{327}a va"])
    }

    @Test func japaneseHasBothOfItsScripts() {
        #expect(runs("日本の電車 OK 中文") == ["kana: 日本の電車 ", "latin: OK ", "han: 中文"])
    }

    @Test func whatHasNoLetterIsInTheUsualScript() {
        #expect(runs("") == [])
        #expect(runs("12 – 👍", usual: .greek) == ["greek: 12 – 👍"])
    }

    @Test func languagesHaveTheirScript() {
        #expect(WritingSystem(language: "en-us") == .latin)
        #expect(WritingSystem(language: "fa-latn") == .latin)
        #expect(WritingSystem(language: "fa") == .arabic)
        #expect(WritingSystem(language: "ru") == .cyrillic)
    }
}
