// SPDX-License-Identifier: GPL-3.0-or-later
// A language that exists for this test only, with every text in brackets, installed as any other language is: what the
// window shows without brackets could not be translated.

import Glibc
import JarvisTesting
import Testing

@Suite(.serialized)
struct TranslationTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The names that assistive technology sees after these keys, in that language.
    private func names(_ keys: String) async throws -> [String] {
        for part in ["data", "shaders"] {
            try #require(symlink(WindowHost.root + "/" + part, folder.path + "/" + part) == 0)
        }
        let tool = WindowHost.root + "/Tests/Tools/pseudo-locale.py"
        let catalogue = folder.path + "/locale/qps/LC_MESSAGES/jarvis.mo"
        let made = try await ChildProcess.run(
            "/usr/bin/python3", ["-B", tool, WindowHost.root + "/Sources", catalogue])
        try #require(made.status == 0, "\(made.output)")
        let result = try await WindowHost.run(
            python: "accessibility-tree.py", options: ["--keys", keys], ["show", "--state", "idle"],
            environment: ["JARVIS_RESOURCES": folder.path, "LANGUAGE": "qps", "LC_ALL": "C.UTF-8"])
        try #require(result.status == 0, "\(result.output)")
        return result.output.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            return fields.count == 4 ? String(fields[2]) : nil
        }
    }

    /// Not words of GTK, which has translations of its own, nor names, nor keys, nor what has no words.
    private func isOurText(_ name: String) -> Bool {
        let others: Set = ["Minimize", "Maximize", "Close", "(None)", "JARVIS", "jarvis-uicheck", "English (America)"]
        return !others.contains(name) && !name.hasPrefix("Gtk") && !name.contains(/^\S+\+\S+$/)
            && name.contains(/[a-z]{2}/)
    }

    // The settings, the keyboard, the shortcuts, and a search in the history that finds nothing.
    @Test(arguments: ["ctrl+comma", "ctrl+k", "ctrl+question", "ctrl+h,z,z"])
    func everyTextOfAPaneIsTranslated(keys: String) async throws {
        let names = try await names(keys)
        #expect(names.count { $0.contains("⟦") } > 3, "\(names)")
        #expect(names.filter { isOurText($0) && !$0.contains("⟦") } == [])
    }
}
