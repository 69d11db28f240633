// SPDX-License-Identifier: GPL-3.0-or-later
// Requests with values in other words than those that skills list: names, lists, appointments, spelling, jokes, places.

import JarvisControlTesting
import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisAgent
@testable import JarvisSkills

@Suite(.timeLimit(.minutes(5)))
struct OtherWordingsTests {
    private let rig = AgentRig()

    @Test(arguments: [
        ("call me Ada from today on", "Ada"), ("please start calling me Ruth", "Ruth"),
        ("I'd prefer to be called Max", "Max"), ("you can just call me Bo", "Bo"), ("I go by the name Ines", "Ines"),
    ])
    func aNameIsLearnt(text: String, name: String) async throws {
        try await rig.ask(text)
        #expect(rig.services.settings.current.userName == name)
    }

    @Test func aDeniedNameIsAskedFor() async throws {
        try await rig.ask("call me Bob")
        #expect(try await rig.ask("my name is not Bob").text.contains("What should I call you?"))
        try await rig.ask("Rob", isFollowUp: true)
        #expect(rig.services.settings.current.userName == "Rob")
        try await rig.ask("call me a taxi")
        #expect(rig.services.settings.current.userName == "Rob")
    }

    @Test(arguments: [
        "cheese should be on the shopping list", "cheese has to go on my shopping list",
        "make sure cheese is on our shopping list", "is there cheese on my shopping list, if not add it",
        "we need cheese so put it on the shopping list",
    ])
    func thePassiveAddsToAList(text: String) async throws {
        try await rig.ask("add tea to my shopping list")
        try await rig.ask(text)
        #expect(rig.lists.all.first?.items == ["tea", "cheese"])
    }

    @Test(arguments: [
        "did we already put tea on the shopping list", "does our shopping list contain tea",
        "check if tea is on my shopping list", "do I have tea on my shopping list",
        "look through my shopping list for tea",
        "have I added tea to my grocery list",
    ])
    func askedWhetherSomethingIsOnAListNothingIsAdded(text: String) async throws {
        try await rig.ask("add milk and tea to my shopping list")
        let answer = try await rig.ask(text)
        #expect(answer.text.hasPrefix("Yes, tea"), "\(answer.text)")
        #expect(rig.lists.all.map(\.items) == [["milk", "tea"]])
    }

    @Test(arguments: ["erase all the items on my shopping list", "remove everything from the shopping list"])
    func clearingAListIsAskedFirst(text: String) async throws {
        try await rig.ask("add milk and tea to my shopping list")
        #expect(try await rig.ask(text).text.contains("Clear "))
        #expect(rig.lists.all.first?.items.count == 2)
    }

    @Test func aQuestionAboutNoListInParticularIsAboutAllOfThem() async throws {
        try await rig.ask("add milk to my shopping list")
        try await rig.ask("add wash the car to my to do list")
        let all = try await rig.ask("read the list").text
        #expect(all.contains("milk") && all.contains("wash the car"))
        #expect(try await rig.ask("is milk on my list").text == "Yes, milk is on your shopping list.")
        #expect(try await rig.ask("is salt on my list").text == "No, salt isn't on any of your lists.")
    }

    @Test(arguments: [
        ("when is my meeting with Priya", "Planning"),
        ("what time is our meeting with Priya scheduled for", "Planning"),
        ("do I have any meetings with Priya", "Yes. Planning"),
        ("is there an appointment with Zoe", "No, I can't find"),
        ("search my calendar for planning", "Yes. Planning"),
    ])
    func oneAppointmentIsFound(text: String, reply: String) async throws {
        let start = rig.clock.now().advanced(by: .seconds(7_200))
        rig.appointments.change { reading in
            reading.appointments = [
                Appointment(title: "Planning with Priya", start: start, end: start.advanced(by: .seconds(3_600)))
            ]
        }
        let answer = try await rig.ask(text)
        #expect(answer.skill == "calendar" && answer.text.hasPrefix(reply), "\(answer.text)")
    }

    @Test(arguments: [
        ("how many s's are in mississippi", "There are 4 letters S in mississippi."),
        ("count the letter e in cheese", "There are 3 letters E in cheese."),
        ("I don't know how to spell rhythm", "Rhythm: R-H-Y-T-H-M."),
        ("what's the right way to spell cat", "Cat: C-A-T."), ("spell \"cat\" for me", "Cat: C-A-T."),
    ])
    func wordsAreSpelledAndTheirLettersCounted(text: String, reply: String) async throws {
        #expect(try await rig.ask(text).text == reply)
    }

    @Test func aJokeIsToldAboutATopicOrSaidToBeAboutAnother() async throws {
        #expect(try await rig.ask("do you know a joke about printers").text.contains("printer"))
        #expect(try await rig.ask("tell me a joke about otters").text.hasPrefix("I don't know one about otters"))
        #expect(try await rig.ask("share your best pun").skill == "joke")
    }

    @Test(arguments: [
        ("how cold will it be in Bergen on friday", "Bergen"),
        ("tell me the weather report for New Delhi", "New Delhi"),
        ("what are the conditions like near Cork", "Cork"), ("lisbon weather", "Lisbon"),
        ("weather on wednesday", "Oslo"), ("will it rain at all this week", "Oslo"),
        ("what's the weather like in my area", "Oslo"), ("do I need sunscreen tomorrow", "Oslo"),
    ])
    func aPlaceIsReadOnlyWhereOneIsNamed(text: String, place: String) async throws {
        try await rig.services.settings.update { settings in
            settings.online[.weather] = .on
            settings.online.place = "Oslo"
        }.value
        try await rig.ask(text)
        #expect(rig.online.questions.last == "weather \(place)")
    }

    @Test(arguments: [
        "how do people say good night in Italy", "what is Greek for bread", "how would I say bread if I were Greek",
        "what do Mexicans say for cheese", "if I was Swedish what would I call a bicycle",
        "how do I say see you in Hawaii",
        "what is the local word for beach in Peru", "translate good luck into Icelandic",
    ])
    func translationsAreAskedForInOtherWords(text: String) async throws {
        #expect(try await rig.ask(text).skill == "translation")
    }
}
