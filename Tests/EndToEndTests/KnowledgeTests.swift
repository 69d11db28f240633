// SPDX-License-Identifier: GPL-3.0-or-later
// Lists, calendar and dictionary of the real program, used by several processes.

import Glibc
import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct KnowledgeTests {
    private func items(_ program: JarvisProgram, _ name: String) async throws -> [String] {
        let result = try await program.command(["lists", "show", name, "--json"])
        let items = result.document?.asObject?["items"]?.asArray ?? []
        return items.compactMap(\.asText)
    }

    @Test(.timeLimit(.minutes(10))) func listsAreSharedBetweenProcesses() async throws {
        let program = try JarvisProgram()
        let asked = try await program.command(["ask", "add milk, eggs and bread to my shopping list", "--json"])
        #expect(asked.document?.asObject?["skill"]?.asText == "list")
        #expect(try await items(program, "shopping") == ["milk", "eggs", "bread"])
        #expect(try await program.command(["lists", "add", "Shopping", "olive oil", "tea"]).status == 0)
        #expect(try await program.command(["lists", "remove", "shopping", "EGGS"]).status == 0)
        let told = try await program.command(["ask", "what's on my shopping list"])
        #expect(told.output.contains("4 things on your shopping list: milk, bread, olive oil and tea."))
        #expect(try await program.command(["lists"]).output == "shopping\t4\n")
        for arguments in [
            ["show", "party"], ["clear", "party"], ["delete", "party"], ["remove", "shopping", "jam"],
        ] {
            let result = try await program.command(["lists"] + arguments)
            #expect(result.status == 1 && result.errors.contains("There's no"), "\(arguments): \(result.errors)")
        }
        #expect(try await program.command(["lists", "clear", "shopping"]).status == 0)
        #expect(try await items(program, "shopping") == [])
        #expect(try await program.command(["lists", "delete", "shopping"]).status == 0)
        #expect(try await program.command(["lists", "--json"]).document?.asArray == [])
    }

    /// What the command line was asked, the next command answers; at a terminal, the same one.
    @Test(.timeLimit(.minutes(10))) func aQuestionWaitsForTheNextCommand() async throws {
        let program = try JarvisProgram()
        let asked = try await program.command(["ask", "remind me to call mum"])
        #expect(asked.output == "When should I remind you?\n")
        #expect(asked.errors == "jarvis: To answer, use \"jarvis ask\" again.\n")
        let answered = try await program.command(["ask", "at noon tomorrow"])
        #expect(answered.output == "I'll remind you tomorrow at noon: call mum.\n")
        // A terminal for one command; what is typed is there before it asks.
        let spoken = try await ChildProcess.run(
            "sh",
            [
                "-c", "printf 'yes\\n' | script -qec \"$1 ask delete all my reminders\" /dev/null", "sh",
                program.program,
            ],
            environment: program.environment)
        #expect(spoken.output.contains("I've cancelled 1 reminder."), "\(spoken)")
    }

    /// Text that is pasted may have characters that no one sees.
    @Test(.timeLimit(.minutes(10))) func namesThatLookTheSameAreTheSame() async throws {
        let program = try JarvisProgram()
        let mark = "\u{200B}"
        #expect(
            try await program.command(["lists", "add", "shop\(mark)ping", "mi\(mark)lk", "tea"]).output == "milk\ntea\n"
        )
        #expect(try await program.command(["lists", "show", "\(mark)shopping"]).output == "milk\ntea\n")
        #expect(try await program.command(["lists", "remove", "shopping", "m\(mark)ilk"]).output == "tea\n")
        for nothing in [[mark, "bread"], ["shopping", mark]] {
            let result = try await program.command(["lists", "add"] + nothing)
            #expect(result.status == 2 && result.errors.contains("can't be empty"), "\(result)")
        }
        #expect(try await program.command(["lists"]).output == "shopping\t1\n")
    }

    /// Whichever process is killed, confirmed items are saved and the file stays intact.
    @Test(.timeLimit(.minutes(10))) func killedProcessesLoseNoConfirmedItems() async throws {
        let program = try JarvisProgram()
        let confirmed = program.home.path + "/confirmed"
        let script = """
            n=0; while :; do n=$((n+1)); "$0" lists add shopping "$1 $n" >/dev/null && echo "$1 $n" >>"$2"; done
            """
        for round in 1...4 {
            let children = try ["first", "second"].map { name in
                try ChildProcess(
                    "setsid", ["sh", "-c", script, program.program, "\(name) \(round)", confirmed],
                    environment: program.environment)
            }
            let before = ChildProcess.contents(of: confirmed).split(separator: "\n").count
            while ChildProcess.contents(of: confirmed).split(separator: "\n").count < before + 3 {
                try await Task.sleep(for: .milliseconds(20))
            }
            // Kill the whole group: the shell, and any command it has just started.
            for child in children { kill(-child.processIdentifier, SIGKILL) }
            for child in children { #expect(try await child.exit(within: .seconds(60)) != nil) }
        }
        let wanted = Set(ChildProcess.contents(of: confirmed).split(separator: "\n").map(String.init))
        let kept = try await items(program, "shopping")
        #expect(wanted.subtracting(kept) == [], "\(wanted.count) confirmed, \(kept.count) kept")
        #expect(Set(kept).count == kept.count)
        #expect(!names(in: program.dataFolder).contains { $0.contains("damaged") })
    }

    @Test(.timeLimit(.minutes(10))) func aDamagedListFileIsReportedAndSetAside() async throws {
        let program = try JarvisProgram()
        try Folder.create(program.dataFolder)
        let path = program.dataFolder + "/lists.json"
        let text = #"{"lists":[{"name":"shopping"}],"items":[{"list":"shopping","text":"milk"},{"list":"sho"#
        try AtomicFile.write(path, Array(text.utf8))
        let shown = try await program.command(["lists", "show", "shopping"])
        #expect(shown.output == "milk\n" && shown.errors.contains("lists.json.damaged-1"))
        #expect(ChildProcess.contents(of: path + ".damaged-1") == text)
        try AtomicFile.write(path, Array("nothing at all".utf8))
        let asked = try await program.command(["ask", "what lists do I have"])
        #expect(!asked.output.contains("no lists"), "\(asked.output)")
        #expect(asked.status == 1 && (asked.output + asked.errors).contains("damaged-2"))
    }

    @Test(.timeLimit(.minutes(10))) func calendarAndDictionaryQuestionsAreAnswered() async throws {
        let program = try JarvisProgram()
        let nothing = try await program.command(["ask", "when is my next appointment", "--json"], unset: ["HOME"])
        #expect(nothing.document?.asObject?["reply"]?.asText?.contains("I can't find a calendar.") ?? false)
        let path = program.home.path + "/a.ics"
        let event = "BEGIN:VEVENT\nUID:1\nSUMMARY:Dentist\nDTSTART:20200101T150000\nRRULE:FREQ=DAILY\nEND:VEVENT\n"
        try AtomicFile.write(path, Array("BEGIN:VCALENDAR\n\(event)END:VCALENDAR\n".utf8))
        #expect(try await program.command(["config", "set", "calendar.files", path]).status == 0)
        let next = try await program.command(["ask", "when is my next appointment", "--json"])
        let values = next.document?.asObject?["values"]?.asObject
        #expect(values?["title"]?.asText == "Dentist" && values?["time"]?.asText == "15:00")
        let words = try await program.command(["ask", "define serendipity", "--json"])
        let reply = words.document?.asObject?["reply"]?.asText ?? words.errors + words.output
        #expect(reply.contains("Serendipity is a noun") || reply.contains("wordnet-base"), "\(reply)")
    }

    private func names(in folder: String) -> [String] {
        var names: [String] = []
        _ = FileSystem().listFolder(folder, &names)
        return names
    }
}
