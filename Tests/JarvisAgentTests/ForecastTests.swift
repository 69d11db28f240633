// SPDX-License-Identifier: GPL-3.0-or-later

@testable import JarvisAgent
import JarvisCore
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ForecastTests {
    private let rig = AgentRig()

    private func forecast(of text: String) async -> String? {
        await rig.agent.forecast(
            of: AgentRequest(
                turn: TurnID(rawValue: 50), text: text, source: .voice,
                settlement: Settlement(isSettled: false)))
    }

    /// A forecast predicts the reply to an action without carrying it out.
    @Test(arguments: [
        "set a timer for ten minutes", "set a tea timer for four minutes", "set an alarm for 7 am",
        "wake me up every weekday at seven", "remind me to call mum at noon", "open firefox", "cancel the timer",
        "pause the timer", "add five minutes to the timer", "cancel all timers",
    ])
    func aForecastMatchesTheReplyAndChangesNothing(text: String) async throws {
        try await rig.ask("set a timer for five minutes")
        let kept = try await rig.reminders.pending()
        let forecast = try #require(await forecast(of: text))
        #expect(try await rig.reminders.pending() == kept)
        #expect(rig.launcher.all.isEmpty)
        #expect(try await rig.ask(text).clauses.first == forecast)
    }

    /// Other requests change something that has no double, only report, or are several requests.
    @Test(arguments: [
        "take a note elephants are grey", "set the volume to ten percent", "what time is it", "stop",
        "no, ten minutes", "set a timer for ten minutes and open firefox",
    ])
    func otherRequestsHaveNoForecast(text: String) async throws {
        try await rig.ask("help")
        #expect(await forecast(of: text) == nil)
    }

    @Test func aForecastLeavesNoTraceInTheConversation() async throws {
        let said = try await rig.ask("what time is it")
        #expect(await forecast(of: "set a timer for ten minutes") != nil)
        #expect(try await rig.ask("repeat that").clauses == said.clauses)
        #expect(try await rig.ask("undo").text.contains("timer") == false)
    }
}
