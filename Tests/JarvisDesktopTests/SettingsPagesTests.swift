// SPDX-License-Identifier: GPL-3.0-or-later
// The settings pages by keyboard, as assistive technology sees them.

import JarvisCore
import Testing

@Suite(.serialized)
struct SettingsPagesTests {
    private func objects(
        _ place: String?, keys: [String] = ["shift"], _ options: [String] = [], size: String? = nil
    ) async throws -> [SeenObject] {
        let place = place.map { ["--place", $0] } ?? []
        return try await SeenObject.all(after: keys, place + options + (size.map { ["--size", $0] } ?? []))
    }

    @Test func arrowKeysMoveThroughThePageList() async throws {
        let first = try await objects(nil, keys: ["ctrl+comma", "Tab"])
        #expect(first.filter { $0.role == "page tab" }.map(\.name) == Self.titles, "\(first)")
        #expect(first.focused == "Voice")
        let third = try await objects(nil, keys: ["ctrl+comma", "Tab", "Down", "Down"])
        #expect(third.focused == "Conversation")
        #expect(third.contains { $0.role == "text" && $0.name == "Your name" }, "the page follows: \(third)")
        let last = try await objects(nil, keys: ["ctrl+comma", "Down", "End", "Home", "Up"])
        #expect(last.focused == "Search settings")
        let inside = try await objects(nil, keys: ["ctrl+comma", "Down", "Tab"])
        #expect(inside.focused == "Voice: English (America)")
    }

    private static let titles = [
        "Voice", "Listening", "Conversation", "Models & tools", "Appearance", "Privacy", "Desktop",
        "About & diagnostics",
    ]

    @Test func narrowWindowsShowEitherTheListOrAPage() async throws {
        let list = try await objects(nil, keys: ["ctrl+comma"], size: "480x640")
        #expect(list.contains { $0.role == "page tab" })
        #expect(!list.contains { $0.name == "Speed" }, "\(list)")
        let page = try await objects(nil, keys: ["ctrl+comma", "Down", "Down", "Return"], size: "480x640")
        #expect(!page.contains { $0.role == "page tab" }, "\(page)")
        #expect(page.focused == "Detection mode: Automatic")
        #expect(page.contains { $0.role == "label" && $0.name == "Listening" })
        let back = try await objects(nil, keys: ["ctrl+comma", "Down", "Down", "Return", "Escape"], size: "480x640")
        #expect(back.focused == "Listening")
        #expect(back.contains { $0.name == "Settings" })
        let closed = try await objects(
            nil, keys: ["ctrl+comma", "Down", "Return", "Escape", "Escape"], size: "480x640")
        #expect(!closed.contains { $0.name == "Search settings" })
    }

    @Test func enterInTheSearchFocusesTheBestMatch() async throws {
        let typed = ["ctrl+comma"] + "talk faster".map { $0 == " " ? "space" : String($0) }
        let found = try await objects(nil, keys: typed)
        #expect(found.contains { $0.role == "push button" && $0.name == "Speed, on the Voice page" }, "\(found)")
        #expect(found.contains { $0.name == "1 setting found" })
        #expect(!found.contains { $0.role == "page tab" })
        #expect(try await objects(nil, keys: typed + ["Return"]).focused == "Speed")
        #expect(try await objects(nil, keys: typed + ["Down"]).focused == "Speed, on the Voice page")
        let narrow = try await objects(nil, keys: typed + ["Return"], size: "480x640")
        #expect(narrow.focused == "Speed")
        let again = try await objects(nil, keys: typed + ["Return", "ctrl+f"])
        #expect(again.focused == "Search settings")
        let ended = try await objects(nil, keys: typed + ["Escape"])
        #expect(ended.contains { $0.role == "page tab" }, "\(ended)")
    }

    @Test func anEmptySearchResultIsReported() async throws {
        let seen = try await objects(nil, keys: ["ctrl+comma", "z z q q"])
        #expect(seen.contains { $0.name.hasPrefix("No results. Try") }, "\(seen)")
    }

    @Test func resettingASettingCanBeUndone() async throws {
        let plain = try await objects("voice")
        #expect(plain.buttons.filter { $0.hasPrefix("Reset ") } == ["Reset this page: Reset…"])
        let changed = try await objects("voice.speed", keys: ["Right"])
        #expect(changed.buttons.contains("Reset Speed"), "\(changed)")
        #expect(changed.contains { $0.name == "1.05×" })
        let back = try await objects("voice.speed", keys: ["Right", "shift+Tab", "space"])
        #expect(back.contains { $0.name == "1.0×" }, "\(back)")
        #expect(back.contains { $0.name == "Speed reset" }, "\(back)")
        #expect(back.focused == "Speed")
        let undone = try await objects("voice.speed", keys: ["Right", "shift+Tab", "space", "ctrl+z"])
        #expect(undone.contains { $0.name == "1.05×" } && undone.contains { $0.name == "Restored" }, "\(undone)")
    }

