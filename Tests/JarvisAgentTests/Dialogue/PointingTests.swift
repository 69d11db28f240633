// SPDX-License-Identifier: GPL-3.0-or-later

@testable import JarvisAgent
@testable import JarvisSkills
import JarvisControlTesting
import JarvisCore
import JarvisTesting
import JarvisUnderstanding
import Testing

/// "It", a name alone or a value alone refers to the item just mentioned.
@Suite(.timeLimit(.minutes(4)))
struct PointingTests {
    private let rig = AgentRig()

    private var labels: [String] { rig.reminders.all.map(\.label).sorted() }

    private func secondsLeft() -> [Int64] {
        rig.reminders.all.map { $0.dueAt.since(rig.clock.now()).components.seconds }.sorted()
    }

    @Test(arguments: [
        ("set an alarm for seven pm", "turn it off"), ("set a timer for ten minutes", "turn that off"),
        ("remind me to call mum at six pm", "I don't need it anymore"),
    ])
    func turnItOffCancelsTheItemNotTheComputer(first: String, second: String) async throws {
        try await rig.ask(first)
        try await rig.ask(second)
        #expect(rig.reminders.all.isEmpty)
        #expect(rig.desktop.session.performed.isEmpty)
    }

    @Test func itRefersToTheItemSetLast() async throws {
        try await rig.ask("set a timer for an hour")
        try await rig.ask("set a timer for ten minutes")
        try await rig.ask("cancel it")
        #expect(secondsLeft() == [3600])
        try await rig.ask("set an alarm for seven pm")
        try await rig.ask("set an alarm for six pm")
        #expect(try await rig.ask("when is it").text.contains("6:00 PM"))
        try await rig.ask("call it gym")
        #expect(labels == ["", "", "gym"])
    }

    @Test func aTimerIsFoundByItsNameAlone() async throws {
        try await rig.ask("set a timer for the roast for two hours")
        #expect(try await rig.ask("pause the roast").text == "Your roast timer is paused, 2 hours left.")
        #expect(try await rig.ask("how's the roast doing").text.contains("paused"))
        try await rig.ask("resume the roast")
        try await rig.ask("set a timer for the potatoes for half an hour")
        try await rig.ask("make the potatoes forty minutes")
        #expect(secondsLeft() == [2400, 7200] && labels == ["potatoes", "roast"])
        try await rig.ask("add roast to my shopping list")
        #expect(rig.reminders.all.count == 2)
        try await rig.ask("stop the roast")
        #expect(labels == ["potatoes"])
    }

    @Test(arguments: [
        ("set two timers for five and ten minutes", [300, 600]), ("set two ten minute timers", [600, 600]),
        ("start timers for ten, twenty and thirty minutes", [600, 1200, 1800]),
        ("set two timers for five minutes and an hour", [300, 3600]),
        ("set two timers, one for five minutes and one for ten minutes", [300, 600]),
        ("start two timers one for five and another for ten minutes", [300, 600]),
        ("set two timers one for five minutes and one for eight", [300, 480]),
        ("set a timer for five minutes and thirty seconds", [330]),
    ])
    func severalTimersAreSetInOneBreath(request: String, seconds: [Int64]) async throws {
        try await rig.ask(request)
        #expect(secondsLeft() == seconds)
    }

    @Test(arguments: [
        "i'd like alarms set for 5:20 am and 640 am", "set alarms to go off at 5:20 am and 6:40 am",
        "I need two alarms, one at 5:20 am and a second at 6:40 am",
    ])
    func alarmsAreSetForEachOfTheirTimes(request: String) async throws {
        try await rig.ask(request)
        let dues = rig.reminders.all.map { rig.clock.local($0.dueAt) }
        #expect(dues.map(\.hour).sorted() == [5, 6] && dues.map(\.minute).sorted() == [20, 40], "\(dues)")
    }

    @Test func oneIsAnHourBeforeItsHalfOfTheDay() async throws {
        try await rig.ask("set alarms for one in the morning and nine at night")
        #expect(rig.reminders.all.map { rig.clock.local($0.dueAt).hour }.sorted() == [1, 21])
    }

