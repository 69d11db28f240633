// SPDX-License-Identifier: GPL-3.0-or-later
// Windows and panes leave nothing behind, and GTK has nothing to complain about.

import Testing

@Suite(.serialized)
struct WindowLifetimeTests {
    @Test func hundredWindowsAndTheirPanesLeaveNothingBehind() async throws {
        let result = try await WindowHost.run(["leaks", "--cycles", "100"])
        #expect(result.status == 0, "\(result.output)")
        #expect(!result.output.contains("CRITICAL"), "\(result.output)")
        #expect(!result.output.contains("Gtk-WARNING"), "\(result.output)")
    }

    /// The session lives on beside windows that come and go: while the second of two agents, to which the first leaves
    /// the question, works for ten minutes with the user's consent, and in the middle of its reply.
    @Test func aReplyGoesOnWhileItsWindowIsClosedAndAnotherShowsIt() async throws {
        let result = try await WindowHost.run(["detach"])
        #expect(result.status == 0, "\(result.output)")
        #expect(!result.output.contains("CRITICAL") && !result.output.contains("Gtk-WARNING"), "\(result.output)")
    }

    /// In the window and in the pill that it shrinks to.
    @Test func aBannerWaitsWhileThePointerOrTheKeyboardIsOnIt() async throws {
        let result = try await WindowHost.run(["banner"])
        #expect(result.status == 0, "\(result.output)")
        #expect(!result.output.contains("CRITICAL"), "\(result.output)")
    }

    @Test func byDefaultAReplyEndsWithItsWindow() async throws {
        let result = try await WindowHost.run(["detach", "--ends"])
        #expect(result.status == 0, "\(result.output)")
    }

    @Test func aPlantedLeakIsFound() async throws {
        let result = try await WindowHost.run(["leaks", "--cycles", "3", "--plant"])
        #expect(result.status == 1, "\(result.output)")
        #expect(result.output.contains("closures"), "\(result.output)")
    }

    @Test func withoutADisplayTheHostSaysSo() async throws {
        let result = try await WindowHost.run(
            tool: ["env", "-u", "DISPLAY", "-u", "WAYLAND_DISPLAY"], ["show"])
        #expect(result.status == 77, "\(result.output)")
    }

    @Test func theWindowDrawsItselfIntoAPicture() async throws {
        let result = try await WindowHost.run(
            tool: ["sh", "-c", "\"$@\" && test -s \"$VIRTUAL_DESKTOP/shot.png\"", "sh"],
            ["show", "--state", "speaking", "--png-in-desktop", "shot.png"])
        #expect(result.status == 0, "\(result.output)")
    }

    /// Pictures replace widgets that lie still; neither that nor their end is visible when something changes.
    @Test func picturesOfStillWidgetsLookLikeThem() async throws {
        let compare = """
            "$@" && cd "$VIRTUAL_DESKTOP" && cmp before.png pictured.png && cmp before.png again.png \
                && ! cmp -s before.png changed.png
            """
        let result = try await WindowHost.run(
            tool: ["env", "GSK_RENDERER=cairo", "sh", "-c", compare, "sh"], ["still"])
        #expect(result.status == 0, "\(result.output)")
    }

    /// Without a graphics processor GTK paints in hot pink what it cannot draw.
    @Test func pagesTurnWithoutAGraphicsProcessor() async throws {
        let result = try await WindowHost.run(tool: ["env", "GSK_RENDERER=cairo"], ["turn"], size: "500x400")
        #expect(result.status == 0, "\(result.output)")
    }

    /// A word that is heard changes what is drawn of a caption, not the room that it takes.
    @Test func aCaptionAppearsInTheRoomOfTheWhole() async throws {
        let result = try await WindowHost.run(["caption"], size: "400x300")
        #expect(result.status == 0, "\(result.output)")
    }
}
