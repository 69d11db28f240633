// SPDX-License-Identifier: GPL-3.0-or-later
// Timers that are meant by their length or label are changed, and no request to change one sets another.

import JarvisCore
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct TimerWordingTests {
    private let rig = AgentRig()

    @Test(arguments: [
        ("knock three minutes off the soup timer", 1020), ("shave a minute off the soup timer", 1140),
        ("lower the soup timer by five minutes", 900), ("make the soup timer two minutes shorter", 1080),
        ("put five more minutes on the soup timer", 1500), ("give the soup timer another minute", 1260),
        ("give the soup timer ten minutes more", 1800), ("extend the 20 minute timer by half an hour", 3000),
        ("add a minute to the twenty minute timer", 1260), ("take four minutes off the twenty minute timer", 960),
    ])
    func aTimerIsChangedByLabelOrLength(request: String, seconds: Int64) async throws {
        try await rig.ask("set a soup timer for 20 minutes")
        try await rig.ask("set a timer for 2 hours")
        let answer = try await rig.ask(request)
        let left = rig.reminders.all.map { $0.dueAt.since(rig.clock.now()).components.seconds }
        #expect(Set(left) == [seconds, 7200], "\(answer.text)")
    }

    @Test(arguments: [
        ("pause the two hour timer", "is paused, 2 hours left."), ("put the 2 hour timer on hold", "is paused"),
        ("how long is left on the two hour timer", "has 2 hours left."),
        ("cancel the two hour timer", "I've cancelled your timer."),
        ("pause the three hour timer", "can't find that timer"),
        ("cancel the three hour timer", "can't find that timer"),
    ])
    func aLengthIsAName(request: String, reply: String) async throws {
        try await rig.ask("set a soup timer for 20 minutes")
        try await rig.ask("set a timer for 2 hours")
        let answer = try await rig.ask(request)
        #expect(answer.text.contains(reply), "\(answer.text)")
        #expect(rig.reminders.all.contains { $0.label == "soup" && !$0.isPaused })
    }

    @Test func aPausedTimerGoesOnByItsLength() async throws {
        try await rig.ask("set a timer for one hour")
        try await rig.ask("set a timer for half an hour")
        try await rig.ask("pause all timers")
        #expect(try await rig.ask("unpause the one hour timer").text == "Your timer is running again, 1 hour left.")
        #expect(rig.reminders.all.map(\.isPaused).sorted { !$0 && $1 } == [false, true])
    }
}
