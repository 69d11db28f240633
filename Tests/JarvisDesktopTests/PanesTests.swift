// SPDX-License-Identifier: GPL-3.0-or-later
// The history and commands panes by keyboard, as assistive technology sees them.

import Testing

@Suite(.serialized)
struct PanesTests {
    /// Roles and names in the accessibility tree after pressing the keys.
    private func names(
        _ keys: [String], _ arguments: [String] = ["--state", "idle"]
    ) async throws -> [(role: String, name: String)] {
        let result = try await WindowHost.run(
            python: "accessibility-tree.py", options: ["--keys", keys.joined(separator: ",")], ["show"] + arguments)
        try #require(result.status == 0, "\(result.output)")
        #expect(!result.output.contains("CRITICAL"), "\(result.output)")
        return result.output.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            return fields.count == 4 ? (String(fields[1]), String(fields[2])) : nil
        }
    }

    private func messages(_ keys: [String], _ arguments: [String] = ["--state", "idle"]) async throws -> [String] {
        try await names(keys, arguments).filter { $0.role == "list item" }.map(\.name)
    }

    @Test func messagesIncludeSpeakerAndTime() async throws {
        let rows = try await messages(["ctrl+h"])
        let pattern = /(You|JARVIS|Note|Reminder), \d{1,2}:\d\d(\s[AP]M)?(, interrupted)?: .+/
        #expect(rows.count == 16)
        for row in rows { #expect(row.wholeMatch(of: pattern) != nil, "\(row)") }
        #expect(rows.contains { $0.hasPrefix("You, ") && $0.hasSuffix(": thank you") })
        #expect(rows.last?.contains(", interrupted: ") == true)
    }

    /// Two messages a minute form a single long group whose heading is far above the view.
    @Test(arguments: [nil, 300])
    func theDayAndTimeOfTheFirstVisibleMessageAreShown(count: Int?) async throws {
        let arguments = count.map { ["--messages", String($0)] } ?? []
        let result = try await WindowHost.run(
            ["show", "--state", "idle", "--pane", "history", "--survey"] + arguments)
        let labels = result.output.split(separator: "\n").filter { $0.contains("history-moment") }
        #expect(labels.count == 1, "\(result.output)")
        #expect(
            labels.first?.contains(/“(Today|Yesterday|[A-Z][a-z]+day|\d+ [A-Z][a-z]+ \d{4}), \d{1,2}:\d\d(\s[AP]M)?”/)
                == true)
    }

    @Test func theVisibleDayFollowsScrolling() async throws {
        func moments(_ keys: [String]) async throws -> [String] {
            try await names(keys).filter { $0.role == "label" }.map(\.name)
                .filter { $0.wholeMatch(of: /[A-Z][a-z]+day, \d{1,2}:\d\d(\s[AP]M)?/) != nil }
        }
        let start = try await moments(["ctrl+h", "Down", "Home"])
        let end = try await moments(["ctrl+h", "Down", "Home", "End"])
        #expect(start.count == 1 && end.count == 1 && start != end, "\(start) \(end)")
    }

    @Test func aLongHistoryOpensOnItsNewestPage() async throws {
        let rows = try await messages(["ctrl+h"], ["--state", "idle", "--messages", "5000"])
        #expect(rows.count <= 40, "rows exist for what is near the view")
        #expect(rows.last?.hasSuffix("message 5000") == true)
    }

    @Test func earlierPagesLoadAtTheTop() async throws {
        let rows = try await messages(
            ["ctrl+h", "Down", "Home"], ["--state", "idle", "--messages", "5000"])
        #expect(!rows.contains { $0.hasSuffix("message 1") }, "all pages came at once")
        let earlier = (4901...4950).map { "message \($0)" }
        #expect(rows.contains { row in earlier.contains { row.hasSuffix($0) } }, "\(rows.first ?? "nothing")")
    }

    @Test func tabEntersTheListAtTheNewestMessage() async throws {
        let result = try await WindowHost.run(
            python: "accessibility-tree.py",
            options: ["--keys", "ctrl+h," + Array(repeating: "Tab", count: 5).joined(separator: ",")],
            ["show", "--state", "idle", "--messages", "5000"])
        let focused = result.output.split(separator: "\n").filter { $0.contains("\tfocused") }
        #expect(focused.count == 1 && focused[0].contains("message 5000"), "\(focused)")
    }

    @Test func searchShowsMatchingMessages() async throws {
        let rows = try await messages(["ctrl+h", "b", "r", "e", "a", "d"])
        #expect(rows.count == 3)
        #expect(rows.allSatisfy { $0.contains("bread") }, "\(rows)")
    }

    @Test func chipsFilterMessagesByKind() async throws {
        let questions = try await messages(["ctrl+h", "Tab", "Tab", "space", "Down"])
        #expect(questions.count == 4)
        #expect(questions.allSatisfy { $0.hasPrefix("You, ") }, "\(questions)")
        #expect(questions.last?.hasSuffix("what can you do") == true)
        let both = try await messages(["ctrl+h", "Tab", "Tab", "space", "Tab", "Tab", "space"])
        #expect(both.count == 6, "questions, a note and a reminder: \(both)")
        let none = try await names(["ctrl+h", "z", "z", "Tab", "Tab", "Tab", "Tab", "space"])
        #expect(
            none.contains { $0.name == "Nothing found. No message of this kind contains all these words." },
            "\(none)")
        #expect(!none.contains { $0.name == "Calls" }, "a chip that can find nothing")
    }

    @Test func filterAndSearchCombineAndResultsScroll() async throws {
        let rows = try await messages(
            ["ctrl+h", "1", "7", "Tab", "space", "shift+Tab", "Down", "Home"],
            ["--state", "idle", "--messages", "5000"])
        #expect(rows.allSatisfy { $0.hasPrefix("You, ") && $0.contains("17") }, "\(rows)")
        let finds = stride(from: 1, to: 5000, by: 2).filter { String($0).contains("17") }
        let earlier = finds.dropLast(50).map { "message \($0)" }
        #expect(rows.contains { row in earlier.contains { row.hasSuffix($0) } }, "an earlier page has come")
    }

    @Test func enterOpensTheMenuAndEscapeClosesOnlyIt() async throws {
        let open = try await names(["ctrl+h", "Down", "End", "Return"])
        #expect(open.contains { $0.role == "push button" && $0.name == "Copy" })
        let closed = try await names(["ctrl+h", "Down", "End", "Return", "Escape"])
        #expect(!closed.contains { $0.role == "push button" && $0.name == "Copy" })
        #expect(closed.contains { $0.name == "Search history" }, "the pane is still open")
    }

    @Test func focusStaysInTheListAfterDeletingARow() async throws {
        let result = try await WindowHost.run(
            python: "accessibility-tree.py", options: ["--keys", "ctrl+h,Down,End,Up,Delete"],
            ["show", "--state", "idle"])
        let focused = result.output.split(separator: "\n").filter { $0.contains("\tfocused") }
        #expect(focused.count == 1 && focused[0].contains("\tlist item\t"), "\(focused)")
    }

    @Test func deletionsAreUndoneOneByOne() async throws {
        let rows = try await messages(
            ["ctrl+h", "Down", "End", "Delete", "End", "Delete", "ctrl+z", "ctrl+z"])
        #expect(rows.count == 16)
        #expect(rows.last?.contains("and calculate") == true)
    }

    @Test func aButtonJumpsBackToTheNewestMessage() async throws {
        let arguments = ["--state", "idle", "--messages", "5000"]
        let away = ["ctrl+h", "Down", "Home"]
        let button = "Jump to newest"
        #expect(try await !names(["ctrl+h"], arguments).contains { $0.name == button })
        #expect(try await names(away, arguments).contains { $0.role == "push button" && $0.name == button })
        // Tab leads from the list to the button.
        let back = try await names(away + ["Tab", "space"], arguments)
        #expect(back.contains { $0.name.hasSuffix("message 5000") })
        #expect(!back.contains { $0.name == button })
    }

    @Test func errorsAreShownInTheOpenPane() async throws {
        let history = try await names(["ctrl+h"], ["--state", "error"])
        #expect(history.count { $0.role == "alert" && $0.name.contains("isn't connected") } == 1, "\(history)")
        #expect(history.contains { $0.name == "Open Settings" })
        let settings = try await names(["ctrl+comma"], ["--state", "error"])
        #expect(settings.count { $0.role == "alert" && $0.name.contains("isn't connected") } == 1)
        #expect(!settings.contains { $0.name == "Open Settings" }, "they are open")
        let closed = try await names(["ctrl+h", "Escape"], ["--state", "error"])
        #expect(closed.count { $0.role == "alert" && $0.name.contains("isn't connected") } == 1)
    }

    @Test func anotherAnswerIsAddedBelowTheFirst() async throws {
        let rows = try await messages(["ctrl+h", "Down", "End", "Return", "Down", "Down", "Return"], ["--one-history"])
        #expect(rows.count == 17, "\(rows.suffix(3))")
        #expect(rows.last?.contains(", another answer: It is noon.") == true, "\(rows.last ?? "nothing")")
    }

    @Test func messagesAreSharedAsFilesWithoutAMailPortal() async throws {
        let names = try await names(["ctrl+h", "Down", "End", "Return", "Down", "Return"])
        #expect(names.contains { $0.name == "Save message" }, "\(names)")
    }

    @Test func sharingUsesTheMailPortal() async throws {
        let result = try await WindowHost.run(python: "mail-walk.py", ["show", "--state", "idle"])
        #expect(result.status == 0, "\(result.output)")
    }

    @Test func deleteRemovesTheFocusedMessageAndOffersUndo() async throws {
        let names = try await names(["ctrl+h", "Down", "End", "Delete"])
        #expect(!names.contains { $0.name.contains("and calculate") })
        #expect(names.contains { $0.role == "push button" && $0.name == "Undo" })
        #expect(names.contains { $0.name == "Message deleted" })
    }

    @Test func controlZRestoresTheMessage() async throws {
        let rows = try await messages(["ctrl+h", "Down", "End", "Delete", "ctrl+z"])
        #expect(rows.last?.contains("and calculate") == true)
    }

    @Test func undoWorksAfterReopeningThePane() async throws {
        let rows = try await messages(
            ["ctrl+h", "Down", "End", "Delete", "End", "Delete", "Escape", "ctrl+h", "ctrl+z", "ctrl+z"])
        #expect(rows.count == 16)
        #expect(rows.last?.contains("and calculate") == true)
    }

    @Test func deletionsAreUndoneFromTheSearchField() async throws {
        let rows = try await messages(["ctrl+h", "Down", "End", "Delete", "ctrl+f", "ctrl+z"])
        #expect(rows.count == 16)
    }

    @Test func undoInTheSearchFieldRevertsTypingFirst() async throws {
        let rows = try await messages(["ctrl+h", "Down", "End", "Delete", "ctrl+f", "t", "ctrl+z", "ctrl+z"])
        #expect(rows.count == 16)
    }

    @Test func theMenuKeyOpensTheMessageMenu() async throws {
        let names = try await names(["ctrl+h", "Down", "End", "Menu"])
        let buttons = names.filter { $0.role == "push button" }.map(\.name)
        #expect(buttons.contains("Copy") && buttons.contains("Delete"))
    }

    @Test(arguments: ["Up", "Down"]) func arrowsMoveFromTheSearchFieldToTheNewestMessage(key: String) async throws {
        let result = try await WindowHost.run(
            python: "accessibility-tree.py", options: ["--keys", "ctrl+h,\(key)"],
            ["show", "--state", "idle", "--messages", "50"])
        let focused = result.output.split(separator: "\n").filter { $0.contains("\tfocused") }
        #expect(focused.count == 1 && focused[0].contains("message 50"), "\(focused)")
    }

    @Test func enterRunsTheMatchingCommandAndClosesThePane() async throws {
        let filtered = try await names(["ctrl+slash", "k", "i", "l", "o", "m"])
        let cards = filtered.filter { $0.role == "push button" }.map(\.name)
        #expect(cards.contains("Units") && !cards.contains("Timers"))
        let after = try await names(["ctrl+slash", "k", "i", "l", "o", "m", "Return"], [])
        #expect(!after.contains { $0.name == "Search commands" })
        #expect(after.contains { $0.name.contains("how many miles is ten kilometres") })
    }
}
