// SPDX-License-Identifier: GPL-3.0-or-later

@testable import JarvisAgent
@testable import JarvisSkills
import JarvisCore
import JarvisPlatform
import JarvisUnderstanding
import Testing

@Suite(.timeLimit(.minutes(10)))
struct UnderstandingTests {
    private let rig = AgentRig()

    @Test func theLanguageFilesAreValidAndComplete() {
        let pack = LanguagePack.read("en", from: .standard())
        #expect(pack.faults.isEmpty, "\(pack.faults.prefix(5))")
        for skill in BuiltInSkills.all {
            for intent in skill.intents {
                // Only whole sentences ask to stop; nothing does by likeness.
                guard let name = intent.name, name != StopSkill.intent else { continue }
                #expect(pack.intents.contains(name) && pack.title(of: name) != nil, "\(name)")
            }
        }
    }

    @Test func withoutItsFilesOnlyPatternsAreUnderstood() async throws {
        let agent = SkillAgent(
            services: rig.services, skills: BuiltInSkills.all, resources: ResourceLocator(roots: ["/nowhere"]))
        #expect(agent.reading(of: "set a timer for ten minutes").skill == "timer")
        #expect(agent.reading(of: "put ten minutes on the clock").skill == nil)
        let faults = LanguagePack.read("en", from: ResourceLocator(roots: ["/nowhere"])).faults
        #expect(faults == ["intents.weights: not a file of weights"])
    }

    @Test(arguments: [
        ("have you got the time", "time"), ("any idea what time it is", "time"),
        ("how is my battery", "system"), ("am i low on battery", "system"),
        ("put ten minutes on the clock", "timer"), ("I'd like a timer for ten minutes, please", "timer"),
        ("could you possibly let me know when twelve minutes are up", "timer"),
        ("for the eggs, ten minutes please", "timer"), ("do I have a timer running", "timer"),
        ("I need to be up at half past six tomorrow", "alarm"), ("get me out of bed at seven", "alarm"),
        ("make sure I remember to call the bank tomorrow at nine", "reminder"),
        ("would you mind opening firefox", "application"), ("jot down that the key is under the mat", "note"),
        ("you talk too fast", "speaking-style"), ("I can hardly hear you", "speaking-style"),
        ("pardon me, what was that", "repeat"), ("make me laugh would you", "joke"),
        ("from now on call me Alex", "small-talk"), ("how many sleeps until christmas", "date"),
    ])
    func paraphrasesReachTheSameSkill(request: String, skill: String) {
        let reading = rig.agent.reading(of: request)
        #expect(reading.skill == skill && reading.isCertain, "\(reading)")
    }

    @Test func valuesAreFoundAnywhereInASentence() async throws {
        #expect(try await rig.ask("for the eggs, ten minutes please").values["length"] == "600")
        #expect(try await rig.ask("put an hour and a half on the clock").values["length"] == "5400")
        #expect(try await rig.ask("tomorrow, wake me at seven").values["time"] == "07:00")
    }

    @Test(arguments: [
        ("stick another minute on the timer", "timer.extend"),
        ("can I have ten more minutes on the timer", "timer.extend"),
        ("three more minutes on the timer", "timer.extend"), ("set another timer for a minute", "timer.set"),
    ])
    func addedAndNewTimersAreDistinguished(request: String, intent: String) {
        let reading = rig.agent.reading(of: request)
        #expect(reading.intent == intent && reading.isCertain, "\(reading)")
    }

    @Test(arguments: [
        "he set a timer for an hour and then he went out", "the battery in my car died", "I told her to stop",
        "don't set a timer", "turn left at the lights", "she said the alarm went off at six",
        "we were talking about the time he fell off the roof", "you remind me of my sister",
        "open your mouth and say ah",
        "put your shoes on, we're late", "my grandmother kept a list of every bird she saw",
    ])
    func ordinarySpeechIsNotARequest(talk: String) {
        let reading = rig.agent.reading(of: talk)
        #expect(reading.skill == nil || !reading.isCertain, "\(reading)")
    }

    @Test func oppositesAreNotMistakenForEachOther() {
        #expect(rig.agent.reading(of: "could you talk a tiny bit slower").intent == "style.slower")
        #expect(rig.agent.reading(of: "could you talk a tiny bit faster").intent == "style.faster")
        #expect(rig.agent.reading(of: "get rid of the timer").intent == "timer.cancel")
    }
}
