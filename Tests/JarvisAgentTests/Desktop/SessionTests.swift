// SPDX-License-Identifier: GPL-3.0-or-later
// Session, notifications, screenshots, clipboard and system readings on fakes.

import JarvisCore
import JarvisControlTesting
import Testing

@Suite(.timeLimit(.minutes(3)))
struct SessionTests {
    private let rig = AgentRig()

    @Test func theScreenIsLockedAtOnce() async throws {
        #expect(try await rig.ask("lock the screen").text == "The screen is locked.")
        #expect(rig.desktop.session.performed == [.lock])
        rig.desktop.session.fail(with: .lockUnconfirmed)
        #expect(try await rig.ask("lock my computer").text.contains("may still be unlocked"))
    }

    @Test(arguments: [
        ("restart the computer", SessionAction.restart, "Restarting."),
        ("turn off the computer", .powerOff, "Turning off."),
        ("log me out", .logOut, "Logging you out."), ("shut down", .powerOff, "Turning off."),
        ("sleep", .suspend, "Going to sleep."),
        ("hibernate", .suspend, "Going to sleep."),
    ])
    func endingTheSessionNeedsAYes(request: String, action: SessionAction, reply: String) async throws {
        let question = try await rig.ask(request)
        #expect(question.skill == "session" && question.text.contains("?"), "\(question)")
        #expect(rig.desktop.session.performed.isEmpty)
        #expect(try await rig.ask("no", isFollowUp: true).text == "All right, I won't.")
        #expect(rig.desktop.session.performed.isEmpty)
        _ = try await rig.ask(request)
        #expect(try await rig.ask("yes", isFollowUp: true).text == reply)
        #expect(rig.desktop.session.performed == [action])
    }

