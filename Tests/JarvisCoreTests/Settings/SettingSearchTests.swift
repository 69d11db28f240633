// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import Testing

struct SettingSearchTests {
    private static let search = SettingSearch(
        SettingDescriptor.all.map {
            SearchableSetting(title: $0.text.title, help: $0.text.help, words: $0.text.words, key: $0.key)
        })

    private func keys(_ query: String) -> [String] {
        Self.search.places(query).map { SettingDescriptor.all[$0].key }
    }

    @Test func everySettingIsFoundByItsNamesAndSearchWords() {
        for setting in SettingDescriptor.all {
            #expect(keys(setting.text.title).first == setting.key, "\(setting.text.title)")
            #expect(keys(setting.key).first == setting.key, "\(setting.key)")
            #expect(keys(setting.text.help).contains(setting.key), "\(setting.text.help)")
            for words in setting.text.words.split(separator: ",") {
                #expect(keys(String(words)).contains(setting.key), "\(words): \(keys(String(words)))")
            }
        }
    }

    @Test(arguments: [
        ("talk faster", "voice.speed"), ("make it talk faster", "voice.speed"), ("LOUDER", "voice.volume"),
        ("bigger letters", "appearance.text-scale"), ("incognito", "history.session-only"),
        ("colour blind", "appearance.color-vision"), ("sensi", "detection.sensitivity"),
        ("Encyclopaedia", "online.encyclopedia"), ("hey jarvis", "wake.required"), ("headphones", "audio.output"),
    ])
    func everydayWordsFindTheSetting(query: String, key: String) {
        #expect(keys(query).prefix(3).contains(key), "\(query): \(keys(query))")
    }

    @Test(arguments: ["", "   ", "qzx", "talk qzx", "—"])
    func unmatchedQueriesFindNothing(query: String) {
        #expect(keys(query) == [])
    }

    @Test func searchFindsWordsInTextWithoutSpaces() {
        let search = SettingSearch([
            SearchableSetting(title: "読み上げ速度", help: "", words: "", key: "voice.speed"),
            SearchableSetting(title: "音量", help: "", words: "", key: "voice.volume"),
        ])
        #expect(search.places("速度") == [0])
    }
}
