// SPDX-License-Identifier: GPL-3.0-or-later

@testable import JarvisAgent
@testable import JarvisSkills
import JarvisPlatform
import JarvisUnderstanding
import Testing

/// Requests that no example says, only all of their words together.
@Suite(.timeLimit(.minutes(2)))
struct EstimateTests {
    private let rig = AgentRig()

    @Test func valuesAreFoundWhereNoExampleIsNear() {
        let shared = rig.agent.reading(of: "share 200 among 5 friends")
        #expect(shared.intent == "math.split" && shared.isCertain, "\(shared)")
        #expect(shared.values["bill"] == "200" && shared.values["people"] == "5", "\(shared)")
        let timer = rig.agent.reading(of: "give us a shout in 15 minutes")
        #expect(timer.intent == "timer.set" && timer.values["length"] == "900", "\(timer)")
    }

    @Test func aClauseIsDoneWhereTheWholeSaysTheSame() {
        let reading = rig.agent.reading(of: "the neighbours are out, turn the volume up")
        #expect(reading.intent == "volume.up" && reading.isCertain, "\(reading)")
    }

    @Test(arguments: [
        "don't skip this song, I like it", "he told me to set a timer for ten minutes", "never delete my notes",
        "the time of the dinosaurs", "we had the time of our lives",
    ])
    func whatIsToldOrForbiddenIsNotDone(talk: String) {
        let reading = rig.agent.reading(of: talk)
        #expect(reading.skill == nil || !reading.isCertain, "\(reading)")
    }

    @Test(arguments: ["burn the plumber note", "shopping's done, wipe the list, the shopping one"])
    func whatLosesSomethingIsAskedAbout(request: String) {
        let reading = rig.agent.reading(of: request)
        #expect(!reading.isCertain, "\(reading)")
    }

    @Test func whatIsSaidOfTheRequestBeforeIsNotTakenForAnother() async throws {
        try await rig.ask("set a timer for ten minutes")
        #expect(try await rig.ask("five more minutes").text == "Done. Your timer has 15 minutes left now.")
    }

    /// The fit looks at nothing but features, which must not change behind its back.
    @Test func theWeightsKnowTheFeaturesOfToday() throws {
        let pack = LanguagePack.read("en", from: .standard())
        let estimate = try #require(
            pack.estimate(of: Utterance("could you set a timer for ten minutes"), applications: ApplicationIndex([])))
        #expect(estimate.likelihood(of: "timer.set") > 0.9)
        let talk = try #require(
            pack.estimate(of: Utterance("she said she would come on Saturday"), applications: ApplicationIndex([])))
        #expect(talk.talk > 0.9)
    }

    /// An intent that the fit has never seen would not even be compared with a request.
    @Test func theWeightsKnowEveryIntent() throws {
        let pack = LanguagePack.read("en", from: .standard())
        let estimate = try #require(pack.estimate(of: Utterance("well then"), applications: ApplicationIndex([])))
        let unknown = pack.intents.filter { estimate.likelihood(of: $0) == 0 }
        #expect(unknown.isEmpty, "training/understanding has to be run again: \(unknown)")
    }
}
