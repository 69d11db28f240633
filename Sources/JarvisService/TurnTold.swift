// SPDX-License-Identifier: GPL-3.0-or-later
// The signals of one turn, sent to the one who asked and to no one else. Main thread only.

import GioKit
import JarvisCore

/// Tells one caller of one turn.
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
        // The types are those of the introspection data, and a bus that has ended can tell no one.
        try? export.emit(signal, [.text(turn)] + arguments, to: caller)
    }
}
