// SPDX-License-Identifier: GPL-3.0-or-later
// Windows and panes do not leak, outlive what happens around them, and cause no GTK warnings.

import Testing

@Suite(.serialized)
struct WindowLifetimeTests {
    @Test func windowsAndPanesDoNotLeak() async throws {
        let result = try await WindowHost.run(["leaks", "--cycles", "100"])
        #expect(result.status == 0, "\(result.output)")
        #expect(!result.output.contains("CRITICAL"), "\(result.output)")
        #expect(!result.output.contains("Gtk-WARNING"), "\(result.output)")
    }

    /// The session outlives its windows: while a second agent, which takes over the question, works for ten minutes
    /// with the user's consent, and in the middle of its reply.
    @Test func aReplyContinuesInANewWindow() async throws {
        let result = try await WindowHost.run(["detach"])
        #expect(result.status == 0, "\(result.output)")
        #expect(!result.output.contains("CRITICAL") && !result.output.contains("Gtk-WARNING"), "\(result.output)")
    }

    /// In the full window and in compact mode.
    @Test func bannersStayWhileHoveredOrFocused() async throws {
        let result = try await WindowHost.run(["banner"])
        #expect(result.status == 0, "\(result.output)")
        #expect(!result.output.contains("CRITICAL"), "\(result.output)")
    }

    @Test func repliesEndWithTheWindowByDefault() async throws {
        let result = try await WindowHost.run(["detach", "--ends"])
        #expect(result.status == 0, "\(result.output)")
    }

    @Test func theLeakCheckFindsAPlantedLeak() async throws {
        let result = try await WindowHost.run(["leaks", "--cycles", "3", "--plant"])
        #expect(result.status == 1, "\(result.output)")
        #expect(result.output.contains("closures"), "\(result.output)")
    }

    @Test func aMissingDisplayIsReported() async throws {
        let result = try await WindowHost.run(
            tool: ["env", "-u", "DISPLAY", "-u", "WAYLAND_DISPLAY"], ["show"])
        #expect(result.status == 77, "\(result.output)")
    }

    @Test func theWindowRendersItselfToAFile() async throws {
        let result = try await WindowHost.run(
            tool: ["sh", "-c", "\"$@\" && test -s \"$VIRTUAL_DESKTOP/shot.png\"", "sh"],
            ["show", "--state", "speaking", "--png-in-desktop", "shot.png"])
        #expect(result.status == 0, "\(result.output)")
    }

    /// Idle widgets are replaced by pictures; neither the switch nor its end is visible.
    @Test func picturesOfIdleWidgetsMatchThem() async throws {
        let compare = """
            "$@" && cd "$VIRTUAL_DESKTOP" && cmp before.png pictured.png && cmp before.png again.png \
                && ! cmp -s before.png changed.png
            """
        let result = try await WindowHost.run(
            tool: ["env", "GSK_RENDERER=cairo", "sh", "-c", compare, "sh"], ["still"])
        #expect(result.status == 0, "\(result.output)")
    }

    /// Without a GPU, GTK paints anything it can't draw in hot pink.
    @Test func pagesTurnWithoutAGPU() async throws {
        let result = try await WindowHost.run(tool: ["env", "GSK_RENDERER=cairo"], ["turn"], size: "500x400")
        #expect(result.status == 0, "\(result.output)")
    }

    /// Spoken words change what a caption draws, not its size.
    @Test func captionsReserveTheirFullSize() async throws {
        let result = try await WindowHost.run(["caption"], size: "400x300")
        #expect(result.status == 0, "\(result.output)")
    }
}
