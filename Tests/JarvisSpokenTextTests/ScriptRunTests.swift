// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisSpokenText
import Testing

@Suite struct ScriptRunTests {
    private func runs(_ text: String) -> [String] {
        ScriptRun.runs(of: text).map { run in
            let part = text.unicodeScalars.dropFirst(run.scalars.lowerBound).prefix(run.scalars.count)
            return "\(run.script.map { "\($0)" } ?? "none"): \(String(part))"
        }
    }

    @Test func signsBelongToThePrecedingLetters() {
        #expect(runs("„Say Привет!“ 5 × again.") == ["latin: „Say ", "cyrillic: Привет!“ 5 × ", "latin: again."])
        #expect(runs("c\u{327}a va") == ["latin: c\u{327}a va"])
    }

    @Test func japaneseScriptsFormOneRun() {
        #expect(runs("日本の電車 OK 中文") == ["kana: 日本の電車 ", "latin: OK ", "han: 中文"])
    }

    @Test func textWithoutLettersHasNoScript() {
        #expect(runs("") == [])
        #expect(runs("12 – 👍") == ["none: 12 – 👍"])
    }

    @Test func languagesHaveTheirScripts() {
        let scripts = ["en-us", "fa-latn", "fa", "ru", "sr", "ja", ""].map(WritingSystem.scripts(of:))
        #expect(
            scripts == [[.latin], [.latin], [.arabic], [.cyrillic], [.cyrillic, .latin], [.kana, .han], [.latin]])
    }
}
