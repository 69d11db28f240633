// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of the engines that turn speech into text and text into speech. An address counts only while its engine is
// a server's.

import GtkKit
import JarvisCore

@MainActor
enum EngineSections {
    /// Who understands.
    static func recognition(_ model: SettingsModel, _ status: EngineStatus) -> SettingsSection {
        let isServer: @Sendable (Settings) -> Bool = { $0.speech.recognition != .embedded }
        return SettingsSection(
            localized("Speech recognition"),
            [
                ChoiceRow.choices(
                    SettingText("Speech-to-text engine", "What recognizes your speech"), model,
                    \.speech.recognition),
                EntryRow(
                    SettingText("Recognition server address", "Where the server runs"), model,
                    \.speech.recognitionServer.address,
                    .init(placeholder: localized("http://localhost:8080"), isUsed: isServer)),
                EntryRow(
                    SettingText("Recognition model", "Leave empty for the server's default"), model,
                    \.speech.recognitionServer.model, .init(placeholder: localized("Default"), isUsed: isServer)),
                EntryRow(
                    SettingText(
                        "Recognition language",
                        "A code such as “de”. “default” follows the system; empty lets a server detect it"), model,
                    \.speech.recognitionLanguage,
                    .init(
                        placeholder: localized("Detected"),
                        accepts: { SettingDescriptor.Domain.language.accepts(.text($0)) })),
                status.recognition,
            ])
    }

    /// Who speaks.
    static func synthesis(_ model: SettingsModel, _ status: EngineStatus) -> SettingsSection {
        let isServer: @Sendable (Settings) -> Bool = { [.openAI, .wyoming].contains($0.speech.synthesis) }
        let isOther: @Sendable (Settings) -> Bool = { $0.speech.synthesis != .embedded }
        return SettingsSection(
            localized("Speech synthesis"),
            [
                ChoiceRow.choices(
                    SettingText("Text-to-speech engine", "What reads replies aloud"), model,
                    \.speech.synthesis),
                EntryRow(
                    SettingText("Synthesis server address", "Where the server runs"), model,
                    \.speech.synthesisServer.address,
                    .init(placeholder: localized("tcp://localhost:10200"), isUsed: isServer)),
                EntryRow(
                    SettingText("Synthesis model", "For Piper, the path of its model file"), model,
                    \.speech.synthesisServer.model, .init(placeholder: localized("Default"), isUsed: isOther)),
                EntryRow(
                    SettingText("Synthesis voice", "Leave empty for the server's default"), model,
                    \.speech.synthesisServer.voice, .init(placeholder: localized("Default"), isUsed: isServer)),
                status.synthesis,
            ])
    }

    /// What holds for servers of every kind.
    static func servers(_ model: SettingsModel) -> SettingsSection {
        let setting = SettingDescriptor.named(NetworkSettings.plainKeyServersKey)
        return SettingsSection(
            localized("Servers"),
            [
                EntryRow(
                    SettingText("Keys without encryption", "Addresses that get their key over plain http"), model,
                    \.network.plainKeyServers,
                    .init(
                        placeholder: localized("http://nas.local:8000"),
                        accepts: { setting?.domain.accepts(.text($0)) ?? false }))
            ])
    }
}
