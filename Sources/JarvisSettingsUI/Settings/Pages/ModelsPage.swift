// SPDX-License-Identifier: GPL-3.0-or-later
// The rows on speech recognition and synthesis. An address has an effect only if its engine runs on a server.

import JarvisCore
import JarvisDesktopKit

@MainActor
enum ModelsPage {
    static func sections(
        _ model: SettingsModel, _ status: EngineStatus, _ recognizer: RecognizerRow
    ) -> [SettingsSection] {
        [recognition(model, status, recognizer), synthesis(model, status), servers(model)]
    }

    /// The section of speech recognition.
    private static func recognition(
        _ model: SettingsModel, _ status: EngineStatus, _ recognizer: RecognizerRow
    ) -> SettingsSection {
        let isServer: @Sendable (Settings) -> Bool = { $0.speech.recognition != .embedded }
        return SettingsSection(
            localized("Speech recognition"),
            [
                ChoiceRow.choices(model, \.speech.recognition),
                EntryRow(
                    model, \.speech.recognitionModel,
                    .init(placeholder: localized("Default"), isUsed: { $0.speech.recognition == .embedded })),
                recognizer,
                EntryRow(
                    model, \.speech.recognitionServer.address,
                    .init(placeholder: localized("http://localhost:8080"), isUsed: isServer)),
                EntryRow(
                    model, \.speech.recognitionServer.model,
                    .init(placeholder: localized("Default"), isUsed: isServer)),
                EntryRow(model, \.speech.recognitionLanguage, .init(placeholder: localized("Detected"))),
                status.recognition,
            ])
    }

    /// The section of speech synthesis.
    private static func synthesis(_ model: SettingsModel, _ status: EngineStatus) -> SettingsSection {
        let isServer: @Sendable (Settings) -> Bool = { [.openAI, .wyoming].contains($0.speech.synthesis) }
        return SettingsSection(
            localized("Speech synthesis"),
            [
                ChoiceRow.choices(model, \.speech.synthesis),
                EntryRow(
                    model, \.speech.synthesisServer.address,
                    .init(placeholder: localized("tcp://localhost:10200"), isUsed: isServer)),
                EntryRow(
                    model, \.speech.synthesisServer.model,
                    .init(placeholder: localized("Default"), isUsed: { $0.speech.synthesis != .embedded })),
                EntryRow(
                    model, \.speech.synthesisServer.voice,
                    .init(placeholder: localized("Default"), isUsed: isServer)),
                status.synthesis,
            ])
    }

    /// The section with settings for servers of every kind.
    private static func servers(_ model: SettingsModel) -> SettingsSection {
        SettingsSection(
            localized("Servers"),
            [EntryRow(model, \.network.plainKeyServers, .init(placeholder: localized("http://nas.local:8000")))])
    }
}
