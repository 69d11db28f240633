// SPDX-License-Identifier: GPL-3.0-or-later
// Requests as strangers word them: other items in place of others, several places, decimals, weeks between, and
// questions that answer no open question.

import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisSkills

@Suite(.timeLimit(.minutes(10)))
struct StrangersRequestTests {
    private let rig = AgentRig()

    @Test(arguments: [
        ("change the tea to green tea on my shopping list", ["rice", "green tea", "soap"]),
        ("replace rice with a bag of lentils on the shopping list", ["a bag of lentils", "tea", "soap"]),
        ("on my shopping list swap soap for shampoo", ["rice", "tea", "shampoo"]),
        ("update rice on my shopping list to brown rice", ["brown rice", "tea", "soap"]),
        ("put coffee instead of tea on my shopping list", ["rice", "coffee", "soap"]),
    ])
    func anItemTakesThePlaceOfAnother(request: String, items: [String]) async throws {
        try await rig.lists.update { $0 = [NamedList(name: "shopping", items: ["rice", "tea", "soap"])] }
        let answer = try await rig.ask(request)
        #expect(try await rig.lists.lists().first?.items == items, "\(answer.text)")
        try await rig.ask("undo that")
        #expect(try await rig.lists.lists().first?.items == ["rice", "tea", "soap"])
    }

    @Test func whatIsNotThereIsNotChanged() async throws {
        try await rig.lists.update { $0 = [NamedList(name: "shopping", items: ["rice"])] }
        let answer = try await rig.ask("change butter to margarine on my shopping list")
        #expect(answer.text == "You have no butter on your shopping list.")
        #expect(try await rig.lists.lists().first?.items == ["rice"])
    }

    @Test(arguments: [
        ("time in Chicago and Berlin", "It's 3:30 AM in Chicago and 10:30 AM in Berlin."),
        ("what time is it in Oslo, Lima and Tokyo", "It's 10:30 AM in Oslo, 4:30 AM in Lima and 6:30 PM in Tokyo."),
        ("what's the time in Rome and here", "It's 10:30 AM in Rome and 9:30 AM here."),
        ("what time is it in trinidad and tobago", "It's 5:30 AM in Trinidad and Tobago."),
    ])
    func severalPlacesAreAnswered(request: String, reply: String) async throws {
        #expect(try await rig.ask(request).text == reply)
    }

    @Test(arguments: [
        ("is it too late to ring my aunt in Boston", "It's 4:30 AM in Boston."),
        ("is it too early to call people in Denver", "It's 2:30 AM in Denver."),
        ("can I still phone somebody in Seoul", "It's 6:30 PM in Seoul."),
        ("is it okay to call Madrid now", "It's 10:30 AM in Madrid."),
    ])
    func whetherToCallSomewhereIsTheTimeThere(request: String, reply: String) async throws {
        #expect(try await rig.ask(request).text == reply)
    }

    @Test(arguments: ["who won the tennis cup", "which team won the cup", "can I call someone in the morning"])
    func whatNamesNoPlaceIsNotAskedAbout(request: String) async throws {
        #expect(try await rig.ask(request).skill != "world-time")
    }

