// SPDX-License-Identifier: GPL-3.0-or-later
// Sharing the history: a window and the command line write at once, and documents move between homes.

import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct HistorySharingTests {
    private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        .joined(separator: "/")

    @Test(.timeLimit(.minutes(10))) func concurrentTurnsAreSavedOnceAndInOrder() async throws {
        let program = try JarvisProgram()
        try await program.openAndWait("--renderer", "software")
        let loop = try ChildProcess(
            "sh",
            [
                "-c", "for n in $(seq 20); do \"$0\" ask \"what is $n plus 100\" || exit 1; done",
                program.program,
            ], environment: program.environment)
        for number in 1...4 {
            let before = program.allEvents().count
            try await program.ask("what is \(number) plus 200")
            // Another question would cut the reply short.
            #expect(try await program.event("playbackFinished", after: before) != nil)
        }
        #expect(try await loop.exit(within: .seconds(600)) == 0, "\(loop.output)")
        var messages: [JSONObject] = []
        // The window stores a reply once it has been heard.
        _ = try await eventually {
            messages = try await program.history()
            return messages.count >= 48
        }
        let texts = messages.compactMap { $0["text"]?.asText }
        let turns = (1...20).map { ($0, 100) } + (1...4).map { ($0, 200) }
        let expected = turns.flatMap { ["what is \($0) plus \($1)", "\($0) + \($1) is \($0 + $1)."] }
        #expect(texts.sorted() == expected.sorted())
        let ids = messages.compactMap { $0["id"]?.asText }
        let times = messages.compactMap { $0["createdAt"]?.asInteger }
        #expect(ids == ids.sorted() && Set(ids).count == 48 && times == times.sorted())
        // Each process's questions are in the order in which they were asked.
        for hundred in [100, 200] {
            let asked = texts.filter { $0.hasPrefix("what is") && $0.hasSuffix("\(hundred)") }
            #expect(asked == turns.filter { $0.1 == hundred }.map { "what is \($0.0) plus \(hundred)" })
        }
        program.expectHealthy()
        try await program.close()
    }

    /// Each process changes its own setting repeatedly; the other's last change must survive.
    @Test(.timeLimit(.minutes(10))) func concurrentSettingChangesAreKept() async throws {
        let program = try JarvisProgram()
        let script = """
            for n in $(seq 25); do "$0" config set "$1" "$2" || exit 1; "$0" config set "$1" "$3" || exit 1; done
            """
        let changes = [["voice.speed", "0.5", "1.5"], ["user.name", "Ada", "Grace"]]
        let loops = try changes.map { change in
            try ChildProcess("sh", ["-c", script, program.program] + change, environment: program.environment)
        }
        for loop in loops { #expect(try await loop.exit(within: .seconds(600)) == 0, "\(loop.output)") }
        for change in changes {
            #expect(try await program.command(["config", "get", change[0]]).output == change[2] + "\n")
        }
        let settings = ChildProcess.contents(of: program.home.path + "/config/jarvis/settings.json")
        #expect(settings.contains("Grace") && settings.contains("1.5"), "\(settings)")
    }

    @Test(.timeLimit(.minutes(10))) func theOpenHistoryShowsTurnsOfOtherProcesses() async throws {
        let program = try JarvisProgram()
        let index = try await program.openAndWait("--renderer", "software")
        try await program.press("ctrl+h")
        #expect(try await program.event("pane", after: index) { $0["name"]?.asText == "history" } != nil)
        let watch = try ChildProcess(
            "/usr/bin/python3",
            ["-B", Self.root + "/Tests/Tools/list-watch.py", "\(program.child?.processIdentifier ?? 0)"])
        for number in 1...5 {
            #expect(try await program.command(["ask", "what is \(number) plus 300"]).status == 0)
            let reply = "\(number) + 300 is \(number + 300)."
            let isSeen = try await eventually { watch.output.contains(reply) }
            #expect(isSeen, "the window shows \(reply)\n\(watch.output)")
        }
        // Each message is shown once. The delay is only printed.
        let rows = watch.output.split(separator: "\n").map { $0.split(separator: "\t", maxSplits: 1) }
        for message in try await program.history() {
            let text = try #require(message["text"]?.asText)
            let seen = rows.filter { $0.count == 2 && $0[1].contains(text) }
            #expect(seen.count == 1, "\(text): \(seen)")
            let kept = Double(message["createdAt"]?.asInteger ?? 0) / 1000
            print("shown \(((seen.first.flatMap { Double($0[0]) } ?? 0) - kept) * 1000) ms after: \(text)")
        }
        program.expectHealthy()
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10))) func aFailedRestoreCanBeRetried() async throws {
        let program = try JarvisProgram()
        #expect(try await program.command(["ask", "what is two plus two"]).status == 0)
        let index = try await program.openAndWait("--renderer", "software")
        try await program.press("ctrl+h")
        #expect(try await program.event("historyPage", after: index) { $0["rows"] == .integer(2) } != nil)
        for key in ["Down", "End", "Delete"] { try await program.press(key) }
        #expect(try await Self.messageCount(of: program, reaches: 1))
        // A history of a later version is read and not written.
        let path = program.dataFolder + "/history/messages.jsonl"
        func changeVersion(_ version: Int, to other: Int) throws {
            let text = ChildProcess.contents(of: path).replacing("\"version\":\(version)", with: "\"version\":\(other)")
            try AtomicFile.write(path, Array(text.utf8))
        }
        try changeVersion(2, to: 3)
        let before = program.allEvents().count
        try await program.press("ctrl+z")
        #expect(try await program.banner("newer version", after: before) != nil)
        #expect(try await program.history().count == 1)
        try changeVersion(3, to: 2)
        try await program.press("ctrl+z")
        #expect(try await Self.messageCount(of: program, reaches: 2))
        program.expectHealthy()
        try await program.close()
    }

    private static func messageCount(of program: JarvisProgram, reaches count: Int) async throws -> Bool {
        try await eventually { try await program.history().count == count }
    }

    @Test(.timeLimit(.minutes(10))) func anExportIsImportedOnce() async throws {
        let (from, to) = (try JarvisProgram(), try JarvisProgram())
        for question in ["what is two plus two", "what is three plus three"] {
            #expect(try await from.command(["ask", question]).status == 0)
        }
        #expect(try await to.command(["ask", "what is four plus four"]).status == 0)
        let file = from.home.path + "/export.json"
        let exported = try await from.command(["history", "export", "--json"])
        try AtomicFile.write(file, Array(exported.output.utf8))
        let first = try await to.command(["history", "import", file, "--json"])
        #expect(first.status == 0 && first.errors.isEmpty, "\(first)")
        let counts = first.document?.asObject
        #expect(counts?["added"] == .integer(4) && counts?["duplicates"] == .integer(0), "\(first)")
        let again = try await to.command(["history", "import", file])
        #expect(again.output == "0 added, 4 already there, 0 unreadable\n", "\(again)")
        let (source, copy) = (try await from.history(), try await to.history())
        #expect(copy.count == 6 && copy.prefix(4).elementsEqual(source))
    }

    @Test(.timeLimit(.minutes(10))) func plainMessageListsAreImportedAndOthersRejected() async throws {
        let program = try JarvisProgram()
        let file = program.home.path + "/list.json"
        func put(_ text: String) throws { try AtomicFile.write(file, Array(text.utf8)) }
        try put("[{\"role\":\"user\",\"content\":\"grüß dich\"},{\"role\":\"system\",\"content\":\"x\"}]")
        let result = try await program.command(["history", "import", file, "--json"])
        #expect(result.document?.asObject?["added"] == .integer(1) && result.status == 0, "\(result)")
        #expect(result.document?.asObject?["skipped"] == .integer(1))
        #expect(try await program.history().map { $0["text"]?.asText } == ["grüß dich"])
        for document in ["", "{}", "[", "{\"format\":\"jarvis-history-export\",\"version\":9,\"messages\":[]}"] {
            try put(document)
            let refused = try await program.command(["history", "import", file])
            #expect(refused.status == 1 && refused.output.isEmpty, "\(document): \(refused)")
            #expect(refused.errors.contains("Can't import this file"), "\(document): \(refused)")
        }
        // As saved by an editor in Latin-1, and by one that adds a byte order mark.
        let text = "[{\"role\":\"user\",\"content\":\"grüß dich\"}]"
        try AtomicFile.write(file, text.unicodeScalars.map { UInt8($0.value) })
        let garbled = try await program.command(["history", "import", file])
        #expect(garbled.status == 1 && garbled.errors.contains("isn't UTF-8"), "\(garbled)")
        try AtomicFile.write(file, [0xEF, 0xBB, 0xBF] + Array(text.utf8))
        let marked = try await program.command(["history", "import", file])
        #expect(marked.output == "0 added, 1 already there, 0 unreadable\n", "\(marked)")
        let missing = try await program.command(["history", "import", file + "x"])
        #expect(missing.status == 1 && missing.errors.contains("No such file"), "\(missing)")
        #expect(try await program.history().count == 1)
    }

    @Test(.timeLimit(.minutes(10))) func messagesArePrintedOnOneLineWithoutEscapes() async throws {
        let program = try JarvisProgram()
        let file = program.home.path + "/list.json"
        try AtomicFile.write(
            file, Array("[{\"role\":\"user\",\"content\":\"one\\u001b[31m\\ntwo\"}]".utf8))
        #expect(try await program.command(["history", "import", file]).status == 0)
        let list = try await program.command(["history", "list"])
        #expect(list.output.hasSuffix("You: one [31m two\n"), "\(list)")
        #expect(list.output.count { $0.isNewline } == 1, "\(list)")
        // The same message, named twice in different ways.
        let id = try #require(try await program.history().first?["id"]?.asText)
        let deleted = try await program.command(["history", "delete", "--json", id, id.lowercased()])
        #expect(deleted.document?.asObject?["deleted"] == .integer(1), "\(deleted)")
        #expect(try await program.history().isEmpty)
    }

    @Test(.timeLimit(.minutes(10))) func pagesContinueFromTheOldestMessage() async throws {
        let program = try JarvisProgram()
        let list = (0..<7).map { "{\"role\":\"user\",\"content\":\"entry \($0)\"}" }.joined(separator: ",")
        let file = program.home.path + "/list.json"
        try AtomicFile.write(file, Array("[\(list)]".utf8))
        #expect(try await program.command(["history", "import", file]).status == 0)
        for (command, isNewestFirst) in [(["list"], false), (["search", "entry"], true)] {
            var texts: [String] = []
            var before: [String] = []
            for size in [3, 3, 1, 0] {
                let arguments = ["history"] + command + ["--limit", "3", "--json"] + before
                let result = try await program.command(arguments)
                let page = result.document?.asArray?.compactMap(\.asObject) ?? []
                #expect(result.status == 0 && result.errors.isEmpty && page.count == size, "\(result)")
                let ordered = isNewestFirst ? Array(page.reversed()) : page
                texts = ordered.compactMap { $0["text"]?.asText } + texts
                if let id = ordered.first?["id"]?.asText { before = ["--before", id] }
            }
            #expect(texts == (0..<7).map { "entry \($0)" })
        }
        let first = try #require(try await program.history().first)
        for key in ["id", "turn", "kind", "text", "source", "skill", "isCut", "createdAt"] {
            #expect(first[key] != nil, "\(key)")
        }
        let id = try #require(first["id"]?.asText)
        let deleted = try await program.command(["history", "delete", id, "--json"])
        #expect(deleted.document?.asObject?["deleted"] == .integer(1), "\(deleted)")
    }

    @Test(.timeLimit(.minutes(10))) func anUnreadableHistoryExitsWithStatusOneAndAdvice() async throws {
        let program = try JarvisProgram()
        // A file where the folder should be: neither reading nor writing works, not even for the superuser.
        try Folder.create(program.dataFolder)
        try AtomicFile.write(program.dataFolder + "/history", Array("not a folder".utf8))
        for arguments in [["list"], ["search", "x"], ["export"], ["show", "x"], ["delete", "--all"]] {
            let result = try await program.command(["history"] + arguments)
            #expect(result.status == 1 && result.output.isEmpty, "\(arguments): \(result)")
            #expect(result.errors.contains("isn't a folder. Check"), "\(arguments): \(result)")
            #expect(result.errors.split(separator: "\n").count == 1, "\(arguments): \(result)")
        }
    }
}
