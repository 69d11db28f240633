// SPDX-License-Identifier: GPL-3.0-or-later
// Requests that resemble another one: what their other words order or tell decides, and what is only likely is answered
// where an answer changes nothing.

import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisAgent

@Suite(.timeLimit(.minutes(5)))
struct LeftOverDeedTests {
    @Test(arguments: [
        "pick me up at eight", "meet me at seven", "so could you meet me at nine", "boil the eggs for ten minutes",
        "cook the pasta for twelve minutes", "give me five minutes, I'm in the bath",
    ])
    func anotherDeedSetsNoTimerAndNoAlarm(text: String) async throws {
        let rig = AgentRig()
        let answer = try await rig.ask(text)
        #expect(rig.reminders.all.isEmpty, "\(answer.text)")
    }

    @Test(arguments: [
        "can you help me set an alarm for six", "give me five minutes", "set a timer for ten minutes, I'm boiling eggs",
        "would you be so kind as to wake me at eight", "I'm in the bath, set a timer for five minutes",
        "start a ten minute timer for the pasta", "ring me at eight",
        "set a second alarm at 5:15",
    ])
    func carriersAndReasonsStopNoTimer(text: String) async throws {
        let rig = AgentRig()
        let answer = try await rig.ask(text)
        #expect(rig.reminders.all.count == 1, "\(answer.text)")
    }

    @Test(arguments: ["lower your voice in the library", "lower your voice at the cinema"])
    func whatHoldsOnlyInAPlaceIsAskedAbout(text: String) async throws {
        let rig = AgentRig()
        let before = rig.settings.current.volume
        let answer = try await rig.ask(text)
        #expect(rig.settings.current.volume == before && answer.text.hasSuffix("?"), "\(answer.text)")
    }

    @Test(arguments: ["lower your voice", "lower your voice, I'm in the library"])
    func whereTheUserIsLimitsNothing(text: String) async throws {
        let rig = AgentRig()
        let before = rig.settings.current.volume
        let answer = try await rig.ask(text)
        #expect(rig.settings.current.volume < before, "\(answer.text)")
    }

    @Test(arguments: [("I'm John", "John"), ("I am Sarah", "Sarah"), ("hello, I'm Daniel", "Daniel")])
    func whoSaysANameIsCalledByIt(text: String, name: String) async throws {
        let rig = AgentRig()
        try await rig.ask(text)
        #expect(rig.settings.current.userName == name)
    }

    @Test(arguments: [
        "I'm tired", "I am hungry", "I'm at home", "I am vegetarian", "I'm Irish", "I'm done", "I'm late",
    ])
    func whoSaysHowTheyAreIsNotCalledThat(text: String) async throws {
        let rig = AgentRig()
        let answer = try await rig.ask(text)
        #expect(rig.settings.current.userName.isEmpty, "\(answer.text)")
    }

    @Test(arguments: [
        "stop the process that is going on now", "please cancel what you started, I have changed my mind",
    ])
    func whatSurelyAsksForSilenceStops(text: String) async throws {
        #expect(try await AgentRig().ask(text).skill == "stop")
    }

    @Test(arguments: ["stop vlc", "stop mpv", "cancel my flight", "cancel the order", "stop the car"])
    func whatNamesAnotherThingDoesNotStopTheTurn(text: String) async throws {
        #expect(try await AgentRig().ask(text).skill != "stop")
    }

    @Test func aPatternDoesNotSwallowWhatSurelyMeansSomethingElse() async throws {
        let answer = try await AgentRig().ask("who was your main programmer")
        #expect(answer.text.contains("free software"), "\(answer.text)")
    }

    @Test func valentinesIsADayByItself() async throws {
        let answer = try await AgentRig().ask("on which weekday does valentine's fall")
        #expect(answer.text.contains("February 14"), "\(answer.text)")
    }
}
