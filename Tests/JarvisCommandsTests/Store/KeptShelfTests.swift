// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that JARVIS stores, in real files: counted, and erased without leaving a word behind.

import FoundationEssentials
import JarvisCore
@testable import JarvisStore
import JarvisNetworkTesting
import JarvisPlatform
import JarvisTesting
import JarvisToolServers
import Testing

@testable import JarvisCommands

@Suite(.timeLimit(.minutes(10))) struct KeptShelfTests {
    private let folder: TemporaryFolder
    private let directories: BaseDirectories
    private let history: JSONLinesConversationStore
    private let settings: JSONSettingsStore
    private let secrets = FakeSecrets(["https://example.org:443": "key"])

    init() throws {
        folder = try TemporaryFolder("jarvis-kept")
        directories = BaseDirectories(
            data: folder.path + "/data", configuration: folder.path + "/config", cache: folder.path + "/cache")
        history = JSONLinesConversationStore(folder: folder.path + "/data/history")
        settings = JSONSettingsStore(path: folder.path + "/config/settings.json")
    }

    private var shelf: KeptShelf {
        let settings = settings
        return KeptShelf(
            directories: directories, history: history, settings: settings,
            recordings: RecordingStore(
                path: folder.path + "/data/recordings", settings: settings, clock: FakeWallClock()),
            secrets: secrets)
    }

    private func say(_ turn: UInt64, _ kind: MessageKind, _ text: String, skill: String? = nil) async throws {
        _ = try await history.append(
            MessageDraft(turn: TurnID(rawValue: turn), kind: kind, text: text, source: .typed, skill: skill))
    }

    private func write(_ name: String, _ text: String) throws {
        try Folder.create(Folder.parent(of: folder.path + "/" + name))
        try AtomicFile.write(folder.path + "/" + name, Array(text.utf8))
    }

    /// The files below the folder that contain a word, ignoring case.
    private func files(with word: String) -> [String] {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { name in
            guard let bytes = try? AtomicFile.read(folder.path + "/" + name) else { return false }
            return String(decoding: bytes, as: UTF8.self).lowercased().contains(word)
        }.sorted()
    }

    private func entry(_ kind: KeptKind) async -> KeptEntry? { await shelf.entries().first { $0.kind == kind } }

    /// A note, messages that repeat it, and messages that don't.
    private func fill() async throws {
        try await say(1, .user, "take a note the vault is behind zanzibar")
        try await say(1, .note, "the vault is behind Zanzibar", skill: "note")
        try await say(1, .assistant, "I've noted that. The vault is behind Zanzibar.", skill: "note")
        try await say(2, .user, "what time is it")
        try await say(2, .assistant, "It's noon.", skill: "time")
        try await say(3, .user, "read my notes")
        try await say(3, .assistant, "Your only note says: The vault is behind Zanzibar.", skill: "note")
        try write(
            "data/recordings/2026-01-05/10-00-00-123.json", #"{"text":"take a note the vault is behind zanzibar"}"#)
        try write("data/recordings/2026-01-05/10-00-00-123.wav", "sound")
        try write("data/history/messages.jsonl.new-99999999", "the vault is behind zanzibar")
    }

    @Test(arguments: [KeptKind.conversation, .notes, .lists, .reminders, .settings])
    func erasingAlsoRemovesTheUndoRecord(kind: KeptKind) async throws {
        try await fill()
        try write("data/undo.json", #"{"version":1,"at":5,"request":"add zanzibar to my list"}"#)
        try await shelf.erase(kind, askedIn: nil)
        #expect(!Environment.exists(folder.path + "/data/undo.json"))
    }

    @Test func erasingNotesRemovesTheirWordsFromEveryFile() async throws {
        try await fill()
        try await history.seal()
        _ = try await history.search("zanzibar", kinds: nil, limit: 9)
        #expect(files(with: "zanzibar").count > 3)
        #expect(await entry(.notes)?.count == 1)
        try await shelf.erase(.notes, askedIn: nil)
        #expect(files(with: "zanzibar").isEmpty)
        #expect(await entry(.notes)?.count == 0)
        #expect(
            try await history.page(before: nil, limit: 9).messages.map(\.text) == ["what time is it", "It's noon."])
    }

    @Test func erasingTheConversationKeepsTheNotes() async throws {
        try await fill()
        try await shelf.erase(.conversation, askedIn: nil)
        #expect(try await history.page(before: nil, limit: 9).messages.map(\.kind) == [.note])
        #expect(files(with: "noon").isEmpty)
    }

    @Test func eachKindIsCountedAndErasedWithItsCopies() async throws {
        let lists = JSONListStore(path: directories.data + "/lists.json")
        try await lists.update { $0.append(NamedList(name: "presents", items: ["zanzibar"])) }
        try write("data/lists.json.damaged-1", "zanzibar")
        try write("data/lists.json.new-99999999", "zanzibar")
        #expect(await entry(.lists)?.count == 1)
        try await shelf.erase(.lists, askedIn: nil)
        #expect(files(with: "zanzibar").isEmpty)
        #expect(await entry(.lists)?.count == 0)

        try write("cache/tool-servers/files.log", "zanzibar")
        try write("data/models/zanzibar/model.json", "{}")
        try write("config/wake.json.damaged-2", "zanzibar")
        for (kind, count) in [(KeptKind.logs, 1), (.models, 1), (.keys, 1)] {
            #expect(await entry(kind)?.count == count, "\(kind)")
        }
        for kind in KeptKind.allCases { try await shelf.erase(kind, askedIn: nil) }
        #expect(files(with: "zanzibar").isEmpty)
        #expect(try secrets.count() == 0)
        for entry in await shelf.entries() { #expect((entry.count ?? 0) == 0, "\(entry)") }
    }

    @Test func erasingConsentsKeepsTheServers() async throws {
        try await settings.update { $0.online.weather = .on }.value
        let tools = JSONToolServers(path: JSONToolServers.path(in: directories))
        try await tools.update { list in
            list.put(
                ToolServer(
                    name: "files", way: .address("https://tools.example:8443/mcp"),
                    consent: ToolConsent(allowsReading: true)))
        }
        #expect(await entry(.consents)?.details == ["weather", "files: reading"])
        #expect(await entry(.servers)?.details == ["files (tools.example)"])
        try await shelf.erase(.consents, askedIn: nil)
        #expect(await entry(.consents)?.count == 0 && settings.current.online.weather == .ask)
        #expect(try await tools.list().servers.map(\.name) == ["files"])
    }

    @Test func toolCallsAreSummedByServer() async throws {
        for (name, bytes) in [("files", 100), ("Files", 50), ("mail", 7)] {
            let action = ToolAction(server: name, tool: "read", ground: .answer, resultBytes: bytes)
            _ = try await history.append(MessageDraft(turn: TurnID(rawValue: 5), action: action))
        }
        let refused = ToolAction(server: "never", tool: "read")
        _ = try await history.append(MessageDraft(turn: TurnID(rawValue: 6), action: refused))
        let found = try await shelf.recipients().sorted { $0.name < $1.name }
        #expect(found.map(\.callCount) == [2, 1] && found.map(\.resultBytes) == [150, 7], "\(found)")
    }

    @Test func aLockedHistoryIsNeitherReadNorErased() async throws {
        try await fill()
        let locked = KeptShelf(
            directories: directories, history: history, settings: settings,
            recordings: RecordingStore(
                path: folder.path + "/data/recordings", settings: settings, clock: FakeWallClock()),
            secrets: secrets, isLocked: { true })
        await #expect(throws: StoreFailure.locked) { try await locked.recipients() }
        for kind in [KeptKind.conversation, .notes, .recordings, .settings] {
            await #expect(throws: StoreFailure.locked) { try await locked.erase(kind, askedIn: nil) }
        }
        #expect(files(with: "zanzibar").count == 3)
    }
}
