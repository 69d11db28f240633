// SPDX-License-Identifier: GPL-3.0-or-later
// What one of JARVIS's files holds, by its path: people know their lists, but not where they are stored.

/// The contents of one of JARVIS's own files.
public enum StoredThing: Hashable, Sendable {
    case history, reminders, lists, stopwatch, settings, statistics, recordings, models, toolServers, modelServers
    /// Anything else, by its file name.
    case file(String)

    /// - Parameter path: A file, or a companion file such as `lists.json.lock`.
    public init(_ path: String) {
        let parts = path.split(separator: "/").map(String.init)
        let name = parts.last ?? path
        let named: [(String, StoredThing)] = [
            ("reminders.json", .reminders), ("lists.json", .lists), ("stopwatch.json", .stopwatch),
            ("settings.json", .settings), ("statistics.json", .statistics), ("tool-servers.json", .toolServers),
            ("language-models.json", .modelServers),
        ]
        // Only JARVIS's own folders count, not parents of the same name.
        let folders = parts.last { ["history", "recordings", "models"].contains($0) }
        if let known = named.first(where: { name.hasPrefix($0.0) }) {
            self = known.1
        } else {
            switch folders {
            case "history": self = .history
            case "recordings": self = .recordings
            case "models": self = .models
            default: self = .file(name)
            }
        }
    }

    /// How JARVIS refers to it.
    public var spoken: String {
        switch self {
        case .history: "the history"
        case .reminders: "your timers, alarms and reminders"
        case .lists: "your lists"
        case .stopwatch: "the stopwatch"
        case .settings: "your settings"
        case .statistics: "the statistics"
        case .recordings: "recordings"
        case .models: "speech models"
        case .toolServers: "the tool servers"
        case .modelServers: "the language models"
        case .file(let name): name
        }
    }

    /// Explains that it cannot be saved because a file is read-only.
    func readOnly(_ path: String, _ reader: FailureReader) -> String {
        switch self {
        case .history: reader.say("The history can't be saved: %1 is read-only.", path)
        case .reminders: reader.say("Timers, alarms and reminders can't be saved: %1 is read-only.", path)
        case .lists: reader.say("Lists can't be saved: %1 is read-only.", path)
        case .stopwatch: reader.say("The stopwatch can't be saved: %1 is read-only.", path)
        case .settings: reader.say("Settings can't be saved: %1 is read-only.", path)
        case .statistics: reader.say("Statistics can't be saved: %1 is read-only.", path)
        case .recordings: reader.say("Recordings can't be saved: %1 is read-only.", path)
        case .models: reader.say("Speech models can't be saved: %1 is read-only.", path)
        case .toolServers: reader.say("Tool servers can't be saved: %1 is read-only.", path)
        case .modelServers: reader.say("Language models can't be saved: %1 is read-only.", path)
        case .file: reader.say("%1 can't be written: it's read-only.", path)
        }
    }
}
