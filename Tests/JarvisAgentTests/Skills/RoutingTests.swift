// SPDX-License-Identifier: GPL-3.0-or-later

@testable import JarvisAgent
@testable import JarvisSkills
import JarvisCore
import JarvisSpokenText
import Testing

/// One line of the routing table.
struct Route: CustomTestStringConvertible, Sendable {
    var text: String
    var skill: String?
    var values: [String: String] = [:]
    /// A part of the reply.
    var reply = ""

    init(_ text: String, _ skill: String?, _ values: [String: String] = [:], _ reply: String = "") {
        self.text = text
        self.skill = skill
        self.values = values
        self.reply = reply
    }

    var testDescription: String { text }
}

@Suite(.timeLimit(.minutes(15)))
struct RoutingTests {
    @Test(arguments: Route.all)
    func utteranceReachesItsSkillWithItsValues(route: Route) async throws {
        let answer = try await AgentRig().ask(route.text)
        #expect(answer.skill == route.skill, "\(answer.text)")
        for (name, value) in route.values {
            #expect(answer.values[name] == value, "\(name): \(answer.values) \(answer.text)")
        }
        #expect(answer.text.contains(route.reply), "\(answer.text)")
        let isSilent = route.skill == "stop"
        #expect(answer.clauses.isEmpty == isSilent)
        for clause in answer.clauses {
            #expect(clause.last.map { ".!?\"…".contains($0) } ?? false, "not a sentence: \(clause)")
        }
        expectNoSymbolsInSpeech(answer.clauses, route)
    }

    private func expectNoSymbolsInSpeech(_ clauses: [String], _ route: Route) {
        // The user's own words may contain symbols.
        guard !route.text.contains(where: { "&@".contains($0) }) else { return }
        let said = clauses.map { SpeakableText($0).spoken }.joined(separator: " ")
        #expect(!said.contains { "°%×÷√−+=^$€£π≈²³_\u{202F}".contains($0) }, "\(said)")
    }

    @Test func theRoutingTableHasAtLeast150Rows() {
        #expect(Route.all.count >= 150)
    }
}
