// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis config reset and describe: resets settings, and explains a setting.

import ArgumentParser
import JarvisCommands
import JarvisCore
import JarvisPlatform

struct ConfigResetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Put settings back to their defaults.")
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
        if changed.isEmpty { try Console.say("Nothing was different from its default.") }
    }
}

struct ConfigDescribeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "describe", abstract: "Say what a setting is, what it takes and what it is now.")
    @Argument(help: "The setting's key, as listed by \"jarvis config list\".") var key: String
    @OptionGroup var output: JSONOption
    @OptionGroup var global: GlobalOptions

    func run() throws {
        let setting = try SettingDescriptor.asked(key)
        let value = try setting.get(Composition(global).settings.current)
        let values = setting.domain.advice(for: .commandLine)
        guard !output.json else {
            return try Console.json(
                .object([
                    "key": .text(key), "title": .text(setting.text.title), "help": .text(setting.text.help),
                    "page": .text(setting.page.rawValue), "words": .text(setting.text.words),
                    "values": .text(values), "default": setting.defaultValue.json, "value": value.json,
                    "since": .text(setting.since),
                ]))
        }
        try Console.say("\(setting.text.title): \(setting.text.help)")
        for (name, text) in [
            ("Key", key), ("Page", setting.page.rawValue), ("Now", value.display),
            ("Default", setting.defaultValue.display), ("Values", values), ("Found by", setting.text.words),
            ("Since", setting.since),
        ] {
            try Console.say("  \(name): \(text)")
        }
    }
}