    @Test func sleepNeedsAYesOnlyIfATimerWouldNotRing() async throws {
        #expect(try await rig.ask("put the computer to sleep").text == "Going to sleep.")
        #expect(rig.desktop.session.performed == [.suspend])
        _ = try await rig.ask("set a timer for ten minutes")
        let question = try await rig.ask("suspend the computer")
        #expect(
            question.text == "Your timer won't ring while the computer sleeps. Put it to sleep anyway?")
        #expect(rig.desktop.session.performed == [.suspend])
        _ = try await rig.ask("no", isFollowUp: true)
        _ = try await rig.ask("set a timer for twenty minutes")
        _ = try await rig.ask("remind me in ten minutes to stretch")
        #expect(
            try await rig.ask("suspend the computer").text
                == "Your timers and reminder won't ring while the computer sleeps. Put it to sleep anyway?")
    }

    @Test func anImpossibleActionIsReportedWithoutAQuestion() async throws {
        rig.desktop.session.fail(with: .notPossible(.restart))
        let answer = try await rig.ask("restart the computer")
        #expect(
            answer.text.hasPrefix("I can't restart this computer.") && answer.summary.followUp == .none)
    }

    @Test func aFailureAfterTheYesIsReported() async throws {
        _ = try await rig.ask("restart the computer")
        rig.desktop.session.fail(with: .heldUp(.restart, names: ["Disc Writer"]))
        let answer = try await rig.ask("yes", isFollowUp: true)
        #expect(answer.text.hasPrefix("I couldn't restart the computer (blocked by Disc Writer)."))
    }

    @Test func goToSleepStillMeansGoodbye() async throws {
        #expect(try await rig.ask("go to sleep").skill == "goodbye")
        #expect(rig.desktop.session.performed.isEmpty)
    }

    @Test func notificationsAreHeldBackAndShownAgain() async throws {
        #expect(try await rig.ask("turn on notifications").text == "Do not disturb is already off.")
        #expect(try await rig.ask("do not disturb").text == "Do not disturb is on.")
        #expect(try await rig.desktop.session.isDoNotDisturbOn())
        #expect(try await rig.ask("undo that").text == "Do not disturb is off.")
        #expect(try await !rig.desktop.session.isDoNotDisturbOn())
        rig.desktop.session.fail(with: .noDoNotDisturb(server: "dunst"))
        #expect(try await rig.ask("turn off notifications").text.hasPrefix("dunst doesn't let me"))
    }

    @Test func aScreenshotIsReportedWithItsFolder() async throws {
        let answer = try await rig.ask("take a screenshot")
        #expect(answer.text == "Screenshot saved in pictures.")
        rig.desktop.session.fail(with: .cancelled)
        #expect(
            try await rig.ask("take a screenshot").text
                == "I didn't take a screenshot. Press Print Screen to take one yourself.")
    }

    @Test func copyingTheLastAnswerCanBeUndone() async throws {
        #expect(try await rig.ask("read the clipboard").text == "The clipboard is empty.")
        try await rig.desktop.clipboard.setText("old words")
        _ = try await rig.ask("what is two plus two")
        #expect(try await rig.ask("copy that").text == "Copied.")
        #expect(try await rig.ask("what's on the clipboard").text == "The clipboard says: 2 + 2 is 4.")
        #expect(try await rig.ask("undo that").text == "The clipboard is back as it was.")
        #expect(try await rig.desktop.clipboard.text() == "old words")
        rig.desktop.clipboard.fail(with: .unavailable)
        #expect(
            try await rig.ask("copy that").text
                == "I can use the clipboard only while my window is open. Open it and try again.")
    }

    @Test func beforeTheFirstAnswerThereIsNothingToCopy() async throws {
        #expect(try await rig.ask("copy that").text == "I haven't said anything to copy yet.")
    }

    @Test func aLongClipboardIsReadInPart() async throws {
        try await rig.desktop.clipboard.setText(String(repeating: "word ", count: 500))
        let answer = try await rig.ask("read the clipboard")
        #expect(answer.text.hasPrefix("The clipboard begins: word") && answer.text.count < 700)
    }

    // MARK: Readings

    @Test(arguments: [
        ("how long will the battery last", "The battery will last about 2 hours and 5 minutes."),
        ("how hot is the computer", "The processor is at 54 degrees Celsius. Its limit is 100 degrees."),
        ("how hot is the gpu", "I can't read the temperature of the graphics card."),
        ("what is my ip address", "Your network address is 192.168.1.20."),
        (
            "what is using the processor",
            "firefox uses the most processor time, 35 percent. Then comes code with 10 percent."
        ),
        (
            "what uses the most memory",
            "firefox uses the most memory, 2.1 GB. Then comes code with 900 MB."
        ),
    ])
    func systemReadingsAreReported(request: String, reply: String) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.text == reply && answer.skill == "machine")
    }

    @Test(arguments: [
        ("how long will the battery last", "This computer has no battery."),
        ("how hot is the computer", "I can't find a temperature sensor."),
        ("what is my ip address", "This computer isn't connected to a network."),
        ("what is using the processor", "I couldn't read the list of running programs."),
    ])
    func missingReadingsAreReported(request: String, start: String) async throws {
        #expect(try await AgentRig(desktop: FakeDesktop()).ask(request).text.hasPrefix(start))
    }

    @Test func theBatteryReplyDependsOnItsState() async throws {
        for (time, part) in [
            (BatteryTime(.untilFull, seconds: 1_780), "full in about 30 minutes"),
            (BatteryTime(.resting), "plugged in"),
            (BatteryTime(.untilEmpty), "Ask me again in a minute"),
        ] {
            let desktop = FakeDesktop(readings: FakeMachineReadings(time: time))
            #expect(try await AgentRig(desktop: desktop).ask("how long will the battery last").text.contains(part))
        }
    }

    @Test(arguments: [
        ("what can you do with music", "media"), ("what can you do with the volume", "volume"),
        ("help with notifications", "notifications"), ("what can you do about the screen", "brightness"),
        ("what can you do with songs", "media"), ("what can you do with timers", "timer"),
        ("what can i do with my computer", "session"),
    ])
    func helpIsGivenBySubject(request: String, topic: String) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.skill == "help" && answer.values["topic"] == topic, "\(answer)")
        #expect(answer.text.contains("You can say"))
    }
}
