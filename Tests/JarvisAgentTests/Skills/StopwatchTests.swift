// SPDX-License-Identifier: GPL-3.0-or-later
// The stopwatch, by request and on disk.

import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisAgent
@testable import JarvisSkills

@Suite(.timeLimit(.minutes(10)))
struct StopwatchTests {
    private let rig = AgentRig()

    @Test func theStopwatchRunsReportsItsTimeAndStops() async throws {
        #expect(try await rig.ask("start a stopwatch").text == "Your stopwatch is running.")
        rig.clock.advance(by: .seconds(72))
        for request in [
            "how long has the stopwatch been running", "check the stopwatch", "what's the stopwatch at",
            "check the stop watch",
        ] {
            let answer = try await rig.ask(request)
            #expect(
                answer.text == "Your stopwatch has been running for 1 minute and 12 seconds."
                    && answer.skill == "stopwatch")
        }
        #expect(
            try await rig.ask("start the stopwatch").text
                == "Your stopwatch is already running, at 1 minute and 12 seconds.")
        #expect(try await rig.ask("stop the stopwatch").text == "Your stopwatch stopped at 1 minute and 12 seconds.")
        rig.clock.advance(by: .seconds(60))
        #expect(
            try await rig.ask("what does the stopwatch say").text
                == "Your stopwatch was stopped at 1 minute and 12 seconds.")
        #expect(try await rig.ask("undo that").text == "Your stopwatch is running again.")
        rig.clock.advance(by: .seconds(8))
        #expect(try await rig.ask("stop the stopwatch").text == "Your stopwatch stopped at 2 minutes and 20 seconds.")
        #expect(try await rig.ask("start the stopwatch").text == "Your stopwatch started again from zero.")
    }

    @Test func aPausedStopwatchCanBeResumed() async throws {
        try await rig.ask("stopwatch")
        rig.clock.advance(by: .seconds(30))
        #expect(try await rig.ask("pause the stopwatch").text == "Your stopwatch is paused at 30 seconds.")
        rig.clock.advance(by: .seconds(500))
        #expect(try await rig.ask("check my stopwatch").text == "Your stopwatch is paused at 30 seconds.")
        #expect(try await rig.ask("resume the stopwatch").text == "Your stopwatch continues from 30 seconds.")
        rig.clock.advance(by: .seconds(5))
        #expect(try await rig.ask("pause the stopwatch").text == "Your stopwatch is paused at 35 seconds.")
        #expect(try await rig.ask("start the stopwatch").text == "Your stopwatch continues from 35 seconds.")
        #expect(try await rig.ask("restart the stopwatch").text == "Your stopwatch started again from zero.")
        #expect(try await rig.ask("reset the stopwatch").text == "Your stopwatch is back at zero.")
        #expect(try await rig.ask("how long has my stopwatch been going").text.hasPrefix("There's no stopwatch."))
    }

    @Test func lapsAreTakenListedAndUndone() async throws {
        #expect(try await rig.ask("lap").text == "No stopwatch is running.")
        try await rig.ask("start timing")
        rig.clock.advance(by: .seconds(31))
        #expect(try await rig.ask("lap").text == "Lap 1: 31 seconds.")
        rig.clock.advance(by: .seconds(33))
        #expect(try await rig.ask("take a lap").text == "Lap 2: 33 seconds. That's 1 minute and 4 seconds in total.")
        #expect(try await rig.ask("what are my laps").text == "You have 2 laps. They took 31 seconds; 33 seconds.")
        #expect(try await rig.ask("undo that").text == "I've removed lap 2.")
        #expect(try await rig.ask("how many laps").text == "You have 1 lap. It took 31 seconds.")
    }

    @Test func theStopwatchDoesNotAffectTimersOrStop() async throws {
        try await rig.ask("start a stopwatch")
        try await rig.ask("set a timer for ten minutes")
        #expect(try await rig.ask("stop").skill == "stop")
        #expect(try await rig.ask("pause the timer").text == "Your timer is paused, 10 minutes left.")
        #expect(try await rig.ask("stop the timer").text == "I've cancelled your timer.")
        #expect(try await rig.ask("stop the music").skill == "media")
        #expect(try await rig.stopwatch.stopwatch()?.isRunning == true)
        #expect(try await rig.ask("my stopwatch is broken").skill != "stopwatch")
        #expect(try await rig.ask("she sat on my lap").skill != "stopwatch")
    }

    // MARK: On disk

    @Test func aStopwatchSurvivesARestart() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/data/stopwatch.json"
        let running = Stopwatch(
            counted: .milliseconds(1500), runningSince: rig.clock.now(), boot: rig.clock.bootMoment(),
            laps: [.seconds(1), .milliseconds(1200)])
        #expect(try await JSONStopwatchStore(path: path).stopwatch() == nil)
        #expect(try await JSONStopwatchStore(path: path).update { _ in running } == nil)
        #expect(try await JSONStopwatchStore(path: path).stopwatch() == running)
        rig.clock.advance(by: .seconds(60))
        let paused = running.stopped(at: ClockReading(rig.clock), isPaused: true)
        #expect(paused.counted == .milliseconds(61_500))
        #expect(try await JSONStopwatchStore(path: path).update { _ in paused } == running)
        #expect(try await JSONStopwatchStore(path: path).stopwatch() == paused)
        try await JSONStopwatchStore(path: path).update { _ in nil }
        #expect(try await JSONStopwatchStore(path: path).stopwatch() == nil)
    }

    @Test func aDamagedFileIsSetAsideAndReported() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/stopwatch.json"
        try AtomicFile.write(path, Array("{\"stopwatch\":".utf8))
        let store = JSONStopwatchStore(path: path)
        await #expect(throws: StoreFailure.self) { try await store.stopwatch() }
        #expect(Environment.exists(path + ".damaged-1"))
        #expect(try await store.stopwatch() == nil)
    }

    @Test(arguments: [
        #"{"counted":9223372036854775807,"runningSince":-9223372036854775808}"#, #"{"counted":-1}"#,
        #"{"counted":0,"laps":[9223372036854775807]}"#,
    ]) func impossibleTimesInTheFileAreIgnored(value: String) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/stopwatch.json"
        try AtomicFile.write(path, Array(#"{"format":"jarvis-stopwatch","version":1,"stopwatch":\#(value)}"#.utf8))
        #expect(try await JSONStopwatchStore(path: path).stopwatch() == nil)
    }

    /// It counts elapsed time, and uses the time of day only after a restart of the computer.
    @Test func settingTheClockDoesNotChangeTheStopwatch() async throws {
        try await rig.ask("start a stopwatch")
        rig.clock.advance(by: .seconds(60))
        for hours in [-2, 5, 365 * 24] {
            rig.clock.set(by: .seconds(hours * 3600))
            let answer = try await rig.ask("how long has the stopwatch been running")
            #expect(answer.text == "Your stopwatch has been running for 1 minute.")
        }
        rig.clock.set(by: .seconds(-(365 * 24 + 3) * 3600))
        rig.clock.reboot()
        rig.clock.advance(by: .seconds(60))
        #expect(
            try await rig.ask("how long has the stopwatch been running").text
                == "Your stopwatch has been running for 2 minutes.")
        // If the clock was set back, the stopwatch shows at least the time since boot.
        rig.clock.set(by: .seconds(-3600))
        #expect(
            try await rig.ask("how long has the stopwatch been running").text
                == "Your stopwatch has been running for 1 minute and 20 seconds.")
    }
}
