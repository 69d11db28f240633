// SPDX-License-Identifier: GPL-3.0-or-later
// The signals of a turn, sent only to the caller who asked. Main thread only.

import GioKit
import JarvisCore

/// Reports one turn to one caller.
@MainActor
struct TurnTold {
    let turn: String
    let caller: String
    let export: BusExport

    func started() { emit("TurnStarted") }
    func transcript(_ text: String, isFinal: Bool) { emit("Transcript", [.text(text), .flag(isFinal)]) }
    func reply(_ clause: String) { emit("Reply", [.text(clause)]) }
    func notice(_ text: String) { emit("Notice", [.text(text)]) }

    func finished(_ outcome: String, _ details: [String: BusValue] = [:]) {
        emit("Finished", [.text(outcome), .table(details)])
    }

    func finished(_ outcome: String, _ summary: ReplySummary?) {
        var details: [String: BusValue] = [:]
        if let summary {
            if let skill = summary.skill { details["skill"] = .text(skill) }
            details["follow-up"] = .text(summary.followUp.rawValue)
            details["values"] = .table(summary.values.mapValues { .text($0) })
        }
        finished(outcome, details)
    }

    private func emit(_ signal: String, _ arguments: [BusValue] = []) {
        // The types match the introspection data, and a closed bus has no receivers.
        try? export.emit(signal, [.text(turn)] + arguments, to: caller)
    }
}
