// SPDX-License-Identifier: GPL-3.0-or-later

@testable import JarvisAgent
@testable import JarvisSkills
import JarvisCore
import JarvisTesting
import Testing

/// Follow-ups refer to the last request for ten minutes.
@Suite(.timeLimit(.minutes(4)))
struct FollowUpTests {
    private let rig = AgentRig()

    @Test(arguments: [
        ("set a timer for ten minutes", "no, make it five minutes", 300),
        ("set a timer for ten minutes", "make it two hours instead", 7200),
        ("start a timer for an hour", "I said half an hour", 1800),
        ("set a timer for fifteen minutes", "fifty, not fifteen", 3000),
        ("time me for twenty minutes", "sorry, twenty five", 1500),
        ("set a timer for ten minutes", "actually ninety seconds", 90),
    ])
    func correctingATimerReplacesIt(first: String, correction: String, seconds: Int64) async throws {
        try await rig.ask(first)
        let answer = try await rig.ask(correction)
        #expect(answer.skill == "timer")
        #expect(rig.reminders.all.map(\.dueAt) == [rig.clock.now().advanced(by: .seconds(seconds))])
        #expect(try await rig.ask("cancel that").text.hasSuffix(" is cancelled."))
        #expect(rig.reminders.all.isEmpty)
    }

    @Test(arguments: [
        ("set a timer for ten minutes", "no, make it five minutes", "undo that"),
        ("set an alarm for six am", "I meant seven", "undo"),
        ("remind me at nine pm to call mum", "no, at ten", "take that back"),
    ])
    func undoingACorrectionRestoresTheOriginal(first: String, correction: String, undo: String) async throws {
        try await rig.ask(first)
        let before = rig.reminders.all.map(\.dueAt)
        try await rig.ask(correction)
        #expect(rig.reminders.all.map(\.dueAt) != before)
        // The reply names what is set again.
        let named = ["timer for 10 minutes is", "6:00 AM is", "reminder is set again: call mum"]
        let text = try await rig.ask(undo).text
        #expect(named.contains { text.contains($0) } && text.contains("set again"), "\(text)")
        #expect(rig.reminders.all.map(\.dueAt) == before)
        try await rig.ask("undo")
        #expect(rig.reminders.all.isEmpty)
    }

    @Test func undoRevertsOnlyTheLastOfTwoCorrections() async throws {
        for text in ["set a timer for ten minutes", "no, make it fifteen minutes", "no, make it twenty minutes"] {
            try await rig.ask(text)
        }
        let now = rig.clock.now()
        #expect(rig.reminders.all.map(\.dueAt) == [now.advanced(by: .seconds(1200))])
        try await rig.ask("undo")
        #expect(rig.reminders.all.map(\.dueAt) == [now.advanced(by: .seconds(900))])
    }

    @Test func correctingTheLastOfTwoTimersKeepsTheOther() async throws {
        try await rig.ask("set two timers for five and ten minutes")
        try await rig.ask("no, make it fifteen minutes")
        let now = rig.clock.now()
        let times = [300, 900].map { now.advanced(by: .seconds($0)) }
        #expect(rig.reminders.all.map(\.dueAt).sorted() == times)
    }

    @Test(arguments: [
        "set 99999999999999999999 timers for five and ten minutes", "change the timer to 99999999999999999999",
        "make it 999999999999999999", "set 3 timers for five and ten minutes",
    ])
    func hugeNumbersGetAReply(text: String) async throws {
        try await rig.ask("set a timer for ten minutes")
        try await rig.ask("no, make it twelve minutes")
        #expect(try await !rig.ask(text).clauses.isEmpty)
    }

    @Test func namingOneDayDoesNotCancelTheScheduleUnasked() async throws {
        try await rig.ask("remind me every weekday at nine to water the plants")
        let answer = try await rig.ask("cancel the monday one")
        #expect(answer.summary.followUp == .dictation && rig.reminders.all.count == 1, "\(answer.text)")
        try await rig.ask("yes", isFollowUp: true)
        #expect(rig.reminders.all.isEmpty)
    }

    @Test(arguments: [("she's not the client", 0), ("we are not going there", 0), ("bread, not milk", 1)])
    func onlyNegatingAWordOfTheRequestCorrectsIt(text: String, changes: Int) async throws {
        try await rig.ask("put milk on the shopping list")
        try await rig.ask(text)
        #expect(rig.lists.all.map(\.items) == [[changes == 0 ? "milk" : "bread"]])
    }

