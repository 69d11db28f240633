// SPDX-License-Identifier: GPL-3.0-or-later
// The rows that decide whether JARVIS waits for a wake word, and which one.

import JarvisCore
import JarvisDesktopKit

@MainActor
enum WakeRows {
    /// The switch, and the field for the wake word.
    static func choice(_ model: SettingsModel) -> [any SettingRow] {
        [SwitchRow(model, \.speech.requiresWakeWord), phrase(model)]
    }

    /// The field for the wake word.
    static func phrase(_ model: SettingsModel) -> EntryRow {
        EntryRow(
            model, \.speech.wakePhrase,
            .init(placeholder: localized("jarvis"), remark: remark, isUsed: { $0.speech.requiresWakeWord }))
    }

    /// The problem with a wake phrase; nil for a good one.
    private static func remark(_ phrase: String) -> String? {
        switch WakePhrase.fault(of: phrase) {
        case .nothingToSay: localized("Enter a word you can say")
        case .unknownLetter(let letter):
            localized("“%1” can't be pronounced. Use only the letters a to z", String(letter))
        case .tooShort: localized("Too short: everyday talk would trigger it")
        case nil: WakePhrase.isShort(phrase) ? localized("Short: other words may trigger it") : nil
        }
    }
}