    @Test func severalAlarmsAreSetForOneDay() async throws {
        try await rig.ask("set two alarms for six and seven tomorrow morning")
        let dues = rig.reminders.all.map { rig.clock.local($0.dueAt) }
        #expect(dues.map(\.hour).sorted() == [6, 7] && dues.allSatisfy { $0.day == 6 }, "\(dues)")
    }

    @Test func oneDayOfADailyAlarmCanBeSkipped() async throws {
        try await rig.ask("set an alarm for seven am every day")
        #expect(try await rig.ask("skip tomorrow's").text.contains("The next one is Wednesday"))
        #expect(rig.reminders.all.count == 1)
    }

    @Test(arguments: [
        (["remind me to call mum", "tomorrow at ten am"], "change that to eleven", "11:00", 6),
        (["remind me to call mum in ten minutes"], "actually make that twenty minutes", "09:50", 5),
        (["set an alarm", "friday at ten am"], "no, make it eleven", "11:00", 9),
        (["remind me to call mum tomorrow at ten am"], "change that to eleven", "11:00", 6),
        (["remind me to call mum", "tomorrow at ten am", "change that to eleven"], "on friday", "11:00", 9),
    ])
    func changingOneValueKeepsTheOthers(
        requests: [String], change: String, time: String, day: Int
    ) async throws {
        for (place, request) in requests.enumerated() { try await rig.ask(request, isFollowUp: place == 1) }
        try await rig.ask(change.hasPrefix("on ") ? "no, \(change)" : change)
        let dues = rig.reminders.all.map { rig.clock.local($0.dueAt) }
        let due = try #require(dues.first)
        #expect(dues.count == 1 && due.day == day)
        #expect(ClockTime(hour: due.hour, minute: due.minute).canonical == time)
    }

    @Test func anAnswerBegunInTimeIsAccepted() async throws {
        try await rig.ask("remind me to call mum")
        rig.clock.advance(by: .seconds(195))
        try await rig.ask("tomorrow at ten am", isFollowUp: true)
        #expect(labels == ["call mum"])
        try await rig.ask("remind me to call dad")
        rig.clock.advance(by: .seconds(195))
        try await rig.ask("tomorrow at ten am")
        #expect(!labels.contains("call dad"), "it was not said in answer")
    }

    @Test func undoDoesNotSkipAnIrreversibleAction() async throws {
        try await rig.ask("set a timer for ten minutes")
        try await rig.ask("lock the screen")
        #expect(try await rig.ask("undo that").text == "I can't undo that.")
        #expect(rig.reminders.all.count == 1)
        try await rig.ask("speak slower")
        #expect(try await rig.ask("undo that").text == "I'm back to how I spoke before.")
    }

