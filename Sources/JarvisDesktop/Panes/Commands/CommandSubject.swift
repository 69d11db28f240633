// SPDX-License-Identifier: GPL-3.0-or-later
// The subjects under which the Commands pane lists what JARVIS understands.

import JarvisCore
import JarvisDesktopKit

enum CommandSubject: CaseIterable {
    case time, lists, numbers, knowledge, internet, media, computer, jarvis

    /// The subject of a command; what isn't listed here belongs to JARVIS itself.
    init(skill: String) { self = Self.allCases.first { $0.skills.contains(skill) } ?? .jarvis }

    /// The title in the user's language.
    var title: String {
        switch self {
        case .time: localized("Time")
        case .lists: localized("Lists, notes and appointments")
        case .numbers: localized("Numbers")
        case .knowledge: localized("Words and facts")
        case .internet: localized("Internet")
        case .media: localized("Music and sound")
        case .computer: localized("This computer")
        case .jarvis: localized("JARVIS")
        }
    }

    private var skills: Set<String> {
        switch self {
        case .time:
            ["time", "date", "timer", "alarm", "reminder", "stopwatch", "world-time", "time-until", "pending"]
        case .lists: ["list", "note", "calendar"]
        case .numbers: ["arithmetic", "conversion", "bill", "number", "chance"]
        case .knowledge: ["dictionary", "encyclopedia", "spell", "translation", "emergency"]
        case .internet: ["weather", "news", "website", "online"]
        case .media: ["media", "volume"]
        case .computer:
            [
                "application", "brightness", "clipboard", "color-scheme", "machine", "notifications", "screenshot",
                "session", "system",
            ]
        case .jarvis: []
        }
    }

    /// The subjects with their commands, each in the order given.
    static func groups(_ commands: [CommandHelp]) -> [(subject: CommandSubject, commands: [CommandHelp])] {
        allCases.compactMap { subject in
            let own = commands.filter { CommandSubject(skill: $0.skill) == subject }
            return own.isEmpty ? nil : (subject, own)
        }
    }
}
