// SPDX-License-Identifier: GPL-3.0-or-later
// What a file holds, by its name: people know their lists, and not where these are kept.

/// The contents of one of the product's own files.
public enum StoredThing: Hashable, Sendable {
    case history, reminders, lists, stopwatch, settings, statistics, recordings, models, toolServers, modelServers
    /// Anything else, called by the name of its file.
    case file(String)

    /// - Parameter path: of a file, or of what stands beside it because of it (`lists.json.lock`).
    public init(_ path: String) {
        let parts = path.split(separator: "/").map(String.init)
        let name = parts.last ?? path
        let named: [(String, StoredThing)] = [
            ("reminders.json", .reminders), ("lists.json", .lists), ("stopwatch.json", .stopwatch),
            ("settings.json", .settings), ("statistics.json", .statistics), ("tool-servers.json", .toolServers),
            ("language-models.json", .modelServers),
        ]
        // The product's own folders, not those of the same name above them.
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

    /// As JARVIS speaks of it.
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

    /// That it cannot be saved because a file is read-only.
    func readOnly(_ path: String, _ reader: FailureReader) -> String {
        switch self {
        case .history: reader.say("History cannot be written: %1 is read-only.", path)
        case .reminders: reader.say("Timers, alarms and reminders cannot be saved: %1 is read-only.", path)
        case .lists: reader.say("Lists cannot be saved: %1 is read-only.", path)
        case .stopwatch: reader.say("The stopwatch cannot be saved: %1 is read-only.", path)
        case .settings: reader.say("Settings cannot be saved: %1 is read-only.", path)
        case .statistics: reader.say("Statistics cannot be saved: %1 is read-only.", path)
        case .recordings: reader.say("Recordings cannot be saved: %1 is read-only.", path)
        case .models: reader.say("Speech models cannot be saved: %1 is read-only.", path)
        case .toolServers: reader.say("Tool servers cannot be saved: %1 is read-only.", path)
        case .modelServers: reader.say("Language models cannot be saved: %1 is read-only.", path)
        case .file: reader.say("%1 cannot be written: it is read-only.", path)
        }
    }
}
