// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import Testing

struct SettingTableTests {
    @Test func everySettingHasATitleHelpAndThreeSearchWords() {
        for setting in SettingDescriptor.all {
            let text = setting.text
            #expect(!text.title.isEmpty && !text.help.isEmpty, "\(setting.key)")
            #expect(text.words.split(separator: ",").count >= 3, "\(setting.key): \(text.words)")
            #expect(setting.since.wholeMatch(of: /\d+\.\d+\.\d+/) != nil)
        }
        let keys = SettingDescriptor.all.map(\.key)
        #expect(Set(keys).count == keys.count)
        let titles = SettingDescriptor.all.map(\.text.title)
        #expect(Set(titles).count == titles.count, "two of the same name cannot be told apart")
    }

    /// A field missing from the table could be neither stored nor set.
    @Test func everyFieldOfTheSettingsIsInTheTable() {
        func leaves(_ value: Any) -> Int {
            let mirror = Mirror(reflecting: value)
            let isLeaf =
                mirror.displayStyle != .struct || value is HexColor || value is String || mirror.children.isEmpty
            return isLeaf ? 1 : mirror.children.reduce(0) { $0 + leaves($1.value) }
        }
        // Recognition servers have a voice field too, but don't use it.
        let unused = 1
        #expect(leaves(Settings()) - unused == SettingDescriptor.all.count)
    }

    @Test func aSettingIsFoundByItsField() {
        #expect(SettingDescriptor.of(\.speed).key == "voice.speed")
        #expect(SettingDescriptor.of(\.speech.recognitionServer.model).key == "recognition.model")
        for page in SettingsPage.allCases {
            let isListed = SettingDescriptor.on(page).allSatisfy { $0.page == page }
            #expect(isListed)
        }
        #expect(SettingsPage.allCases.flatMap(SettingDescriptor.on).count == SettingDescriptor.all.count)
    }

    @Test func everySettingCanBeResetToItsDefault() throws {
        for setting in SettingDescriptor.all {
            var settings = Settings()
            #expect(!setting.isChanged(in: settings))
            try setting.set(text: Self.other(setting), in: &settings)
            #expect(setting.isChanged(in: settings), "\(setting.key)")
            #expect(SettingDescriptor.all.filter { $0.isChanged(in: settings) }.map(\.key) == [setting.key])
            setting.reset(in: &settings)
            #expect(settings == Settings(), "\(setting.key)")
        }
    }

    /// A value that is not the default.
    private static func other(_ setting: SettingDescriptor) -> String {
        switch setting.domain {
        case .number(let range):
            SettingValue.number(setting.defaultValue == .number(range.upperBound) ? range.lowerBound : range.upperBound)
                .display
        case .choice(let names): names.last { .text($0) != setting.defaultValue } ?? ""
        case .flag: setting.defaultValue == .flag(true) ? "off" : "on"
        case .color: "#123456"
        case .language: "de"
        case .phrase: "hey edison"
        case .servers: "http://nas.local:8000"
        case .webPages: "https://example.org"
        case .voices: "de=de+f3"
        case .text, .list: "another"
        }
    }
}
