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

    /// The session lives on beside windows that come and go in the middle of a reply.
    @Test func aReplyGoesOnWhileItsWindowIsClosedAndAnotherShowsIt() async throws {
        let result = try await WindowHost.run(["detach"])
        #expect(result.status == 0, "\(result.output)")
        #expect(!result.output.contains("CRITICAL") && !result.output.contains("Gtk-WARNING"), "\(result.output)")
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

    /// Pictures stand for widgets that lie still; nobody sees that, nor that they are gone when something changes.
    @Test func picturesOfStillWidgetsLookLikeThem() async throws {
        let compare = """
            "$@" && cd "$VIRTUAL_DESKTOP" && cmp before.png pictured.png && cmp before.png again.png \
                && ! cmp -s before.png changed.png
            """
        let result = try await WindowHost.run(
            tool: ["env", "GSK_RENDERER=cairo", "sh", "-c", compare, "sh"], ["still"])
        #expect(result.status == 0, "\(result.output)")
    }

    /// A word that is heard changes what is drawn of a caption, not the room that it takes.
    @Test func aCaptionAppearsInTheRoomOfTheWhole() async throws {
        let result = try await WindowHost.run(["caption"], size: "400x300")
        #expect(result.status == 0, "\(result.output)")
    }
}
