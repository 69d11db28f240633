// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis config reset and describe: resets settings, and explains a setting.

import ArgumentParser
import JarvisCommands
import JarvisCore
import JarvisPlatform

struct ConfigResetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Reset settings to their defaults.")
    @Argument(help: "The settings' keys.") var keys: [String] = []
    @Option(help: "All settings of a page: \(SettingsPage.names).", transform: SettingsPage.asked)
    var page: SettingsPage?
    @Flag(help: "All settings.") var all = false
    @OptionGroup var output: JSONOption
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard [!keys.isEmpty, page != nil, all].count(where: { $0 }) == 1 else {
            throw ValidationError("Name the settings, or use either --page or --all.")
        }
    }

    func run() throws {
        let named = try keys.map(SettingDescriptor.asked)
        let meant = all ? SettingDescriptor.all : page.map(SettingDescriptor.on) ?? named
        let settings = try Composition(global).settings
        if meant.contains(where: { $0.path == \Settings.history.isLocked }) { try HistoryGate.open(settings) }
        let before = settings.current
        let written = try settings.update { settings in
            for setting in meant { setting.reset(in: &settings) }
        }
        try runBlocking { try await written.value }
        let changed = meant.filter { $0.isChanged(in: before) }
        if output.json {
            let members = changed.map { JSONObject.Member(key: $0.key, value: $0.defaultValue.json) }
            return try Console.json(.object(JSONObject(members: members)))
        }
        for setting in changed {
            try Console.say(
                "\(setting.key) = \(setting.defaultValue.display)    # was \(setting.get(before).display)")
        }
        if changed.isEmpty { try Console.say("Everything is at its default.") }
    }
}

struct ConfigDescribeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "describe", abstract: "Describe a setting, its values and its current value.",
        discussion: "Without a key, describes all settings.")
    @Argument(help: "The setting's key, as listed by \"jarvis config list\".") var key: String?
    @OptionGroup var output: JSONOption
    @OptionGroup var global: GlobalOptions

    func run() throws {
        let settings = try key.map { [try SettingDescriptor.asked($0)] } ?? SettingDescriptor.all
        let current = try Composition(global).settings.current
        guard output.json else {
            for setting in settings { try describe(setting, setting.get(current)) }
            return
        }
        let descriptions = settings.map { Self.json($0, $0.get(current)) }
        try Console.json(key == nil ? .array(descriptions) : descriptions[0])
    }

    private static func json(_ setting: SettingDescriptor, _ value: SettingValue) -> JSONValue {
        .object([
            "key": .text(setting.key), "title": .text(setting.text.title), "help": .text(setting.text.help),
            "page": .text(setting.page.rawValue), "words": .text(setting.text.words),
            "values": .text(setting.domain.advice(for: .commandLine)), "default": setting.defaultValue.json,
            "value": value.json, "since": .text(setting.since),
        ])
    }

    private func describe(_ setting: SettingDescriptor, _ value: SettingValue) throws {
        try Console.say("\(setting.text.title): \(setting.text.help)")
        for (name, text) in [
            ("Key", setting.key), ("Page", setting.page.rawValue), ("Now", value.display),
            ("Default", setting.defaultValue.display), ("Values", setting.domain.advice(for: .commandLine)),
            ("Found by", setting.text.words), ("Since", setting.since),
        ] {
            try Console.say("  \(name): \(text)")
        }
    }
}
