// SPDX-License-Identifier: GPL-3.0-or-later
// The window survives with every renderer, and falls back to software when OpenGL fails.

import JarvisPlatform
import Testing

@Suite(.serialized)
struct RendererTests {
    /// One way to each renderer, or all of them with JARVIS_LOOK_MATRIX=1.
    private static let isThorough = Environment.value("JARVIS_LOOK_MATRIX") != nil

    private static let ways = [
        // (requested renderer, GDK_DEBUG, expected text in the event log)
        ("gl", "gl-disable", "backend=software reason=OpenGL failed"), ("gl", "", "backend=gl"),
        ("auto", "gl-disable", "backend=software"), ("gl", "gl-gles", "backend=gl"),
        ("software", "", "backend=software"),
    ]

    @Test(arguments: isThorough ? ways : Array(ways.prefix(2)))
    func theVisualizerSurvivesRapidSizeAndPhaseChanges(renderer: String, debug: String, expected: String) async throws {
        let result = try await WindowHost.run(
            ["storm", "--renderer", renderer], environment: debug.isEmpty ? [:] : ["GDK_DEBUG": debug])
        #expect(result.status == 0, "\(result.output)")
        let choices = result.output.split(separator: "\n").filter { $0.hasPrefix("event renderer") }
        #expect(choices.last?.contains(expected) == true, "\(result.output)")
        #expect(!result.output.contains("CRITICAL"), "\(result.output)")
    }

    private static let combinations: [(String, [String: String])] = [
        ("gl", [:]), ("software", [:]), ("gl", ["GDK_DEBUG": "gl-gles"]), ("gl", ["GSK_RENDERER": "gl"]),
        ("software", ["GSK_RENDERER": "gl"]),
    ]

    /// The visualizer stays intact while it is unrealized, hidden, rescaled, resized repeatedly and loses its OpenGL
    /// context.
    @Test(arguments: isThorough ? combinations : Array(combinations.prefix(2)))
    func theVisualizerSurvivesWindowEventsAndContextLoss(renderer: String, environment: [String: String]) async throws {
        let result = try await WindowHost.run(
            ["survive", "--renderer", renderer], size: "1920x1080", environment: environment)
        #expect(result.status == 0, "\(result.output)")
        let choices = result.output.split(separator: "\n").filter { $0.hasPrefix("event renderer") }
        #expect(choices.last?.contains("backend=\(renderer) ") == true, "\(result.output)")
        if renderer == "gl", environment["GSK_RENDERER"] == nil {
            #expect(result.output.contains("survive: OpenGL comes back ok"), "\(result.output)")
        }
        #expect(!result.output.contains("CRITICAL") && !result.output.contains("WARNING"), "\(result.output)")
    }

    @Test func missingShadersFallBackToSoftware() async throws {
        let result = try await WindowHost.run(
            tool: ["env", "JARVIS_RESOURCES=/nonexistent"], ["storm", "--renderer", "gl"])
        #expect(result.status == 0, "\(result.output)")
    }
}
