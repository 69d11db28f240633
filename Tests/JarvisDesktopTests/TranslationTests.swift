// SPDX-License-Identifier: GPL-3.0-or-later
// A pseudo-locale puts every text in brackets; any text the window shows without them is not translatable.

import Glibc
import JarvisPlatform
import JarvisTesting
import Testing

@Suite(.serialized)
struct TranslationTests {
    /// The program's files with a catalogue made of all texts in the sources, once for all tests. It ends with the
    /// desktop on which the tests run.
    private static let resources = Task {
        let folder = (Environment.value("VIRTUAL_DESKTOP") ?? "/tmp") + "/pseudo-locale-\(getpid())"
        try Folder.create(folder)
        for part in ["data", "shaders"] {
            try #require(symlink(WindowHost.root + "/" + part, folder + "/" + part) == 0)
        }
        let tool = WindowHost.root + "/Tests/Tools/pseudo-locale.py"
        let sources = ["/Sources", "/Tests/Support", "/Tests/Tools/jarvis-uicheck"].map { WindowHost.root + $0 }
        let made = try await ChildProcess.run(
            "/usr/bin/python3", ["-B", tool, folder + "/locale/qps/LC_MESSAGES/jarvis.mo"] + sources,
            within: .seconds(300))
        try #require(made.status == 0, "\(made.output)")
        return folder
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Accessible names after pressing these keys, in the pseudo-locale.
    private func names(_ keys: String, _ options: [String]) async throws -> [String] {
        let environment = ["JARVIS_RESOURCES": try await Self.resources.value, "LANGUAGE": "qps", "LC_ALL": "C.UTF-8"]
        return try await names(keys, options, environment)
    }

    private func names(_ keys: String, _ options: [String], _ environment: [String: String]) async throws -> [String] {
        let result = try await WindowHost.run(
            python: "accessibility-tree.py", options: ["--keys", keys], ["show"] + options, environment: environment)
        try #require(result.status == 0, "\(result.output)")
        return result.output.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            return fields.count == 4 ? String(fields[2]) : nil
        }
    }

    /// Whether a text is ours to translate: not GTK's own, a name, a key or a symbol, nor a phrase to be spoken, which
    /// stays in the language JARVIS understands.
    private func isOurText(_ name: String) -> Bool {
        let said: Set = [
            "set a timer for five minutes", "Timer set for five minutes.", "what is twelve times nine",
            "Twelve times nine is one hundred and eight.", "pizza", "Pizza", "work", "Work",
            "call mum about the weekend in the mountains", "Call mum about the weekend in the mountains",
            "drink water", "Drink water", "shopping", "Shopping", "milk", "a dozen eggs",
            "bread from the bakery at the corner",
            "to-do", "tell ada that i come at noon", "ada@example.org", "local", "big", "files", "calendar",
            "uvx mcp-server-filesystem /srv/notes",
            "Ollama · http://localhost:11434 · llama3.2", "OpenAI · https://models.example.org/v1 · large",
            "https://tools.example.org/mcp", "api.open-meteo.com", "localhost:11434",
            "To-do", "packing", "Packing", "passport",
        ]
        // Texts of the tool call in the consent question.
        let sent = ["Send the message to Ada?", "send_message of mail", "to: ", "text: ", "I come at noon"]
        if said.contains(name) || sent.contains(where: name.hasPrefix) || ["to", "text"].contains(name) {
            return false
        }
        let others: Set = ["Minimize", "Maximize", "Close", "(None)", "JARVIS", "jarvis", "English (America)"]
        return !others.contains(name) && !name.hasPrefix("Gtk") && !name.hasPrefix("“") && !name.contains(/^\S+\+\S+$/)
            && name.contains(/[a-z]{2}/)
    }

    // The settings, the keyboard, the shortcuts, the commands, and a history search without results; timers with the
    // field for another time, and without any timer; lists, and without any list.
    @Test(arguments: [
        ("ctrl+comma", []), ("ctrl+k", []), ("ctrl+question", []), ("ctrl+slash", []), ("ctrl+h,z,z", []),
        ("ctrl+t", []), ("ctrl+t,Tab,Tab,space", ["--reminders"]), ("ctrl+l,Tab,Tab,space", []),
        ("ctrl+l", ["--no-lists"]), ("ctrl+comma,f,a,s,t", []), ("ctrl+comma,q,q,q", []),
        ("shift", ["--place", "listening"]), ("shift", ["--place", "conversation"]),
        ("shift", ["--place", "models"]), ("shift", ["--place", "appearance", "--set", "appearance.hue=5"]),
        ("space", ["--place", "reset-privacy", "--set", "online.news=on"]), ("shift", ["--place", "desktop"]),
        ("shift", ["--place", "about"]), ("shift", ["--place", "traffic"]), ("ctrl+period", []),
        ("ctrl+h", ["--locked", "no"]),
    ])
    func paneTextsAreTranslated(keys: String, options: [String]) async throws {
        let names = try await names(keys, ["--state", "idle"] + options)
        #expect(names.count { $0.contains("⟦") } > 3, "\(names)")
        #expect(names.filter { isOurText($0) && !$0.contains("⟦") } == [])
    }

    /// A German window: texts, a plural for one and for more, a context, the names of keys.
    @Test(arguments: [
        (["--place", "appearance", "--set", "appearance.hue=5"], ["Aussehen", "1 Einstellung geändert"]),
        (
            ["--place", "appearance", "--set", "appearance.hue=5", "--set", "appearance.high-contrast=on"],
            ["Hoher Kontrast", "2 Einstellungen geändert"]
        ),
        (["--place", "listening"], ["Zuhören", "Aktivierungswort"]),
        (["--pane", "shortcuts"], ["Tastenkürzel", "Strg+H", "Verlauf"]),
    ])
    func theWindowIsGerman(options: [String], expected: [String]) async throws {
        let environment = try await WindowHost.translated("de", in: folder)
        let result = try await WindowHost.run(
            ["show", "--state", "idle", "--survey"] + options, environment: environment)
        try #require(result.status == 0, "\(result.output)")
        for text in expected { #expect(result.output.contains("“\(text)”"), "\(result.output)") }
    }

    @Test func notificationsOfAProgramWithoutAWindowAreGerman() async throws {
        let environment = try await WindowHost.translated("de", in: folder)
        let result = try await ChildProcess.run(
            try WindowHost.program(), ["without-window"], environment: environment)
        #expect(result.output == "JARVIS hört zu\n")
    }

    // A banner, timers on the main screen, wake word enrolment in progress and failed, and compact mode with a banner.
    @Test(arguments: [
        ["--state", "error"], ["--state", "timers"], ["--state", "consent"],
        ["--state", "idle", "--set", "wake.required=on", "--lesson"],
        ["--state", "idle", "--set", "wake.required=on", "--failed-lesson"], ["--state", "error", "--compact"],
    ])
    func textsOfSpecialStatesAreTranslated(options: [String]) async throws {
        let names = try await names("shift", options)
        #expect(names.count { $0.contains("⟦") } > 2, "\(names)")
        #expect(names.filter { isOurText($0) && !$0.contains("⟦") } == [])
        if options.contains("--lesson") {
            #expect(names.contains { $0.wholeMatch(of: /⟦Say “.+” \(\d of \d\)⟧/) != nil }, "\(names)")
        }
        if options.contains("--failed-lesson") { #expect(names.contains { $0.contains("is muted") }, "\(names)") }
        if options.contains("error") { #expect(names.contains { $0.contains("USB microphone") }, "\(names)") }
    }
}
