// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis config: reads and changes every setting.

import ArgumentParser
import JarvisCommands
import JarvisCore
import JarvisPlatform

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "List, read or change settings.",
        subcommands: [
            List.self, Get.self, Change.self, ConfigResetCommand.self, ConfigDescribeCommand.self, SecretCommand.self,
        ], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List all settings with their values.")
        @Flag(help: "Only changed settings.") var changed = false
        @Option(help: "Only one page: \(SettingsPage.names).", transform: SettingsPage.asked)
        var page: SettingsPage?
        @OptionGroup var output: JSONOption
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let settings = try Composition(global).settings
            let current = settings.current
            let listed = SettingDescriptor.all.filter { setting in
                (page == nil || setting.page == page) && (!changed || setting.isChanged(in: current))
            }
            if output.json {
                let members = listed.map { setting in
                    JSONObject.Member(key: setting.key, value: setting.get(current).json)
                }
                try Console.json(.object(JSONObject(members: members)))
            } else {
                for setting in listed {
                    try Console.say(
                        "\(setting.key) = \(setting.get(current).display)    # \(setting.text.title). "
                            + "\(setting.text.help): \(setting.domain.advice(for: .commandLine))")
                }
            }
        }
    }

    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Print one setting.")
        @Argument(help: "The setting's key, as listed by \"jarvis config list\".") var key: String
        @OptionGroup var output: JSONOption
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let value = try SettingDescriptor.asked(key).get(Composition(global).settings.current)
            if output.json {
                try Console.json(.object(JSONObject(members: [.init(key: key, value: value.json)])))
            } else {
                try Console.say(value.display)
            }
        }
    }

    struct Change: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "set", abstract: "Change one setting.")
        @Argument(help: "The setting's key, as listed by \"jarvis config list\".") var key: String
        // Taken literally, so that "-3" is a value instead of an option.
        @Argument(parsing: .allUnrecognized, help: "The new value.") var value: [String]
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let setting = try SettingDescriptor.asked(key)
            let composition = try Composition(global)
            let settings = composition.settings
            let text = value.joined(separator: " ")
            do {
                try Self.checkAddress(text, of: setting.key)
                if setting.path == \Settings.history.isLocked { try HistoryGate.open(settings) }
                if setting.key == "voice.name" { try Self.checkVoice(text, composition.synthesizer) }
                let written = try settings.update { try setting.set(text: text, in: &$0) }
                try runBlocking { try await written.value }
                if setting.domain == .phrase, WakePhrase.isShort(text) {
                    Console.note("\"\(text)\" is short, so other words will often be mistaken for it.")
                }
            } catch let refusal as ServerAddressError {
                throw ValidationError(refusal.commandAdvice)
            } catch SynthesisFailure.voiceMissing(let name) {
                throw ValidationError(SynthesisFailure.voiceMissing(name).commandAdvice)
            } catch let refusal as SettingError {
                throw ValidationError(refusal.commandAdvice)
            }
        }

        /// Checks an address: the settings accept any text, but the engines don't.
        private static func checkAddress(_ text: String, of key: String) throws {
            guard key.hasSuffix(".address"), !text.isEmpty else { return }
            _ = try ServerAddress(text, schemes: Set(ServerAddress.Scheme.allCases), defaultPort: 10_200)
        }

        /// Checks a voice's name: the settings accept any text, and only the synthesizer knows its voices.
        static func checkVoice(_ name: String, _ synthesizer: any SpeechSynthesizer) throws {
            let voices = try runBlocking { try await synthesizer.voices() }
            guard voices.contains(where: { $0.id == name }) else { throw SynthesisFailure.voiceMissing(name) }
        }
    }
}

extension SettingsPage {
    /// The names of all pages as a list, for help and advice.
    static let names = allCases.map(\.rawValue).joined(separator: ", ")

    /// The page named on the command line.
    /// - Throws: An error if there is no such page.
    static func asked(_ name: String) throws -> SettingsPage {
        guard let page = SettingsPage(rawValue: name) else {
            throw ValidationError("There's no page \"\(name)\"; use \(names).")
        }
        return page
    }
}

extension SettingDescriptor {
    /// The setting named on the command line.
    /// - Throws: An error if there is no such setting.
    static func asked(_ key: String) throws -> SettingDescriptor {
        guard let setting = named(key) else {
            throw ValidationError("There's no setting \"\(key)\". \"jarvis config list\" lists them.")
        }
        return setting
    }
}

extension SettingValue {
    /// The value as JSON.
    var json: JSONValue {
        switch self {
        case .text(let text): .text(text)
        case .number(let number): .number(number)
        case .flag(let flag): .flag(flag)
        }
    }
}
