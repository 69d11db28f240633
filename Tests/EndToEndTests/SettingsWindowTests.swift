// SPDX-License-Identifier: GPL-3.0-or-later
// Every setting in the real window: found by search, changed by keyboard, and saved, as the command line reads it.

import JarvisCore
import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct SettingsWindowTests {
    /// Waits until a matching object is focused.
    private func waitForFocus(
        _ program: JarvisProgram, _ isMeant: (AccessibilityTree.Node) -> Bool
    ) async throws -> Bool {
        let deadline = ContinuousClock.now + .seconds(60)
        repeat {
            let node = try await AccessibilityTree(of: program).nodes.last { $0.states.contains("focused") }
            if let node, isMeant(node) { return true }
        } while ContinuousClock.now < deadline
        return false
    }

    /// Waits until the command line reads a value other than the default.
    private func changed(_ program: JarvisProgram, _ setting: SettingDescriptor) async throws -> String? {
        let deadline = ContinuousClock.now + .seconds(60)
        repeat {
            let value = try await program.command(["config", "get", setting.key]).output.trimmed
            if value != setting.defaultValue.display { return value }
        } while ContinuousClock.now < deadline
        return nil
    }

    /// Changes a setting as a user would.
    private func change(_ program: JarvisProgram, _ setting: SettingDescriptor) async throws {
        switch (setting.domain, setting.defaultValue) {
        case (.flag, _): try await program.press("space")
        case (.number(let range), .number(let value)) where value == range.upperBound:
            try await program.press("Left")
        case (.number, _): try await program.press("Right")
        case (.choice(let names), let value):
            try await choose(program, names.last.map { .text($0) == value } == true ? "Home" : "End")
        case (.text(orDefault: true), _): try await choose(program, "Down")
        default:
            if setting.key == "voice.name" {
                // Choose the last card.
                try await program.press("End")
                return try await program.press("space")
            }
            try await program.type(Self.sampleText(setting.domain))
            try await program.press("Return")
        }
    }

    /// Opens the list of choices and picks another one.
    private func choose(_ program: JarvisProgram, _ key: String) async throws {
        try await program.press("space")
        #expect(try await waitForFocus(program) { $0.role != "push button" }, "the list opens")
        try await program.press(key)
        try await program.press("Return")
    }

    private static func sampleText(_ domain: SettingDescriptor.Domain) -> String {
        switch domain {
        case .color: "#123456"
        case .language: "de"
        case .phrase: "hey edison"
        case .servers: "http://localhost:8000"
        case .webPages: "https://example.org"
        case .voices: "de=de+f3"
        default: "another"
        }
    }

    /// Settings that others need in order to be changeable.
    private static let needs: [(keys: [String], setting: String, value: String)] = [
        (["recognition.offline-model"], "recognition.engine", "embedded"),
        (["recognition.address", "recognition.model"], "recognition.engine", "openai"),
        (["synthesis.address", "synthesis.model", "synthesis.voice"], "synthesis.engine", "openai"),
        (["wake.phrase"], "wake.required", "on"),
        (
            ["appearance.accent", "appearance.warm-accent", "appearance.deep-accent"], "appearance.theme", "custom"
        ),
    ]

    @Test(.timeLimit(.minutes(10)), arguments: SettingsPage.allCases.filter { $0 != .about })
    func everySettingIsFoundChangedAndSaved(page: SettingsPage) async throws {
        let program = try JarvisProgram()
        try await program.openAndWait()
        try await program.press("ctrl+comma")
        for setting in SettingDescriptor.on(page) {
            for need in Self.needs where need.keys.contains(setting.key) {
                #expect(try await program.command(["config", "set", need.setting, need.value]).status == 0)
            }
            try await program.press("ctrl+f")
            try await program.type(setting.text.title)
            try await program.press("Return")
            let title = setting.text.title
            guard try await waitForFocus(program, { $0.name == title || $0.name.hasPrefix("\(title): ") }) else {
                Issue.record("the search never came to \(setting.key)")
                continue
            }
            try await change(program, setting)
            #expect(try await changed(program, setting) != nil, "\(setting.key) was changed")
        }
        program.expectHealthy()
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10))) func windowAndCommandLineShowEachOthersChanges() async throws {
        let program = try JarvisProgram()
        let index = try await program.openAndWait()
        try await program.press("ctrl+comma")
        #expect(try await program.event("pane", after: index) { $0["name"]?.asText == "settings" } != nil)
        #expect(try await program.command(["config", "set", "voice.speed", "1.5"]).status == 0)
        var names: [String] = []
        repeat {
            names = try await AccessibilityTree(of: program).nodes.map(\.name)
        } while !names.contains("Reset Speed") && !Task.isCancelled
        #expect(names.contains("Reset Speed") && names.contains("1.5×"), "\(names)")
        let listed = try await program.command(["config", "list", "--changed", "--json"])
        #expect(listed.document?.asObject?.members.map(\.key) == ["voice.speed"])
        try await AccessibilityTree.press(buttonNamed: "Reset Speed", of: program)
        var value = ""
        repeat {
            value = try await program.command(["config", "get", "voice.speed"]).output
        } while value != "1\n" && !Task.isCancelled
        #expect(value == "1\n")
        try await program.close()
    }
}
