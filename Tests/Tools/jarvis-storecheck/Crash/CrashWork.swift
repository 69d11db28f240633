// SPDX-License-Identifier: GPL-3.0-or-later
// The changes of a history during which processes are killed: the initial state and the work of each.

import Glibc
import JarvisCore
import JarvisPlatform
import JarvisStore

/// One kind of change.
enum CrashWork: String, CaseIterable {
    case append, delete, restore, seal, compact, migrate, `import`, retain, clear

    /// Small, so that a short history has several segments.
    static let segmentSize = 2500
    private static let documentName = "/document.json"

    // MARK: Before

    /// Fills an empty folder with a history of 60 messages and anything else the work needs.
    /// - Returns: The texts of its messages.
    func prepare(_ folder: String) async throws -> Set<String> {
        // Sealing and migration start with one long file; the other changes with some segments.
        let isLong = self == .seal || self == .migrate
        if self == .import { try await writeDocument(folder) }
        let old = JSONLinesConversationStore(
            folder: folder, clock: ShiftedClock(days: -40), segmentSize: isLong ? 1 << 20 : Self.segmentSize)
        var messages: [Message] = []
        for number in 0..<30 { messages.append(try await old.append(Self.draft("old \(number)"))) }
        let new = JSONLinesConversationStore(folder: folder, segmentSize: isLong ? 1 << 20 : Self.segmentSize)
        for number in 0..<30 { messages.append(try await new.append(Self.draft("new \(number)"))) }
        if !isLong { _ = await new.report() }
        var texts = Set(messages.map(\.text))
        if [.seal, .compact, .migrate].contains(self) {
            let gone = messages.enumerated().filter { $0.offset % 4 == 1 }.map(\.element)
            try await new.delete(gone.map(\.id))
            texts.subtract(gone.map(\.text))
        }
        if self == .migrate {
            let path = folder + "/messages.jsonl"
            guard let bytes = try AtomicFile.read(path) else { throw MeasurementFailure.missing(path) }
            let text = String(decoding: bytes, as: UTF8.self).replacing("\"version\":2", with: "\"version\":1")
            try AtomicFile.write(path, Array(text.utf8))
        }
        return texts
    }

    /// An export of 24 messages that belong before, between and after those of the history.
    private func writeDocument(_ folder: String) async throws {
        let other = folder + "/other"
        for (part, days) in [-50, -40, -3].enumerated() {
            let store = JSONLinesConversationStore(folder: other, clock: ShiftedClock(days: days))
            for number in 0..<8 { _ = try await store.append(Self.draft("import \(part * 8 + number)")) }
        }
        let document = try await JSONLinesConversationStore(folder: other).export(.json)
        try AtomicFile.write(folder + Self.documentName, Array(document.utf8))
    }

    private static func draft(_ text: String) -> MessageDraft {
        MessageDraft(turn: TurnID(rawValue: 7), kind: .user, text: text, source: .typed)
    }

    // MARK: The work

    /// Does the work and reports what is certain: "try TEXT" if a message may or may not be there from now on, "kept
    /// TEXT" and "gone TEXT" once it is certain.
    func run(_ folder: String, _ system: FileSystem, _ say: (String) -> Void) async throws {
        let store = JSONLinesConversationStore(folder: folder, segmentSize: Self.segmentSize, system: system)
        switch self {
        case .append:
            // Sealing happens in between.
            let last = try await Self.texts(store).compactMap { Self.number($0, after: "appended") }.max() ?? -1
            for number in (last + 1)..<(last + 25) {
                say("try appended \(number)")
                _ = try await store.append(Self.draft("appended \(number)"))
                say("kept appended \(number)")
            }
        case .delete:
            for message in try await Self.messages(store).enumerated().filter({ $0.offset % 3 == 0 }).map(\.element) {
                say("try \(message.text)")
                try await store.delete([message.id])
                say("gone \(message.text)")
            }
        case .restore:
            for message in try await Self.messages(store).enumerated().filter({ $0.offset % 12 == 0 }).map(\.element) {
                say("try \(message.text)")
                try await store.delete([message.id])
                say("gone \(message.text)")
                if message.text.hasSuffix("6") { try await store.compact() }
                say("try \(message.text)")
                try await store.restore([message])
                say("kept \(message.text)")
            }
        case .seal, .migrate: _ = await store.report()
        case .compact: try await store.compact()
        case .import:
            guard let bytes = try AtomicFile.read(folder + Self.documentName) else {
                throw MeasurementFailure.missing(Self.documentName)
            }
            for number in 0..<24 { say("try import \(number)") }
            _ = try await store.importDocument(String(decoding: bytes, as: UTF8.self))
            for number in 0..<24 { say("kept import \(number)") }
        case .retain:
            let old = try await Self.texts(store).filter { $0.hasPrefix("old ") }
            for text in old { say("try \(text)") }
            try await store.tidy(retention: .month)
            for text in old { say("gone \(text)") }
        case .clear:
            let all = try await Self.texts(store)
            for text in all { say("try \(text)") }
            try await store.deleteAll()
            for text in all { say("gone \(text)") }
        }
    }

    static func messages(_ store: JSONLinesConversationStore) async throws -> [Message] {
        try await store.page(before: nil, limit: 100_000).messages
    }

    static func texts(_ store: JSONLinesConversationStore) async throws -> [String] {
        try await messages(store).map(\.text)
    }

    private static func number(_ text: String, after word: String) -> Int? {
        let words = text.split(separator: " ")
        return words.count == 2 && words[0] == word ? Int(words[1]) : nil
    }
}

/// The system's clock, shifted by some days.
struct ShiftedClock: WallClock {
    var days: Int
    private let clock = SystemWallClock()

    init(days: Int) {
        self.days = days
    }

    func now() -> Timestamp { clock.now().advanced(by: .seconds(days * 86_400)) }
    func local(_ instant: Timestamp) -> LocalTime { clock.local(instant) }
    func instant(of local: LocalTime) -> Timestamp { clock.instant(of: local) }
}
