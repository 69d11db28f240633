// SPDX-License-Identifier: GPL-3.0-or-later
// The user's answer to when JARVIS may listen. Until there is one, it listens only while the user presses a key or the
// microphone.

public import JarvisCore
import JarvisDesktopKit

/// When JARVIS may listen.
public enum ListeningConsent: String, Hashable, Sendable, CaseIterable {
    case press, wakeWord, always

    /// The answer that these settings amount to.
    public init(_ settings: Settings) {
        self = !settings.detectionMode.isAutomatic ? .press : settings.speech.requiresWakeWord ? .wakeWord : .always
    }

    /// Makes the settings follow the answer. Of several modes that mean the same, the user's own stays.
    public func apply(to settings: inout Settings) {
        guard ListeningConsent(settings) != self else { return }
        switch self {
        case .press: settings.detectionMode = .pushToTalk
        case .wakeWord, .always:
            if !settings.detectionMode.isAutomatic { settings.detectionMode = .auto }
            settings.speech.requiresWakeWord = self == .wakeWord
        }
    }
}

extension ListeningConsent: DescribedChoice {
    var title: String {
        switch self {
        case .press: localized("Press to talk")
        case .wakeWord: localized("Wake word")
        case .always: localized("Always")
        }
    }

    var detail: String {
        switch self {
        case .press: localized("While you press")
        case .wakeWord: localized("After “Jarvis”")
        case .always: localized("Any time")
        }
    }
}
