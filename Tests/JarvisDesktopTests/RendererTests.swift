// SPDX-License-Identifier: GPL-3.0-or-later
// The window survives with every renderer, and falls back to software when OpenGL fails.

import Testing

@Suite(.serialized)
struct RendererTests {
    @Test(arguments: [
        // (requested renderer, GDK_DEBUG, expected text in the event log)
        ("auto", "gl-disable", "backend=software"), ("gl", "gl-disable", "backend=software reason=OpenGL failed"),
        ("gl", "", "backend=gl"), ("gl", "gl-gles", "backend=gl"), ("software", "", "backend=software"),
    ])
    func theVisualizerSurvivesRapidSizeAndPhaseChanges(renderer: String, debug: String, expected: String) async throws {
        let result = try await WindowHost.run(
            ["storm", "--renderer", renderer], environment: debug.isEmpty ? [:] : ["GDK_DEBUG": debug])
        #expect(result.status == 0, "\(result.output)")
        let choices = result.output.split(separator: "\n").filter { $0.hasPrefix("event renderer") }
        #expect(choices.last?.contains(expected) == true, "\(result.output)")
        #expect(!result.output.contains("CRITICAL"), "\(result.output)")
    }

    /// The visualizer stays intact while it is unrealized, hidden, rescaled, resized repeatedly and loses its OpenGL
    /// context.
    @Test(arguments: [
        ("gl", [:]), ("gl", ["GDK_DEBUG": "gl-gles"]), ("gl", ["GSK_RENDERER": "gl"]),
        ("software", [:]), ("software", ["GSK_RENDERER": "gl"]),
    ])
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
