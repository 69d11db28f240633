// SPDX-License-Identifier: GPL-3.0-or-later
// The agent's tool calls as the window shows them, both running and saved in the history. Pure.

import JarvisConversation
import JarvisCore
import JarvisDesktopKit

/// One call of a tool.
struct ActionEntry: Hashable {
    enum Stage: Hashable {
        /// The call still waits for permission.
        case recognizing
        case executing
        case completed
        /// The user said no, or nothing.
        case denied(String)
        /// The call failed; the reason is in the user's language.
        case failed(String)
    }

    /// A line of details about the call.
    struct Detail: Hashable {
        var name: String
        var value: String
    }

    var title: String
    var stage: Stage
    var details: [Detail] = []

    /// A call of the running turn.
    init(_ call: ToolCall) {
        title = call.title
        switch call.status {
        case .running: stage = call.action.map { $0.ground == nil } ?? false ? .recognizing : .executing
        case .succeeded: stage = .completed
        case .failed(let reason): stage = Self.isDenied(call.action, reason) ? .denied(reason) : .failed(reason)
        }
        if let action = call.action { details = Self.details(action) }
    }

    /// - Parameter isKept: true for a call from the stored history, false while it is running.
    init(_ action: ToolAction, isKept: Bool) {
        title = localized("%1 › %2", action.server, action.tool)
        stage =
            if let failure = action.failure {
                Self.isDenied(action, failure) ? .denied(failure) : .failed(failure)
            } else {
                isKept ? .completed : action.ground == nil ? .recognizing : .executing
            }
        details = Self.details(action)
    }

    /// The stage as text, such as "Completed".
    var state: String {
        switch stage {
        case .recognizing: localized("Waiting…")
        case .executing: localized("Running…")
        case .completed: localized("Done")
        case .denied(let reason): reason == ToolAction.unanswered ? localized("No answer") : localized("Not allowed")
        case .failed(let reason): localized("Failed: %1", reason)
        }
    }

    private static func isDenied(_ action: ToolAction?, _ reason: String) -> Bool {
        action.map { $0.ground == nil && ToolAction.denials.contains(reason) } ?? false
    }

    var icon: String {
        switch stage {
        case .recognizing: "jarvis-search-symbolic"
        case .executing: "jarvis-tool-symbolic"
        case .completed: "jarvis-done-symbolic"
        case .denied: "jarvis-close-symbolic"
        case .failed: "jarvis-warning-symbolic"
        }
    }

    /// The CSS class for the stage's colours.
    var name: String {
        switch stage {
        case .recognizing: "recognizing"
        case .executing: "executing"
        case .completed: "completed"
        case .denied: "denied"
        case .failed: "failed"
        }
    }

    static let names = ["recognizing", "executing", "completed", "denied", "failed"]

    /// The calls of the newest turn on the screen, in order.
    static func newest(_ state: AssistantState) -> [ActionEntry] {
        let turn = state.turn
        if !turn.reply.tools.isEmpty { return turn.reply.tools.map(ActionEntry.init) }
        let isTalking = turn.question != nil || !turn.utterance.partialTranscript.isEmpty
        guard !isTalking, let last = state.recent.last?.turn else { return [] }
        return state.recent.compactMap { message in
            message.turn == last ? message.action.map { ActionEntry($0, isKept: true) } : nil
        }
    }

    private static func details(_ action: ToolAction) -> [Detail] {
        var details = [
            Detail(name: localized("Server"), value: action.server),
            Detail(name: localized("Tool"), value: action.tool),
        ]
        details += action.arguments.map { Detail(name: $0.name, value: $0.value) }
        if let bytes = action.resultBytes { details.append(Detail(name: localized("Result"), value: size(bytes))) }
        if let time = action.milliseconds {
            details.append(Detail(name: localized("Time", context: "how long it took"), value: duration(time)))
        }
        details.append(Detail(name: localized("Allowed by"), value: ground(action.ground)))
        return details
    }

    private static func ground(_ ground: ToolAction.Ground?) -> String {
        switch ground {
        case .kept: localized("You, always")
        case .answer: localized("You, once")
        case .always: localized("You, from now on")
        case .command: localized("Your command")
        case nil: localized("Not allowed")
        }
    }

    static func size(_ bytes: Int) -> String {
        switch bytes {
        case ..<1024: localized("%1 byte", "%1 bytes", count: bytes)
        case ..<(1 << 20): localized("%1 KiB", String((bytes + 512) >> 10))
        default: localized("%1 MiB", String((bytes + 1 << 19) >> 20))
        }
    }

    static func duration(_ milliseconds: Int64) -> String {
        guard milliseconds >= 1000 else { return localized("%1 ms", String(milliseconds)) }
        let tenths = (milliseconds + 50) / 100
        return localized("%1 s", decimal(Int(tenths / 10), String(tenths % 10)))
    }
}

/// A one-line summary of a turn's calls.
struct ActionSummary: Hashable {
    var text: String
    /// The call whose icon leads the summary.
    var sign: ActionEntry

    /// Nil if there are no calls.
    init?(_ entries: [ActionEntry]) {
        guard let last = entries.last else { return nil }
        let running = entries.last { $0.stage == .executing } ?? entries.last { $0.stage == .recognizing }
        if let running {
            sign = running
            text =
                running.stage == .executing
                ? localized("Running: %1", running.title) : localized("Waiting: %1", running.title)
            return
        }
        let failed = entries.filter { $0.name == "failed" }
        let denied = entries.filter { $0.name == "denied" }
        let done = entries.count - failed.count - denied.count
        sign = failed.last ?? denied.last ?? last
        var parts: [String] = []
        if done > 0 { parts.append(localized("%1 action done", "%1 actions done", count: done)) }
        if !failed.isEmpty { parts.append(localized("%1 action failed", "%1 actions failed", count: failed.count)) }
        if let first = denied.first {
            parts.append(denied.count == 1 ? first.state : localized("%1 not allowed", String(denied.count)))
        }
        text = parts.joined(separator: " · ")
    }
}
