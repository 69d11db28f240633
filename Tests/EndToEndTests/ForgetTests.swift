// SPDX-License-Identifier: GPL-3.0-or-later
// Erasing data with `jarvis forget`, and reporting damaged or unusable files.

import FoundationEssentials
import Glibc
import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct ForgetTests {
    private let program: JarvisProgram
    private var data: String { program.dataFolder }

    init() throws { program = try JarvisProgram() }

    private func run(_ arguments: String...) async throws -> (status: Int32?, output: String, errors: String) {
        let result = try await program.command(arguments)
        return (result.status, result.output, result.errors)
    }

    /// The user's files that contain a word, ignoring case.
    private func files(with word: String) -> [String] {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: program.home.path)) ?? []
        return names.filter { name in
            guard let bytes = try? AtomicFile.read(program.home.path + "/" + name) else { return false }
            return String(decoding: bytes, as: UTF8.self).lowercased().contains(word)
        }
    }

    @Test(.timeLimit(.minutes(10))) func storedDataIsListedAndErasedForGood() async throws {
        _ = try await run("ask", "take a note the vault is behind zanzibar")
        _ = try await run("lists", "add", "presents", "zanzibar")
        let list = try await run("forget")
        #expect(list.status == 0, "\(list)")
        for part in ["conversation\t2,", "notes\t1", "lists\t1,", "\(data)/lists.json", "see Settings → Privacy"] {
            #expect(list.output.contains(part), "\(part): \(list)")
        }
        let json = try await program.command(["forget", "--json"])
        #expect(json.document?.asObject?["kept"]?.asArray?.count == 12, "\(json)")
        let unasked = try await run("forget", "lists")
        #expect(unasked.status == 1 && unasked.errors.contains("Add --yes"), "\(unasked)")
        #expect(files(with: "zanzibar").contains { $0.hasSuffix("lists.json") })
        for kind in ["notes", "lists"] {
            let gone = try await run("forget", kind, "--yes")
            #expect(gone.status == 0 && gone.output == "Erased: \(kind).\n", "\(gone)")
        }
        #expect(files(with: "zanzibar").isEmpty, "\(files(with: "zanzibar"))")
        let unknown = try await run("forget", "secrets")
        #expect(unknown.status == 2 && unknown.errors.contains("conversation, notes, lists"), "\(unknown)")
    }

    @Test(.timeLimit(.minutes(10)), arguments: ["reminders", "lists"])
    func damagedFilesAreReportedAndSetAside(name: String) async throws {
        let path = "\(data)/\(name).json"
        func damage() throws {
            let bytes = try #require(try AtomicFile.read(path))
            try AtomicFile.write(path, Array(bytes.dropLast(30)))
        }
        if name == "lists" {
            _ = try await run("lists", "add", "shopping", "milk", "eggs")
            try damage()
            let added = try await run("lists", "add", "shopping", "bread")
            #expect(added.output == "milk\nbread\n" && added.errors.contains("lists.json.damaged-1"), "\(added)")
        } else {
            for time in ["07:00", "08:00"] { _ = try await run("reminders", "add", "alarm", time) }
            try damage()
            let listed = try await run("reminders", "list")
            #expect(listed.status == 0 && listed.errors.contains("reminders.json.damaged-1"), "\(listed)")
            try damage()
            let added = try await run("reminders", "add", "timer", "10m", "tea")
            #expect(added.status == 0 && added.errors.contains("reminders.json.damaged-2"), "\(added)")
            #expect(try await run("reminders", "list").output.split(separator: "\n").count == 2)
        }
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ("data/jarvis/lists.json", ["lists"]), ("data/jarvis/lists.json", ["ask", "add milk to my shopping list"]),
            ("data/jarvis/reminders.json", ["reminders"]), ("data/jarvis/statistics.json", ["statistics"]),
            ("data/jarvis/stopwatch.json", ["ask", "start a stopwatch"]),
            ("data/jarvis/history/messages.jsonl", ["history"]), ("config/jarvis/settings.json", ["config", "list"]),
            ("config/jarvis/language-models.json", ["servers"]), ("config/jarvis/tool-servers.json", ["mcp"]),
            ("data/jarvis/daily-prompt.json", ["notes", "prompt"]),
        ])
    func aPipeInPlaceOfAFileIsReportedWithoutBlocking(file: String, arguments: [String]) async throws {
        let path = program.home.path + "/" + file
        try Folder.create(Folder.parent(of: path))
        try #require(mkfifo(path, 0o600) == 0)
        let result = try await program.command(arguments)
        #expect((result.output + result.errors).contains("a pipe"), "\(result)")
        var status = FileStatus()
        #expect(FileSystem().statusOfPath(path, &status) == 0 && status.kind == .other, "it is left as it is")
    }
}