    @Test func resettingAPageAsksFirstAndCanBeUndone() async throws {
        let options = ["--set", "voice.speed=1.5", "--set", "voice.pitch=2", "--set", "user.name=Ada"]
        let page = try await objects("reset-voice", options)
        #expect(page.contains { $0.name == "2 settings changed" }, "\(page)")
        let asked = try await objects("reset-voice", keys: ["space"], options)
        #expect(asked.contains { $0.name == "Reset 2 settings?" })
        #expect(asked.focused == "Keep", "the safe answer: \(asked)")
        let kept = try await objects("reset-voice", keys: ["space", "Escape"], options)
        #expect(kept.contains { $0.name == "2 settings changed" })
        let reset = try await objects("reset-voice", keys: ["space", "Tab", "space"], options)
        #expect(reset.contains { $0.name == "Everything is at its default" }, "\(reset)")
        #expect(reset.contains { $0.name == "2 settings reset" })
        let undone = try await objects("reset-voice", keys: ["space", "Tab", "space", "ctrl+z"], options)
        #expect(undone.contains { $0.name == "2 settings changed" }, "\(undone)")
        let all = try await objects("reset-all", options)
        #expect(all.contains { $0.name == "3 settings changed" }, "\(all)")
    }

    @Test func inactiveSettingsCanBeFound() async throws {
        let seen = try await objects("recognition.address")
        #expect(seen.contains { $0.role == "text" && $0.name == "Recognition server address" })
        #expect(seen.contains { $0.states.hasPrefix("focused") }, "\(seen)")
    }

    @Test func settingsPersistAcrossOpenings() async throws {
        let again = try await objects("voice.speed", keys: ["Right", "Escape", "ctrl+comma"])
        #expect(again.contains { $0.role == "label" && $0.name == "1.05×" })
    }

    @Test func typedTextIsKeptWhenThePaneCloses() async throws {
        let seen = try await objects(
            "recognition.vocabulary", keys: ["A", "d", "a", "Escape", "ctrl+comma", "Down", "Down", "Down"])
        let entry = seen.first { $0.role == "text" && $0.name == "Your words" }
        #expect(entry?.states.contains("text=Ada") == true, "\(seen)")
    }

    @Test(arguments: [
        ("voice", ["Speakers: Default (Built-in Audio Analog Stereo)"]),
        ("listening", ["Microphone: Default (Built-in Audio Analog Stereo)"]),
        ("conversation", ["Other audio: Keep playing", "Respond to: Requests and questions"]),
        ("models", ["Speech-to-text engine: On this computer", "Text-to-speech engine: On this computer"]),
        (
            "appearance",
            [
                "Colour vision: Typical", "Reduced motion: Follow system", "High contrast: Follow system",
                "Pick a colour: First accent", "Pick a colour: Third accent",
            ]
        ),
        ("privacy", ["Keep recordings: 7 days", "Keep messages: Forever", "Weather: Ask first"]),
    ])
    func choiceButtonsShowTheirValue(page: String, buttons: [String]) async throws {
        let seen = try await objects(page)
        #expect(Set(seen.buttons).isSuperset(of: buttons), "\(seen.buttons)")
    }

    @Test func theChosenThemeIsTheCheckedCard() async throws {
        let cards = try await objects("appearance.theme").filter { $0.role == "radio button" }
        #expect(
            cards.count == ThemeChoice.allCases.count && cards.allSatisfy { $0.name.hasPrefix("Theme: ") }, "\(cards)")
        #expect(cards.filter { $0.states.contains("checked") }.map(\.name) == ["Theme: Dark"])
        let next = try await objects("appearance.theme", keys: ["Right"])
        #expect(next.filter { $0.states.contains("checked") && $0.role == "radio button" }.count == 1)
        #expect(!next.contains { $0.states.contains("checked") && $0.name == "Theme: Dark" }, "\(next)")
    }

    /// Every setting of a page has a control with its name.
    @Test(arguments: SettingsPage.allCases)
    func everySettingHasARow(page: SettingsPage) async throws {
        let seen = try await objects(page.rawValue)
        let controls = seen.filter { !["label", "page tab", "panel", "filler"].contains($0.role) }.map(\.name)
        for setting in SettingDescriptor.on(page) {
            let title = setting.text.title
            #expect(controls.contains { $0 == title || $0.hasPrefix("\(title): ") }, "\(setting.key): \(controls)")
        }
    }
}
