// SPDX-License-Identifier: GPL-3.0-or-later
// The window in every state and pane: nothing is clipped or shortened, targets are large enough, and text is legible
// as rendered. `JARVIS_LOOK_FOLDER` names a folder for the pictures.

import Glibc
import JarvisPlatform
import JarvisTesting
import Testing

struct LookTests {
    /// One configuration of the window.
    struct Way: Sendable, CustomTestStringConvertible {
        var name: String
        var screen = "1000x700"
        var size = "1000x700"
        var options: [String] = []
        var environment: [String: String] = [:]
        /// A language other than English.
        var language: String?

        var testDescription: String { name }
    }

    /// The tightest configuration, or all with JARVIS_LOOK_MATRIX=1.
    static let ways = Environment.value("JARVIS_LOOK_MATRIX") == nil ? [all[0]] : all

    /// The configurations that differ most; `scripts/pictures look` shows more.
    private static let all = [
        Way(name: "small-text-200", screen: "480x640", size: "480x640", options: ["--text-scale", "2"]),
        Way(name: "twice-the-scale", screen: "2000x1400", environment: ["GDK_SCALE": "2"]),
        Way(name: "high-contrast", options: ["--set", "appearance.high-contrast=on"]),
        Way(name: "light", options: ["--set", "appearance.theme=light"]),
        Way(
            name: "light-high-contrast",
            options: ["--set", "appearance.theme=light", "--set", "appearance.high-contrast=on"]),
        Way(
            name: "own-accent-on-a-light-desktop",
            options: ["--set", "appearance.theme=custom", "--set", "appearance.accent=#ff4fd8"],
            environment: ["GTK_THEME": "Adwaita"]),
        // Its words are long.
        Way(name: "german", language: "de"),
        Way(name: "german-small", screen: "480x640", size: "480x640", language: "de"),
    ]

    @Test(arguments: ways)
    func everythingFitsAndIsLegible(way: Way) async throws {
        var arguments = ["look", "--name", way.name, "--size", way.size] + way.options
        if let folder = getenv("JARVIS_LOOK_FOLDER") { arguments += ["--out", String(cString: folder)] }
        let folder = try TemporaryFolder()
        var environment = way.environment
        if let language = way.language {
            environment.merge(try await WindowHost.translated(language, in: folder)) { $1 }
        }
        let result = try await WindowHost.run(
            arguments, size: way.screen, environment: environment, within: .seconds(1200))
        let lines = result.output.split(separator: "\n")
        let problems = lines.filter { $0.hasPrefix("problem") }
        #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
        let measured = lines.filter { $0.hasPrefix("contrast") }
        #expect(measured.count > 80, "\(result.output.suffix(2000))")
        for line in Self.worst(measured) { print(line) }
        #expect(result.status == 0)
    }

    /// The ten lowest contrasts: configuration, scene, ratio, required ratio, text.
    static func worst(_ lines: [Substring]) -> ArraySlice<Substring> {
        func margin(_ line: Substring) -> Double {
            let fields = line.split(separator: "\t")
            guard fields.count > 4, let ratio = Double(fields[3]), let needed = Double(fields[4]) else { return 0 }
            return ratio / needed
        }
        return lines.sorted { margin($0) < margin($1) }.prefix(10)
    }
}
