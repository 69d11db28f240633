// SPDX-License-Identifier: GPL-3.0-or-later
// Prints the answers to lines of standard input, one conversation after another.

import JarvisAgent
import JarvisCore

/// Reads requests; an empty line starts a new conversation without any state of the previous one.
struct ConverseCheck {
    func run() async throws {
        var agent: MeasuredAgent?
        var number: UInt64 = 0
        var isFollowUp = false
        while let line = readLine() {
            guard line.contains(where: { !$0.isWhitespace }) else {
                agent = nil
                isFollowUp = false
                print("")
                continue
            }
            let talking = agent ?? MeasuredAgent()
            agent = talking
            number += 1
            print("> \(line)")
            let request = AgentRequest(
                turn: TurnID(rawValue: number), text: line, source: .typed, isFollowUp: isFollowUp)
            isFollowUp = false
            do {
                var clauses: [String] = []
                var marks = ""
                for try await update in talking.agent.respond(to: request) {
                    switch update {
                    case .clause(let clause): clauses.append(clause)
                    case .notMine: marks = "(no skill understands it)"
                    case .notAddressed: marks = "(not addressed)"
                    case .finished(let summary):
                        isFollowUp = summary.followUp == .dictation
                        marks = "[\(summary.skill ?? "none")\(isFollowUp ? ", asks" : "")]"
                    default: break
                    }
                }
                print("  \(clauses.joined(separator: " ")) \(marks)")
            } catch {
                print("  \(error)")
            }
        }
    }
}
