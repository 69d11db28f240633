// SPDX-License-Identifier: GPL-3.0-or-later
// Counts, measures and erases all stored user data across the stores. This knows the names of the files; only the
// stores know their content.

public import JarvisCore
public import JarvisStore
public import JarvisNetwork
public import JarvisPlatform
import JarvisToolServers

/// The data in the user's folders and in the keyring.
public struct KeptShelf: KeptDataLibrary {
    private let directories: BaseDirectories
    private let history: JSONLinesConversationStore
    private let settings: any SettingsStore
    private let recordings: RecordingStore
    private let secrets: any SecretStore
    /// The conversation that the program shows, which may exist only in memory; nil if there is none.
    private let session: (any ConversationStore)?
    private let isLocked: @Sendable () -> Bool
    private let worker = WorkerThread(name: "kept-data")

    /// - Parameters:
    ///   - session: The history that the program shows, which may exist only in memory; nil if there is none.
    ///   - isLocked: Returns true while the history must be neither shown nor changed.
    public init(
        directories: BaseDirectories, history: JSONLinesConversationStore, settings: any SettingsStore,
        recordings: RecordingStore, secrets: any SecretStore, session: (any ConversationStore)? = nil,
        isLocked: @escaping @Sendable () -> Bool = { false }
    ) {
        self.directories = directories
        self.history = history
        self.settings = settings
        self.recordings = recordings
        self.secrets = secrets
        self.session = session
        self.isLocked = isLocked
    }

    /// The locations of a kind of data: files, to which the files beside them belong, and folders.
    func places(of kind: KeptKind) -> [String] {
        let (data, configuration) = (directories.data, directories.configuration)
        return switch kind {
        case .conversation, .notes: [data + "/history", undoPath, questionPath, turnPath]
        case .lists: [data + "/lists.json", undoPath, questionPath, turnPath]
        case .reminders: [data + "/reminders.json", data + "/stopwatch.json", undoPath, questionPath, turnPath]
        case .recordings: [data + "/recordings"]
        case .statistics: [data + "/statistics.json"]
        case .logs: [directories.cache + "/tool-servers"]
        case .settings:
            [
                configuration + "/settings.json", configuration + "/wake.json", configuration + "/setup.json",
                data + "/daily-prompt.json", undoPath, questionPath, turnPath,
            ]
        case .servers: [configuration + "/language-models.json", configuration + "/tool-servers.json"]
        case .models: [data + "/models"]
        case .keys: []
        case .consents: [configuration + "/settings.json", configuration + "/tool-servers.json"]
        }
    }

    /// The path of the record of what the last "jarvis ask" has changed.
    private var undoPath: String { directories.data + "/undo.json" }

    /// The path of the last open question of "jarvis ask".
    private var questionPath: String { directories.data + "/question.json" }

    /// The path of what the last "jarvis ask" was about.
    private var turnPath: String { directories.data + "/turn.json" }

    // MARK: Stored data

    public func entries() async -> [KeptEntry] {
        var entries: [KeptEntry] = []
        for kind in KeptKind.allCases { entries.append(await entry(kind)) }
        return entries
    }

    private func entry(_ kind: KeptKind) async -> KeptEntry {
        var entry = KeptEntry(kind: kind, places: places(of: kind).filter(Environment.exists))
        let places = entry.places
        switch kind {
        // These are parts of data that is measured under another kind.
        case .notes, .consents: break
        case .keys: entry.places = ["your keyring"]
        default: entry.bytes = try? await worker.run { places.reduce(0) { $0 + Self.size(of: $1) } }
        }
        entry.span = span(of: kind)
        (entry.count, entry.details) = await content(of: kind)
        return entry
    }

    private static func size(of path: String) -> Int {
        guard !FolderTree.isFolder(path) else { return FolderTree.size(of: path) }
        return ([path] + Leftovers.beside(path)).reduce(0) { sum, file in
            var status = FileStatus()
            return FileSystem().statusOfPath(file, &status) < 0 ? sum : sum + status.size
        }
    }

    private func span(of kind: KeptKind) -> KeptEntry.Span {
        let settings = settings.current
        switch kind {
        case .conversation, .notes:
            if settings.history.isSessionOnly { return .session }
            return settings.history.retention.days.map(KeptEntry.Span.days) ?? .untilErased
        case .recordings: return .days(settings.speech.recordingRetention.days)
        default: return .untilErased
        }
    }

    private func content(of kind: KeptKind) async -> (count: Int?, details: [String]) {
        switch kind {
        case .conversation: return (try? await count(Set(MessageKind.allCases).subtracting([.note])), [])
        case .notes: return (try? await count([.note]), [])
        case .lists:
            let lists = try? await JSONListStore(path: directories.data + "/lists.json").lists()
            return (lists?.count, [])
        case .reminders:
            let store = JSONReminderStore(path: directories.data + "/reminders.json")
            return (try? await store.pending().count, [])
        case .recordings: return (try? await recordings.recordings().count, [])
        case .statistics:
            let file = StatisticsFile(path: directories.data + "/statistics.json")
            return (try? await file.load().days.count, [])
        case .logs, .models:
            let names = files(of: kind)
            return (names.count, kind == .models ? names : [])
        case .settings: return (nil, [])
        case .servers:
            let servers = serverPlaces
            return (servers.count, servers.map { "\($0.name) (\($0.host ?? "a program on this computer"))" })
        case .keys: return (try? await worker.run { [secrets] in try secrets.count() }, [])
        case .consents:
            let granted = await consents
            return (granted.count, granted)
        }
    }

