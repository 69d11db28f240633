// SPDX-License-Identifier: GPL-3.0-or-later
// Which settings are changed by voice, which after a question, and which by hand only. docs/agency.md tells people. Pure.

import JarvisCore

/// How carefully a setting is changed by voice.
enum SettingCare: Hashable {
    /// At once; "undo" takes it back.
    case free
    /// After a yes. `isFinal`: it deletes something, so undo can't restore all of it.
    case asks(isFinal: Bool)
    /// By hand only.
    case byHand

    /// Addresses, keys and files are misheard too easily, and devices have names that no one says.
    private static let manual: Set<String> = [
        "voice.name", "voice.languages", "audio.output", "audio.input", "recognition.offline-model",
        "recognition.address", "recognition.model", "synthesis.address", "synthesis.model", "synthesis.voice",
        NetworkSettings.plainKeyServersKey, "online.weather-address", "online.encyclopedia-address",
        "online.translation-address", "online.feeds", "calendar.files", "calendar.folder",
    ]

    /// Switches that keep or show more of what was said, or let others in, when they are on.
    private static let exposing: Set<String> = [
        "recording.utterances", "privacy.statistics", "background.wake-word", "background.locked",
        "background.programs", "notes.show-line",
    ]

    /// How this setting is changed to this value.
    static func of(_ setting: SettingDescriptor, to value: SettingValue, in settings: Settings) -> SettingCare {
        let old = setting.get(settings)
        if manual.contains(setting.key) {
            // Back to the default, nothing needs a name.
            return value == setting.defaultValue && setting.key.hasPrefix("audio.") ? .free : .byHand
        }
        switch (setting.key, value) {
        case ("privacy.history-lock", .flag(false)): return .byHand
        case ("history.session-only", .flag(false)): return .asks(isFinal: false)
        case (_, .flag(true)) where exposing.contains(setting.key):
            return .asks(isFinal: false)
        case ("privacy.unlock-minutes", .number(let minutes)):
            if case .number(let now) = old, minutes > now { return .asks(isFinal: false) }
            return .free
        case ("history.retention", .text), ("recording.retention", .text):
            return days(value) < days(old) ? .asks(isFinal: true) : .free
        case ("recognition.engine", .text(let name)), ("synthesis.engine", .text(let name)):
            let isHere = [RecognitionEngine.embedded.rawValue, SynthesisEngine.piper.rawValue].contains(name)
            return isHere ? .free : .asks(isFinal: false)
        case (_, .text(OnlineConsent.on.rawValue)) where setting.isConsent: return .asks(isFinal: false)
        default: return .free
        }
    }

    private static func days(_ value: SettingValue) -> Int {
        if case .text(let text) = value { Int(text) ?? .max } else { .max }
    }
}

extension SettingDescriptor {
    /// True if the setting lets JARVIS use a service on the internet.
    var isConsent: Bool {
        OnlineService.allCases.contains { "online.\($0.rawValue)" == key }
    }
}
