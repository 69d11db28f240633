// SPDX-License-Identifier: GPL-3.0-or-later
// The names of choices in the settings; JarvisCore defines the choices themselves.

import JarvisCore
import JarvisDesktopKit

/// A choice that a row of the settings offers.
protocol TitledChoice: CaseIterable, Hashable, Sendable {
    /// The choice's name in the user's language.
    var title: String { get }
}

extension DetectionMode: TitledChoice {
    var title: String {
        switch self {
        case .disabled: localized("Microphone button only")
        case .pushToTalk: localized("Push to talk")
        case .auto: localized("Automatic")
        case .autoHold: localized("Automatic, hold to keep open")
        }
    }
}

extension EndPatience: TitledChoice {
    var title: String {
        switch self {
        case .quick: localized("Quick", context: "patience")
        case .normal: localized("Normal", context: "patience")
        case .relaxed: localized("Relaxed", context: "patience")
        }
    }
}

extension ThemeChoice: TitledChoice {
    var title: String {
        switch self {
        case .dark: localized("Dark")
        case .light: localized("Light")
        case .auto: localized("Automatic")
        case .custom: localized("Custom")
        }
    }
}

extension ColorVision: TitledChoice {
    var title: String {
        switch self {
        case .typical: localized("Typical")
        case .protanopia: localized("Protanopia (no red)")
        case .deuteranopia: localized("Deuteranopia (no green)")
        case .tritanopia: localized("Tritanopia (no blue)")
        }
    }
}

extension DesktopPreference: TitledChoice {
    var title: String {
        switch self {
        case .desktop: localized("Follow system")
        case .on: localized("On")
        case .off: localized("Off")
        }
    }
}

extension HistoryRetention: TitledChoice {
    var title: String {
        switch self {
        case .forever: localized("Forever")
        case .day: localized("1 day")
        case .week: localized("1 week")
        case .month: localized("1 month")
        case .quarter: localized("3 months")
        case .year: localized("1 year")
        }
    }
}

extension TalkFilter: TitledChoice {
    var title: String {
        switch self {
        case .off: localized("Everything")
        case .balanced: localized("Requests and questions")
        case .strict: localized("Clear requests only")
        }
    }
}

extension EventSounds: TitledChoice {
    var title: String {
        switch self {
        case .off: localized("Off")
        case .few: localized("Listening and errors")
        case .all: localized("All events")
        }
    }
}

extension RecognitionEngine: TitledChoice {
    var title: String {
        switch self {
        case .embedded: localized("On this computer")
        case .openAI: localized("OpenAI-compatible server")
        case .whisperServer: localized("whisper.cpp server")
        case .wyoming: localized("Wyoming server")
        }
    }
}

extension SynthesisEngine: TitledChoice {
    var title: String {
        switch self {
        case .embedded: localized("On this computer")
        case .openAI: localized("OpenAI-compatible server")
        case .wyoming: localized("Wyoming server")
        case .piper: localized("Piper on this computer")
        }
    }
}

extension Ducking: TitledChoice {
    var title: String {
        switch self {
        case .unchanged: localized("Keep playing")
        case .softer: localized("Lower volume")
        case .muted: localized("Mute", context: "other audio")
        }
    }
}

extension RecordingRetention: TitledChoice {
    var title: String {
        switch self {
        case .week: localized("%1 day", "%1 days", count: 7)
        case .fortnight: localized("%1 day", "%1 days", count: 14)
        case .month: localized("%1 day", "%1 days", count: 30)
        }
    }
}

extension OnlineConsent: TitledChoice {
    var title: String {
        switch self {
        case .ask: localized("Ask first")
        case .on: localized("On")
        case .off: localized("Off")
        }
    }
}
