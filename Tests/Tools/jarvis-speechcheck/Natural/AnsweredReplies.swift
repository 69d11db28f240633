// SPDX-License-Identifier: GPL-3.0-or-later
// Real replies of the skills, clause by clause as passed to the synthesizer.

import JarvisAgent
import JarvisCore
import JarvisTesting

/// The agent's replies to requests.
enum AnsweredReplies {
    /// The recognizer does not process the sound of more letters than this as a whole.
    private static let mostLetters = 180

    /// Replies of all skills that answer, in turn, without duplicates.
    /// - Parameter requests: Lines of a request, a tab and further fields.
    static func make(_ count: Int, requests path: String) async throws -> [[String]] {
        let agent = AnswerJudge.agent()
        var skills: [String] = []
        var replies: [String: [[String]]] = [:]
        var seen: Set<String> = []
        for line in String(decoding: ChildProcess.bytes(of: path), as: UTF8.self).split(separator: "\n") {
            guard let request = line.split(separator: "\t").first, !line.hasPrefix("#") else { continue }
            guard let (skill, clauses) = await answer(String(request), by: agent) else { continue }
            let text = clauses.joined(separator: " ")
            guard !text.isEmpty, text.count <= mostLetters, seen.insert(text.lowercased()).inserted else { continue }
            if replies[skill] == nil { skills.append(skill) }
            replies[skill, default: []].append(clauses)
        }
        var chosen: [[String]] = []
        var round = 0
        while chosen.count < count {
            let next = skills.compactMap { skill in replies[skill].flatMap { round < $0.count ? $0[round] : nil } }
            guard !next.isEmpty else { break }
            chosen += next
            round += 1
        }
        return Array(chosen.prefix(count))
    }

    private static func answer(_ text: String, by agent: SkillAgent) async -> (String, [String])? {
        var clauses: [String] = []
        var skill: String?
        do {
            for try await update in agent.respond(
                to: AgentRequest(turn: TurnID(rawValue: 1), text: text, source: .voice))
            {
                switch update {
                case .clause(let clause): clauses.append(clause)
                case .finished(let summary): skill = summary.skill
                default: break
                }
            }
        } catch { return nil }
        return skill.map { ($0, clauses) }
    }
}