    @Test func notThatOneRemovesTheAddedListItem() async throws {
        try await rig.ask("add milk to my shopping list")
        #expect(try await rig.ask("not that one").text == "I've removed milk and the shopping list.")
        #expect(rig.lists.all.flatMap(\.items) == [])
    }

    @Test func movingEverythingAsksFromWhichList() async throws {
        for text in ["put milk on the shopping list", "create a packing list", "put soap on the packing list"] {
            try await rig.ask(text)
        }
        let answer = try await rig.ask("move everything to the to-do list")
        #expect(answer.text.hasPrefix("From which list?"), "\(answer.text)")
        #expect(rig.lists.all.map(\.items) == [["milk"], ["soap"]])
    }

    @Test(arguments: [
        ("set an alarm for six am", "I meant seven", "07:00", "2026-01-06"),
        ("wake me at 7 am tomorrow", "actually half past seven", "07:30", "2026-01-06"),
        ("wake me at 7 am tomorrow", "no, I meant friday", "07:00", "2026-01-09"),
        ("set an alarm for 8 pm", "no, at nine", "21:00", "2026-01-05"),
        ("wake me in ten minutes", "no, at noon", "12:00", "2026-01-05"),
    ])
    func correctingAnAlarmReplacesIt(first: String, correction: String, time: String, day: String) async throws {
        try await rig.ask(first)
        let answer = try await rig.ask(correction)
        #expect(answer.values["time"] == time && answer.values["day"] == day, "\(answer)")
        #expect(rig.reminders.all.count == 1)
    }

    @Test(arguments: [
        ("remind me to call mum at six pm", "no at eight", "20:00", "2026-01-05", "call mum"),
        ("remind me tomorrow to pay the rent", "wait, on Friday", "09:00", "2026-01-09", "pay the rent"),
        ("remind me to call mum at six pm", "no, I meant tomorrow", "18:00", "2026-01-06", "call mum"),
        ("remind me to call mum at six pm", "no, call dad", "18:00", "2026-01-05", "call dad"),
    ])
    func correctingAReminderReplacesIt(
        first: String, correction: String, time: String, day: String, label: String
    ) async throws {
        try await rig.ask(first)
        let answer = try await rig.ask(correction)
        #expect(answer.values["time"] == time && answer.values["day"] == day, "\(answer)")
        #expect(rig.reminders.all.map(\.label) == [label])
    }

    @Test func anAnswerToAQuestionCanBeCorrected() async throws {
        try await rig.ask("set a timer")
        try await rig.ask("ten minutes", isFollowUp: true)
        try await rig.ask("no, make it five minutes")
        #expect(rig.reminders.all.map(\.dueAt) == [rig.clock.now().advanced(by: .seconds(300))])
    }

    @Test func anImpossibleCorrectionKeepsTheOriginal() async throws {
        try await rig.ask("set a timer for ten minutes")
        #expect(try await rig.ask("no, make it thirty hours").text.contains("up to 24 hours"))
        #expect(rig.reminders.all.map(\.dueAt) == [rig.clock.now().advanced(by: .seconds(600))])
    }

    @Test func additionsKeepTheEarlierItems() async throws {
        try await rig.ask("set a timer for five minutes")
        try await rig.ask("and another one for ten")
        #expect(rig.reminders.all.count == 2)
        try await rig.ask("set an alarm for 7 am tomorrow")
        try await rig.ask("same for Thursday")
        #expect(rig.reminders.all.filter { $0.kind == .alarm }.count == 2)
        try await rig.ask("remind me to call mum at 6 pm")
        try await rig.ask("and to call dad at seven pm")
        #expect(rig.reminders.all.filter { $0.kind == .reminder }.map(\.label) == ["call mum", "call dad"])
    }

    @Test(arguments: ["add five minutes", "add five more minutes", "give it another five", "five more minutes"])
    func aTimerCanBeExtended(words: String) async throws {
        try await rig.ask("set a timer for ten minutes")
        #expect(try await rig.ask(words).text == "Your timer now has 15 minutes left.")
        #expect(rig.reminders.all.count == 1)
    }