    @Test(arguments: [
        ("what is 22 divided by 7 to three decimals", "3.143"), ("round 2.71828 to two decimal places", "2.72"),
        ("5 divided by 9 rounded to four decimals", "0.5556"), ("round 1847 to the nearest hundred", "1800"),
        ("what's 17 divided by 4 to the nearest whole number", "4"), ("square root of 3 to two decimal places", "1.73"),
        ("to one decimal place what is 9 divided by 7", "1.3"),
    ])
    func resultsAreRoundedAsAsked(request: String, result: String) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.values["result"] == result, "\(answer.text)")
    }

    @Test(arguments: [
        ("what is a mile and a quarter in yards", "2200"), ("a foot and a half in inches", "18"),
        ("what is two yards and a half in feet", "7.5"), ("how many cups is a gallon and a half", "24"),
        ("an inch and a half in millimeters", "38.1"),
    ])
    func aUnitAndAPartIsOneAmount(request: String, result: String) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.values["result"] == result, "\(answer.text)")
    }

    @Test(arguments: [
        ("remind me every other Thursday to put the bins out", "2026-01-08"),
        ("remind me every second monday to pay the cleaner", "2026-01-12"),
        ("every third wednesday remind me to descale the kettle", "2026-01-07"),
    ])
    func remindersSkipWeeks(request: String, first: String) async throws {
        let answer = try await rig.ask(request)
        let weeks = request.contains("third") ? 3 : 2
        #expect(answer.values["day"] == first, "\(answer.text)")
        let reminder = try #require(try await rig.reminders.pending().first)
        #expect(reminder.recurrence == .days(7 * weeks, atMinute: 540), "\(reminder)")
    }

    @Test func alarmsSkipWeeks() async throws {
        try await rig.ask("set an alarm every other saturday at 8 am")
        let alarm = try #require(try await rig.reminders.pending().first)
        #expect(alarm.recurrence == .days(14, atMinute: 480))
        #expect(rig.clock.local(alarm.dueAt).weekday == 6)
        #expect(try await rig.ask("set an alarm every other sunday").text == "At what time?")
        try await rig.ask("nine in the morning", isFollowUp: true)
        #expect(try await rig.reminders.pending().contains { $0.recurrence == .days(14, atMinute: 540) })
    }

    @Test(arguments: [
        ("what's the weather like", "what is twelve times eleven", "arithmetic"),
        ("what's the weather like", "how do you spell rhythm", "spell"),
        ("set a timer", "what day is it today", "date"),
    ])
    func aQuestionOfItsOwnAnswersNoOther(first: String, second: String, skill: String) async throws {
        #expect(try await rig.ask(first).summary.followUp == .dictation)
        #expect(try await rig.ask(second, isFollowUp: true).skill == skill)
    }

    @Test func whatToRemindOfMayBeAnything() async throws {
        try await rig.ask("remind me at noon")
        try await rig.ask("call the dentist", isFollowUp: true)
        #expect(rig.reminders.all.map(\.label) == ["call the dentist"])
    }

    @Test(arguments: [
        ("cross out tea on my shopping list", ["rice", "soap"]), ("tick off soap", ["rice", "tea"]),
        ("mark rice as bought on my shopping list", ["tea", "soap"]),
        ("i've bought the soap so take it off the shopping list", ["rice", "tea"]),
        ("get tea off my list of shopping", ["rice", "soap"]),
    ])
    func whatIsDoneLeavesTheList(request: String, items: [String]) async throws {
        try await rig.lists.update { $0 = [NamedList(name: "shopping", items: ["rice", "tea", "soap"])] }
        let answer = try await rig.ask(request)
        #expect(try await rig.lists.lists().first?.items == items, "\(answer.text)")
    }

    @Test(arguments: [
        ("my new name is Nora", "Nora"), ("please use the name Felix for me", "Felix"),
        ("i prefer being called Kit", "Kit"), ("from now on my name is Ines", "Ines"),
        ("call me Robbie instead of Robert", "Robbie"), ("address me by the name Sol", "Sol"),
    ])
    func namesAreLearnt(request: String, name: String) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.text.contains("call you \(name)"), "\(answer.text)")
    }

    @Test(arguments: [
        "any updates on the rail strike", "what are the latest developments in the trial",
        "what's the most recent story about the volcano",
    ])
    func updatesAreNews(request: String) async throws {
        #expect(try await rig.ask(request).skill == "news")
    }

    @Test func aConflictIsTheOppositeOfFreeTime() async throws {
        let answer = try await rig.ask("do i have a conflict at four tomorrow")
        #expect(answer.text.hasPrefix("No, you're free"), "\(answer.text)")
    }

    @Test func appointmentsForAMonthAreThoseInIt() async throws {
        let answer = try await rig.ask("tell me all appointments for november")
        #expect(answer.text.contains("november"), "\(answer.text)")
    }

    @Test(arguments: [
        ("don't let me oversleep tomorrow, seven thirty please", "07:30"),
        ("don't let me sleep past six tomorrow", "06:00"),
        ("make sure I'm up by five tomorrow", "05:00"),
    ])
    func whatMustNotHappenMaySetAnAlarm(request: String, time: String) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.skill == "alarm" && answer.values["time"] == time, "\(answer.text)")
    }

    @Test func weeksAreCountedInWeeks() async throws {
        let answer = try await rig.ask("how many weeks are there between may first and august tenth")
        #expect(answer.text == "There are 14 weeks and 3 days between May 1st and August 10th.")
    }

    @Test func aDayElsewhereIsTold() async throws {
        #expect(try await rig.ask("is it Tuesday yet in Auckland").text == "It's 10:30 PM in Auckland.")
    }

    @Test func aShareOfUnclearNumbersIsNotGuessed() async throws {
        #expect(try await rig.ask("what's eleven percent of two eighty").values["result"] == nil)
        #expect(try await rig.ask("12 is what percent of 48").values["result"] == "25")
    }

    @Test func mealsWithSomebodyAreAppointments() async throws {
        #expect(try await rig.ask("book dinner with Omar on friday at seven").skill == "appointment")
        #expect(try await rig.ask("book a flight with a stop in Lyon").skill != "appointment")
        let answer = try await rig.ask("what am I up to next thursday")
        #expect(answer.skill == "calendar" && !answer.text.contains("up to"), "\(answer.text)")
    }

    @Test func whatNamesNoIntentIsOfferedWithoutItsName() async throws {
        let answer = try await rig.ask("what's a thousand and six parsecs wide in feet")
        #expect(answer.text == "I didn't understand \"six parsecs wide in feet\". Should I go on without it?")
    }

    @Test(arguments: [
        ("what's a hundred and thirty kilometers an hour in miles an hour", "80.8"),
        ("convert 70 miles an hour to kilometers an hour", "112.65"),
    ])
    func speedsAreSaidByTheHour(request: String, result: String) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.values["result"] == result, "\(answer.text)")
    }

    @Test func othersAreRemindedToo() async throws {
        try await rig.ask("remind us about the school run at three pm")
        #expect(rig.reminders.all.map(\.label) == ["the school run"])
    }

    @Test func whatCannotBeNoticedIsAskedForAsATime() async throws {
        #expect(try await rig.ask("when I get to work remind me to call Ben").text == "When should I remind you?")
        try await rig.ask("at ten", isFollowUp: true)
        #expect(rig.reminders.all.map(\.label) == ["call Ben"])
    }

    @Test func wordsAreSpelledBackwards() async throws {
        #expect(try await rig.ask("spell tiger backwards").text == "Tiger backwards: R-E-G-I-T.")
        #expect(try await rig.ask("what time is sunrise in Lima").skill != "world-time")
    }

    @Test(arguments: [
        ("round it to one decimal", "0.7"), ("to three decimals", "0.714"), ("rounded to two decimal places", "0.71"),
    ])
    func theLastResultIsRounded(request: String, result: String) async throws {
        try await rig.ask("what is five divided by seven")
        let answer = try await rig.ask(request)
        #expect(answer.values["result"] == result, "\(answer.text)")
    }
}
