// SPDX-License-Identifier: GPL-3.0-or-later
// Voice notes over the bus, for admitted callers: the newest note, the prompt of the day, and recording.

import GioKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisStore

extension ServiceObject {
    /// Answers the methods about notes.
    /// - Throws: `BusError`.
    func answerNote(_ call: BusCall) async throws -> [BusValue] {
        try await gate.admit(call.sender)
        switch call.method {
        case "RecentNote": return [.table(await ports.glance.asTable)]
        case "Prompt":
            let book = ports.prompts?.book
            let another = call.arguments.first?.asFlag ?? false
            guard let prompt = try? await another ? book?.another() : book?.today() else {
                throw ServiceError.noPrompt()
            }
            return [.text(prompt.text)]
        default:
            try checkFree()
            guard await ports.isSeen() else { throw ServiceError.unseen() }
            try checkFree()
            note.begin()
            return []
        }
    }

    /// Opens a widget.
    /// - Throws: `BusError`.
    func showWidget(_ size: String) throws {
        guard Self.widgets.contains(size) else {
            throw BusError.invalidArguments("Use one of \(Self.widgets.joined(separator: ", ")).")
        }
        try ports.showWindow("widget-" + size)
    }

    private static let widgets = ["small", "medium", "large"]
}

extension NoteGlance {
    /// The table that the interface returns.
    var asTable: [String: BusValue] {
        switch self {
        case .none: ["state": .text("none")]
        case .hidden(at: nil): ["state": .text("hidden")]
        case .hidden(let time?): ["state": .text("hidden"), "time": .typed("x", .integer(time.secondsSinceEpoch))]
        case .shown(let line, let mood, let time):
            [
                "state": .text("shown"), "time": .typed("x", .integer(time.secondsSinceEpoch)), "line": .text(line),
                "mood": .text(mood.rawValue),
            ]
        case .unreadable: ["state": .text("unreadable")]
        }
    }
}