    @Test(arguments: [
        ("what is seventy degrees fahrenheit in kelvin", "and in Celsius?", "21.1 °C"),
        ("what is seventy degrees fahrenheit in kelvin", "say it in Celsius", "21.1 °C"),
        ("convert ten kilometers to miles", "and in feet", "feet"),
        ("what is 30 celsius in fahrenheit", "and forty?", "104"),
        ("what date is friday", "what about tomorrow", "January 6th"),
        ("how many days until christmas", "and until halloween", "299 days"),
        ("what is twelve times four", "and plus seven", "is 55"), ("what is twelve times four", "times two", "is 96"),
        ("what is 48 plus 64", "and half of that", "is 56"), ("what is 7 times 8", "double it", "is 112"),
        ("what is 15 times 12", "divided by nine", "is 20"), ("twenty percent of 300", "take that off 300", "is 240"),
        ("what's 12 times 14", "no, 12 times 15", "is 180"),
        ("pick a number between 1 and 50", "give me another", "pick"),
        ("flip a coin", "again", "heads"),
    ])
    func followUpsContinueTheLastQuestion(first: String, followUp: String, text: String) async throws {
        try await rig.ask(first)
        let answer = try await rig.ask(followUp)
        #expect(answer.text.contains(text), "\(answer.text)")
    }

    @Test func calculationsCanBeChained() async throws {
        try await rig.ask("what is 7 times 8")
        try await rig.ask("plus four")
        #expect(try await rig.ask("and divided by six").text.hasSuffix("is 10."))
    }

    @Test func anotherJokeIsDifferent() async throws {
        let first = try await rig.ask("tell me a joke")
        let second = try await rig.ask("another one")
        #expect(second.skill == "joke" && second.text != first.text)
        #expect(try await rig.ask("not that one").skill == "joke")
    }

    @Test func anotherTimerAsksForItsLength() async throws {
        try await rig.ask("set a timer for ten minutes")
        #expect(try await rig.ask("another one").text == "For how long?")
        #expect(rig.reminders.all.count == 1)
    }

    @Test func aWrongChoiceIsRestoredAndTheOtherOffered() async throws {
        try await rig.ask("set a tea timer for 4 minutes")
        try await rig.ask("set a pasta timer for 9 minutes")
        let question = try await rig.ask("cancel the timer")
        #expect(question.summary.followUp == .dictation)
        #expect(try await rig.ask("the second one", isFollowUp: true).text == "I've cancelled your pasta timer.")
        let other = try await rig.ask("not that one")
        #expect(other.text == "Your pasta timer is set again. Did you mean the tea timer?")
        #expect(rig.reminders.all.count == 2)
        try await rig.ask("yes", isFollowUp: true)
        #expect(rig.reminders.all.map(\.label) == ["pasta"])
    }

    @Test(arguments: [("the pasta one", ["tea"]), ("the first", ["pasta"]), ("that last one", ["tea"]), ("none", nil)])
    func oneOfSeveralTimersCanBeChosen(answer: String, left: [String]?) async throws {
        try await rig.ask("set a tea timer for 4 minutes")
        try await rig.ask("set a pasta timer for 9 minutes")
        try await rig.ask("cancel the timer")
        try await rig.ask(answer, isFollowUp: true)
        #expect(rig.reminders.all.map(\.label) == left ?? ["tea", "pasta"])
    }

    @Test func alarmsAndRemindersAreChosenByTimeOrText() async throws {
        try await rig.ask("set an alarm for 7 am")
        try await rig.ask("set an alarm for noon")
        try await rig.ask("cancel my alarm")
        try await rig.ask("the seven o'clock one", isFollowUp: true)
        #expect(rig.reminders.all.count == 1)
        for text in ["remind me to see the dentist at noon", "remind me to call mum at six pm"] {
            try await rig.ask(text)
        }
        try await rig.ask("cancel my reminder")
        try await rig.ask("oh, the dentist", isFollowUp: true)
        #expect(rig.reminders.all.filter { $0.kind == .reminder }.map(\.label) == ["call mum"])
    }

    @Test func cancelItCancelsTheLastItemSet() async throws {
        try await rig.ask("set a timer for ten minutes")
        try await rig.ask("set an alarm for 7 am")
        try await rig.ask("cancel it")
        #expect(rig.reminders.all.map(\.kind) == [.timer])
    }

    @Test func followUpsExpireAfterTenMinutes() async throws {
        try await rig.ask("set a timer for twenty minutes")
        rig.clock.advance(by: .seconds(601))
        try await rig.ask("no, make it five minutes")
        #expect(rig.reminders.all.map(\.dueAt) == [rig.clock.now().advanced(by: .seconds(599))])
    }

    @Test(arguments: [
        "no", "and then we left", "no way, five minutes is nothing", "what about it", "tomorrow is fine by me",
        "not that I know", "and the cat sat on the mat", "no he said five minutes",
    ])
    func talkAfterARequestChangesNothing(talk: String) async throws {
        try await rig.ask("set a timer for ten minutes")
        try await rig.ask(talk)
        #expect(rig.reminders.all.map(\.dueAt) == [rig.clock.now().advanced(by: .seconds(600))])
    }
}
