// SPDX-License-Identifier: GPL-3.0-or-later

@testable import JarvisAgent
@testable import JarvisSkills
import JarvisCore
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ListDialogueTests {
    private let rig = AgentRig()

    private var shopping: [String]? { rig.lists.all.first { $0.name == "shopping" }?.items }

    @Test func listItemsCanBeAddedReadRemovedAndRestored() async throws {
        let added = try await rig.ask("add milk, eggs and bread to my shopping list")
        #expect(added.text == "I've added milk, eggs and bread to your new shopping list.")
        #expect(shopping == ["milk", "eggs", "bread"])
        let more = try await rig.ask("put eggs, mac and cheese, and some jam on the shopping list")
        #expect(more.text == "I've added mac and cheese and jam to your shopping list. You already had eggs.")
        #expect(
            try await rig.ask("what's on my shopping list").text
                == "You have 5 things on your shopping list: milk, eggs, bread, mac and cheese and jam.")
        let removed = try await rig.ask("take the egg and honey off my shopping list")
        #expect(removed.text == "I've removed eggs from your shopping list. It had no honey.")
        #expect(try await rig.ask("undo that").text == "I've added eggs back to your shopping list.")
        #expect(shopping == ["milk", "eggs", "bread", "mac and cheese", "jam"])
        #expect(try await rig.ask("undo").text == "I've removed eggs from your shopping list.")
    }

    @Test func undoRemovesAddedItemsAndNewLists() async throws {
        try await rig.ask("add milk and eggs to my shopping list")
        // Another item has been added since.
        try await rig.lists.update { $0[0].items.insert("tea", at: 0) }
        #expect(try await rig.ask("undo that").text == "I've removed milk and eggs from your shopping list.")
        #expect(shopping == ["tea"])
        try await rig.ask("create a packing list")
        #expect(try await rig.ask("undo that").text == "Your packing list is gone.")
        #expect(rig.lists.all.map(\.name) == ["shopping"])
    }

    @Test func clearingAListNeedsAYesAndCanBeUndone() async throws {
        try await rig.ask("add milk and eggs to my shopping list")
        let question = try await rig.ask("clear my shopping list")
        #expect(question.text == "Clear both items?")
        #expect(shopping == ["milk", "eggs"])
        #expect(try await rig.ask("no", isFollowUp: true).text == "All right, I won't.")
        try await rig.ask("remove everything from my shopping list")
        #expect(try await rig.ask("yes", isFollowUp: true).text == "Your shopping list is now empty.")
        #expect(shopping == [])
        try await rig.lists.update { $0[0].items.append("tea") }
        #expect(try await rig.ask("undo that").text == "Your shopping list is back.")
        #expect(shopping == ["milk", "eggs", "tea"])
        #expect(
            try await rig.ask("delete my shopping list").text
                == "Your shopping list has 3 things on it. Delete it?")
        try await rig.ask("yes", isFollowUp: true)
        #expect(rig.lists.all.isEmpty)
        try await rig.ask("undo that")
        #expect(shopping == ["milk", "eggs", "tea"])
    }

    /// The words of the request decide, not which lists exist.
    @Test func aMissingListIsNotReplacedByAnother() async throws {
        try await rig.ask("add milk to my shopping list")
        let question = try await rig.ask("add champagne to the party list")
        #expect(question.text == "You have no party list. Create one with champagne?")
        #expect(rig.lists.all.count == 1)
        try await rig.ask("yes", isFollowUp: true)
        #expect(rig.lists.all.map(\.name) == ["shopping", "party"])
        #expect(try await rig.ask("read my holiday list").text == "You have no holiday list. Create one?")
        #expect(try await rig.ask("take milk off the holiday list").text.hasPrefix("You have no holiday list."))
        #expect(try await rig.ask("clear the holiday list").text.hasPrefix("You have no holiday list."))
        #expect(shopping == ["milk"])
    }

    @Test func anUnnamedListIsTheOnlyOneOrAskedFor() async throws {
        #expect(try await rig.ask("add tea to my list").text.hasPrefix("You have no lists yet."))
        try await rig.ask("add milk to my shopping list")
        try await rig.ask("add tea to my list")
        #expect(shopping == ["milk", "tea"])
        try await rig.ask("add wash the car and feed the cat to my to do list")
        #expect(rig.lists.all[1] == NamedList(name: "to-do", items: ["wash the car and feed the cat"]))
        #expect(try await rig.ask("add jam to the list").text == "Which list: shopping or to-do?")
        try await rig.ask("the shopping list", isFollowUp: true)
        #expect(shopping == ["milk", "tea", "jam"])
        // What only tells is not asked back about: both are read.
        let all = try await rig.ask("what's on the list").text
        #expect(all.contains("3 things on your shopping list") && all.contains("Just "))
        try await rig.ask("add jam to the list")
        #expect(try await rig.ask("what time is it", isFollowUp: true).skill == "time")
        #expect(try await rig.ask("take the tea off the list").text == "I've removed tea from your shopping list.")
    }

    @Test func itemsThatAreOnlyMentionedAreAskedAbout() async throws {
        #expect(try await rig.ask("we're out of coffee").text == "Add coffee to your shopping list?")
        #expect(rig.lists.all.isEmpty)
        try await rig.ask("yes please", isFollowUp: true)
        #expect(shopping == ["coffee"])
        try await rig.ask("I've done my best")
        #expect(shopping == ["coffee"])
        #expect(try await rig.ask("I got the coffee already").text == "I've removed coffee from your shopping list.")
    }

    @Test func anAmbiguousItemIsAskedAbout() async throws {
        try await rig.ask("add oat milk and goat milk to my shopping list")
        #expect(try await rig.ask("take milk off my shopping list").text == "Which one: oat milk or goat milk?")
        #expect(shopping?.count == 2)
        #expect(try await rig.ask("take the goat milk off my shopping list").values["count"] == "1")
    }

    @Test func laterAdditionsStayApartFromEarlierOnes() async throws {
        try await rig.ask("put oat milk, bananas and dish soap on my shopping list")
        #expect(try await rig.ask("and a dozen eggs").text == "I've added a dozen eggs to your shopping list.")
        #expect(try await rig.ask("and bread").text == "I've added bread to your shopping list.")
        #expect(try await rig.ask("no, rolls").text == "I've added rolls to your shopping list.")
        #expect(shopping == ["oat milk", "bananas", "dish soap", "a dozen eggs", "rolls"])
        try await rig.ask("put tea and dark chocolate on my shopping list")
        try await rig.ask("no, jam")
        #expect(shopping?.suffix(2) == ["tea", "jam"])
    }

    @Test func itRefersToTheItemsNotTheList() async throws {
        try await rig.ask("put milk and eggs on my shopping list")
        #expect(try await rig.ask("take them off").text == "I've removed milk and eggs from your shopping list.")
        try await rig.ask("put milk on my hardware list")
        try await rig.ask("yes", isFollowUp: true)
        #expect(try await rig.ask("take it off again").text == "I've removed milk from your hardware list.")
    }

    @Test func itemsNamedInTheSameSentenceAreRemoved() async throws {
        try await rig.ask("put oat milk, bananas and dish soap on my shopping list")
        #expect(
            try await rig.ask("I've got the bananas, take them off").text
                == "I've removed bananas from your shopping list.")
        #expect(shopping == ["oat milk", "dish soap"])
    }

    @Test func allNeededItemsAreAskedAbout() async throws {
        #expect(
            try await rig.ask("we need coffee, tea and sugar").text
                == "Create a shopping list with coffee, tea and sugar?")
        #expect(rig.lists.all.isEmpty)
        try await rig.ask("yes", isFollowUp: true)
        #expect(shopping == ["coffee", "tea", "sugar"])
        #expect(
            try await rig.ask("we need butter and jam").text == "Add butter and jam to your shopping list?")
    }

    @Test func aDamagedFileFailsTheRequest() async throws {
        rig.lists.fail(with: .damaged(path: "/lists.json", reason: "cut", keptAs: "/lists.json.damaged-1"))
        for request in ["what's on my shopping list", "add milk to my shopping list", "what lists do I have"] {
            await #expect(throws: AgentFailure.self) { try await rig.ask(request) }
        }
    }

    @Test func aLongListIsReadInPart() async throws {
        let items = (1...20).map { "thing \($0)" }
        try await rig.lists.update { $0 = [NamedList(name: "packing", items: items)] }
        let text = try await rig.ask("read my packing list").text
        #expect(text.hasPrefix("You have 20 things") && text.hasSuffix("thing 12 and 8 more."))
    }

    @Test(arguments: [
        ("milk, eggs and bread", ["milk", "eggs", "bread"]), ("fish and chips", ["fish and chips"]),
        ("salt and pepper and flour", ["salt and pepper", "flour"]), ("some milk, and also eggs", ["milk", "eggs"]),
        ("milk & eggs", ["milk", "eggs"]), ("and", []), (" , , ", []), ("2 l of milk", ["2 l of milk"]),
        ("Müsli und Käse", ["Müsli und Käse"]), ("eggs, too", ["eggs"]), ("But toothpaste", ["toothpaste"]),
        ("butter and um strawberry jam", ["butter", "strawberry jam"]),
    ]) func itemsAreSplit(said: String, items: [String]) {
        #expect(ListWords.items(said, areTasks: false) == items)
    }

    @Test func formsOfAListNameAreNormalized() {
        for name in ["todo", "To-Do", "to do", "my to do list", "Tasks", "to-dos"] {
            #expect(ListWords.name(name) == "to-do", "\(name)")
        }
        #expect(ListWords.name("shopping-list") == "shopping")
        #expect(ListWords.key("Groceries") == ListWords.key("grocery"))
        #expect(ListWords.key("groceries") != ListWords.key("shopping"))
        for name in ["the", "my list", "new", "list", ""] { #expect(ListWords.name(name) == nil, "\(name)") }
    }
}