    private func count(_ kinds: Set<MessageKind>) async throws -> Int {
        var count = 0
        for try await progress in history.finds("", kinds: kinds, before: nil, limit: 1) { count = progress.count }
        return count
    }

    private func files(of kind: KeptKind) -> [String] {
        var names: [String] = []
        for place in places(of: kind) { _ = FileSystem().listFolder(place, &names) }
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }

    /// The names and hosts of the language-model servers and the tool servers.
    private var serverPlaces: [(name: String, host: String?)] {
        places(of: .servers).flatMap { path in
            let document = (try? JSONDocumentFile(path: path).document()) ?? JSONObject()
            return (document["servers"]?.asArray ?? []).compactMap { value -> (name: String, host: String?)? in
                guard let server = value.asObject, let name = server["name"]?.asText else { return nil }
                let address = (server["address"] ?? server["url"])?.asText
                return (name, address.flatMap { try? ServerAddress($0, schemes: [.http, .https]).host })
            }
        }
    }

    private var consents: [String] {
        get async {
            let online = settings.current.online
            var granted = OnlineService.allCases.filter { online[$0] == .on }.map(\.rawValue)
            let servers = (try? await JSONToolServers(path: JSONToolServers.path(in: directories)).list().servers) ?? []
            for server in servers {
                if server.consent.allowsReading { granted.append("\(server.name): reading") }
                granted += server.consent.tools.map { "\(server.name): \($0)" }
            }
            return granted
        }
    }

    public func recipients() async throws -> [KeptRecipient] {
        if isLocked() { throw StoreFailure.locked }
        let hosts = Dictionary(serverPlaces.map { ($0.name.lowercased(), $0.host) }) { first, _ in first }
        var found: [String: KeptRecipient] = [:]
        for message in try await history.search("", kinds: [.action], limit: .max) {
            guard let action = message.action, action.ground != nil else { continue }
            let key = action.server.lowercased()
            var recipient =
                found[key]
                ?? KeptRecipient(
                    name: action.server, host: hosts[key] ?? nil, callCount: 0, resultBytes: 0,
                    lastUse: message.createdAt)
            recipient.callCount += 1
            recipient.resultBytes += action.resultBytes ?? 0
            recipient.lastUse = max(recipient.lastUse, message.createdAt)
            found[key] = recipient
        }
        return found.values.sorted { ($1.lastUse, $0.name) < ($0.lastUse, $1.name) }
    }

    // MARK: Erasing

    public func erase(_ kind: KeptKind, askedIn turn: TurnID?) async throws {
        switch kind {
        // Include the settings, since erasing them would remove the lock.
        case .conversation, .notes, .recordings, .settings: if isLocked() { throw StoreFailure.locked }
        default: break
        }
        switch kind {
        case .conversation:
            if settings.current.history.isSessionOnly { try await session?.deleteAll() }
            try await history.eraseAll(askedIn: turn) { $0.kind != .note }
            try await eraseLastAsk()
        case .notes: try await eraseNotes(turn)
        case .recordings, .logs, .models:
            let places = places(of: kind)
            try await worker.run { for place in places { try FolderTree.remove(place) } }
        case .keys: try await worker.run { [secrets] in try secrets.removeAll() }
        case .consents: try await eraseConsents()
        case .lists, .reminders, .statistics, .settings, .servers:
            let places = places(of: kind)
            try await worker.run { for place in places { try JSONDocumentFile(path: place).erase() } }
        }
    }

    /// Erases all notes, including copies of them in the conversation and the recordings.
    private func eraseNotes(_ turn: TurnID?) async throws {
        let notes = try await history.search("", kinds: [.note], limit: .max)
        let traces = Set(try await NoteTraces.messages(of: notes, in: history).map(\.id))
        try await history.eraseAll(askedIn: turn) { $0.kind == .note || traces.contains($0.id) }
        try await eraseLastAsk()
        let telling = try await recordings.recordings().filter { NoteTraces.repeats($0.text, notes) }
        _ = try await recordings.delete(telling.map(\.id))
    }

    /// Erases what the last "jarvis ask" has left for the next one.
    private func eraseLastAsk() async throws {
        let paths = [undoPath, questionPath, turnPath]
        try await worker.run { for path in paths { try JSONDocumentFile(path: path).erase() } }
    }

    private func eraseConsents() async throws {
        try await settings.update { settings in
            for service in OnlineService.allCases where settings.online[service] == .on {
                settings.online[service] = .ask
            }
            settings.network.plainKeyServers = ""
        }.value
        guard Environment.exists(JSONToolServers.path(in: directories)) else { return }
        try await JSONToolServers(path: JSONToolServers.path(in: directories)).update { list in
            for place in list.servers.indices { list.servers[place].consent.revoke(.all) }
        }
    }
}
