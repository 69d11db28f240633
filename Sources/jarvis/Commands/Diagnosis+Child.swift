// SPDX-License-Identifier: GPL-3.0-or-later
// Checks every part of JARVIS for the window. Runs in a child process, since some checks block, and load models and
// renderers, whose memory is freed when it ends.

import JarvisSettingsUI
import JarvisPlatform

extension Diagnosis {
    /// The time limit for all checks; testing a model takes a while on a slow computer.
    private static let limit = Duration.seconds(120)

    /// Runs `jarvis doctor` and parses its output.
    /// - Throws: `ProcessFailure`.
    static func inAChild() async throws -> [PartFinding] {
        let program = Environment.executablePath() ?? "jarvis"
        let result = try await ProcessRunner().run(
            ProcessCommand(program, ["doctor", "--json"], inheritsEverything: true), limit: limit)
        let parts = (try? JSONValue(parsing: result.output))?.asObject?["parts"]?.asArray ?? []
        guard !parts.isEmpty else { throw ProcessFailure(program: "jarvis doctor", kind: .inputClosed) }
        return parts.compactMap(\.asObject).compactMap { part in
            guard let name = part["part"]?.asText, let works = part["works"]?.asFlag else { return nil }
            return PartFinding(
                part: name, works: works, detail: part["detail"]?.asText ?? "", fix: part["fix"]?.asText)
        }
    }
}
