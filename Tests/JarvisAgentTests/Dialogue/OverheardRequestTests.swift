// SPDX-License-Identifier: GPL-3.0-or-later
// Overheard speech: requests are answered, everything else is ignored. None of these sentences is in the language
// files.

import JarvisAgent
import JarvisCore
import Testing

@Suite(.timeLimit(.minutes(3)))
struct OverheardRequestTests {
    @Test(arguments: [
        "and so my fellow americans", "ask not", "ask not what your country can do for you",
        "ask what you can do for your country", "he was not an ill disposed young man",
        "well she said they would bring the children round on sunday if the weather holds",
        "I never understood why they moved to Leeds", "no no that was before the war",
    ])
    func overheardSpeechIsNotAnswered(text: String) async throws {
        for filter in [TalkFilter.balanced, .strict] {
            let answer = try await AgentRig().overhear(text, filter)
            #expect(answer.isNotAddressed && answer.clauses.isEmpty, "\(filter): \(answer.text)")
        }
        let answer = try await AgentRig().overhear(text, .off)
        #expect(!answer.isNotAddressed && !answer.clauses.isEmpty)
    }

    @Test(arguments: [
        ("what time is it", "time"), ("set a timer for ten minutes", "timer"), ("flip a coin", "chance"),
        ("could you turn the volume up a bit", "volume"), ("what's twelve times four", "arithmetic"),
    ])
    func requestsAreAnswered(text: String, skill: String) async throws {
        for filter in TalkFilter.allCases {
            #expect(try await AgentRig().overhear(text, filter).skill == skill, "\(filter)")
        }
    }

    @Test func onlyTheStrictFilterIgnoresQuestionsWithoutASkill() async throws {
        let rig = AgentRig()
        let text = "how deep is the marianas trench"
        #expect(try await !rig.overhear(text, .balanced).clauses.isEmpty)
        #expect(try await rig.overhear(text, .strict).isNotAddressed)
        #expect(try await !rig.overhear("jarvis \(text)", .strict).clauses.isEmpty, "it was called by its name")
        #expect(try await !rig.overhear("\(text) jarvis", .strict).clauses.isEmpty)
    }

    @Test func onlyTheStrictFilterIgnoresDoubtfulRequests() async throws {
        let text = "set a timer for ten minutes"
        #expect(try await AgentRig().overhear(text, .balanced, confidence: 0.3).text.hasPrefix("Did you say"))
        #expect(try await AgentRig().overhear(text, .strict, confidence: 0.3).isNotAddressed)
    }

    @Test func overheardSpeechDoesNotAffectTheConversation() async throws {
        let rig = AgentRig()
        _ = try await rig.ask("set a timer for ten minutes")
        #expect(try await rig.overhear("and then we all went home", .balanced).isNotAddressed)
        #expect(try await rig.overhear("no, make it five minutes", .balanced).values["length"] == "300")
    }
}
