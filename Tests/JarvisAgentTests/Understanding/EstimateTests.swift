// SPDX-License-Identifier: GPL-3.0-or-later

@testable import JarvisAgent
@testable import JarvisSkills
import JarvisPlatform
import JarvisTesting
import JarvisUnderstanding
import Testing

/// Requests that match no example and are recognized by all of their words together.
@Suite(.timeLimit(.minutes(10)))
struct EstimateTests {
    private let rig = AgentRig()

    @Test func valuesAreFoundWithoutASimilarExample() {
        let shared = rig.agent.reading(of: "share 200 among 5 friends")
        #expect(shared.intent == "math.split" && shared.isCertain, "\(shared)")
        #expect(shared.values["bill"] == "200" && shared.values["people"] == "5", "\(shared)")
        let timer = rig.agent.reading(of: "give us a shout in 15 minutes")
        #expect(timer.intent == "timer.set" && timer.values["length"] == "900", "\(timer)")
    }

    @Test func aClauseCountsIfTheWholeSentenceAgrees() {
        let reading = rig.agent.reading(of: "the neighbours are out, turn the volume up")
        #expect(reading.intent == "volume.up" && reading.isCertain, "\(reading)")
    }

    @Test(arguments: [
        "don't skip this song, I like it", "he told me to set a timer for ten minutes", "never delete my notes",
        "the time of the dinosaurs", "we had the time of our lives",
    ])
    func reportsAndProhibitionsAreNotRequests(talk: String) {
        let reading = rig.agent.reading(of: talk)
        #expect(reading.skill == nil || !reading.isCertain, "\(reading)")
    }

    @Test(arguments: ["burn the plumber note", "shopping's done, wipe the list, the shopping one"])
    func unusualRemovalWordingsAreUncertain(request: String) {
        let reading = rig.agent.reading(of: request)
        #expect(!reading.isCertain, "\(reading)")
    }

    @Test func aFollowUpIsNotMistakenForANewRequest() async throws {
        try await rig.ask("set a timer for ten minutes")
        #expect(try await rig.ask("five more minutes").text == "Your timer now has 15 minutes left.")
    }

    /// The weights depend on the features, which must not change without a new fit.
    @Test func theWeightsMatchTheCurrentFeatures() throws {
        let pack = LanguagePack.read("en", from: .standard())
        let estimate = try #require(
            pack.estimate(of: Utterance("could you set a timer for ten minutes"), applications: ApplicationIndex([])))
        #expect(estimate.likelihood(of: "timer.set") > 0.9)
        let talk = try #require(
            pack.estimate(of: Utterance("she said she would come on Saturday"), applications: ApplicationIndex([])))
        #expect(talk.talk > 0.9)
    }

    /// Requests that are for a bank, a shop or a cook are told from talk, and from those that JARVIS answers.
    @Test(arguments: [
        "has my salary arrived on the account yet", "get us a table for two at the thai place",
        "are my tyres due for a change",
    ])
    func requestsForOthersAreKnown(request: String) async throws {
        let pack = LanguagePack.read("en", from: .standard())
        let estimate = try #require(pack.estimate(of: Utterance(request), applications: ApplicationIndex([])))
        #expect(estimate.other > 0.5, "\(estimate.other), talk \(estimate.talk)")
        #expect(try await rig.ask(request).text.isEmpty == false)
        #expect(rig.reminders.all.isEmpty && rig.launcher.all.isEmpty)
    }

    @Test(arguments: [
        ("please quit what you started", "stop.whole"),
        ("which firm put you together", "who-made-you"),
        ("are you some sort of robot then", "are-you-real"),
    ])
    func questionsAboutTheAssistantAreTold(request: String, intent: String) {
        let reading = rig.agent.reading(of: request)
        #expect(reading.intent == intent && reading.skill != nil, "\(reading)")
    }

    /// An intent unknown to the weights would not even be compared with a request.
    @Test func theWeightsKnowEveryIntent() throws {
        let pack = LanguagePack.read("en", from: .standard())
        let estimate = try #require(pack.estimate(of: Utterance("well then"), applications: ApplicationIndex([])))
        let unknown = pack.intents.filter { estimate.likelihood(of: $0) == 0 }
        #expect(unknown.isEmpty, "training/understanding has to be run again: \(unknown)")
    }
}