    @Test func listsCanBeRenamedAndItemsMoved() async throws {
        try await rig.ask("add milk and eggs to the shopping list")
        try await rig.ask("rename the shopping list")
        #expect(try await rig.ask("groceries", isFollowUp: true).text == "Your shopping list is now called groceries.")
        try await rig.ask("move the eggs to the to-do list")
        #expect(
            try await rig.lists.lists().map { [$0.name] + $0.items } == [["groceries", "milk"], ["to-do", "eggs"]])
        try await rig.ask("undo that")
        #expect(try await rig.lists.lists().map(\.items) == [["milk", "eggs"]])
        try await rig.ask("rename the groceries list to shopping")
        #expect(try await rig.lists.lists().map(\.name) == ["shopping"])
        try await rig.ask("undo that")
        #expect(try await rig.lists.lists().map(\.name) == ["groceries"])
    }

    @Test(arguments: [
        ("seven four twenty twenty seven", Region.unitedStates, 7, 4),
        ("seven four twenty twenty seven", Region(country: "GB"), 4, 7),
        ("twenty five twelve two thousand and twenty seven", Region.unitedStates, 12, 25),
    ])
    func datesSpokenAsNumbersAreParsed(words: String, region: Region, month: Int, day: Int) async throws {
        let rig = AgentRig(region: region)
        try await rig.ask("remind me to renew the passport on \(words)")
        let due = try #require(rig.reminders.all.first.map { rig.clock.local($0.dueAt) })
        #expect(due.year == 2027 && due.month == month && due.day == day)
        #expect(rig.reminders.all.map(\.label) == ["renew the passport"])
    }

    @Test func oneOfSeveralIsChosenByPositionOrDay() async throws {
        try await rig.ask("set a timer for ten minutes and another for twenty")
        #expect(secondsLeft() == [600, 1200])
        try await rig.ask("make the first one fifteen")
        #expect(secondsLeft() == [900, 1200])
        try await rig.ask("cancel the second one")
        #expect(secondsLeft() == [900])
        try await rig.ask("set alarms for six and six thirty pm")
        #expect(try await rig.ask("cancel them").text == "Cancel both alarms?")
        try await rig.ask("no", isFollowUp: true)
        try await rig.ask("remind me every monday to take out the bins")
        try await rig.ask("and every thursday")
        #expect(try await rig.ask("cancel the thursday one").text == "I've cancelled 1 reminder.")
        #expect(try await rig.ask("what are my reminders").text.contains("every Monday"))
    }

    @Test(arguments: [
        ("set a timer for thirty minutes", "five minutes less", 1500), ("set a timer for an hour", "halve it", 1800),
        ("set a timer for ten minutes", "double it", 1200), ("set a timer for ten minutes", "start over", 600),
        ("set an alarm for 6 45 pm", "half an hour later", 35_100), ("set an alarm for six pm", "quarter past", 31_500),
        ("set an alarm for noon tomorrow", "an hour earlier", 91_800), ("set an alarm for seven pm", "am", 77_400),
        ("remind me to call mum today at eleven am", "in the evening", 48_600),
        ("remind me to call mum at six pm", "make it the day after", 117_000),
        ("set an alarm for 7 pm", "not in the evening, in the morning", 77_400),
    ])
    func relativeChangesMoveTheTime(request: String, change: String, seconds: Int64) async throws {
        try await rig.ask(request)
        try await rig.ask(change)
        #expect(secondsLeft() == [seconds])
        try await rig.ask("undo that")
        #expect(secondsLeft() != [seconds] || change == "start over")
    }

    @Test(arguments: [
        ("set a timer for ten minutes, no, fifteen", [900]), ("set a timer for ten minutes sorry five minutes", [300]),
        ("set a timer for ten minutes no make it an hour", [3600]), ("remind me to say no at ten am", [1800]),
    ])
    func aRequestCanCorrectItself(request: String, seconds: [Int64]) async throws {
        try await rig.ask(request)
        #expect(secondsLeft() == seconds)
    }

    @Test func againRedrawsChanceAndRepeatsOtherReplies() async throws {
        try await rig.ask("flip a coin")
        #expect(try await rig.ask("again").skill == "chance")
        try await rig.ask("what time is it")
        #expect(try await rig.ask("again").skill == "repeat")
    }

    @Test(arguments: [
        ("all right then", true), ("good idea", true), ("I guess so", false), ("that's what I want", true),
        ("sounds good to me", true), ("maybe later", false), ("that's not what I meant", false),
        ("let them be", false), ("some other time", false),
    ])
    func yesAndNoCanBeSaidInManyWays(words: String, agrees: Bool) async throws {
        for note in ["note that one", "note that two"] { try await rig.ask(note) }
        try await rig.ask("delete all my notes")
        try await rig.ask(words, isFollowUp: true)
        #expect(try await rig.ask("read my notes").text.contains(agrees ? "no notes" : "2 notes"))
    }

    @Test func aSecondAlarmIsInTheSameHalfOfTheDay() async throws {
        try await rig.ask("set an alarm for 6 am")
        #expect(try await rig.ask("and another at seven").text == "Your alarm is set for tomorrow at 7:00 AM.")
    }

    @Test func ordersContinueFromTheLastResult() async throws {
        try await rig.ask("what is eight times seven")
        #expect(try await rig.ask("now add ten").text.contains("is 66"))
        #expect(try await rig.ask("and take off six").text.contains("is 60"))
    }
}
