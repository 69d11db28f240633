// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import Testing

struct LanguageVoicesTests {
    @Test func voicesAreFoundByTheLanguageTag() {
        let voices = LanguageVoices("de=de+f3, fr = fr-be ;cmn=cmn\nde=en-us/joe")
        #expect(voices["de"] == "en-us/joe", "the later entry counts")
        #expect(voices["DE-at"] == "en-us/joe" && voices["fr_CA"] == "fr-be")
        #expect(voices["zh"] == "cmn" && voices["cmn"] == "cmn")
        #expect(voices["es"] == nil)
        #expect(voices.text == "de=en-us/joe, fr=fr-be, zh=cmn")
        #expect(LanguageVoices(voices.text) == voices)
    }

    @Test(arguments: ["", "nothing", "=", "de=", "=de", ",,;"])
    func invalidEntriesAreIgnored(text: String) {
        #expect(LanguageVoices(text).text == "")
    }

    @Test func aVoiceCanBeSetAndRemoved() {
        var voices = LanguageVoices("")
        voices["pt-BR"] = "pt-br"
        #expect(voices.text == "pt=pt-br")
        voices["pt"] = nil
        #expect(voices == LanguageVoices(""))
    }

    @Test func theSettingRejectsInvalidAndTooManyEntries() throws {
        let setting = SettingDescriptor.of(\.languageVoices)
        var settings = Settings()
        for text in ["de=de+f3", "de = de+f3, pt-BR=pt-br", ""] { try setting.set(text: text, in: &settings) }
        for text in ["de", "German=de", "de=", "de=a=b", "another"] {
            #expect(throws: SettingError.self, "\(text)") { try setting.set(text: text, in: &settings) }
        }
        let many = Array(repeating: "de=de", count: LanguageVoices.most + 1).joined(separator: ",")
        #expect(throws: SettingError.self) { try setting.set(text: many, in: &settings) }
    }
}
