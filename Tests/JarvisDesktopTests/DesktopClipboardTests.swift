// SPDX-License-Identifier: GPL-3.0-or-later
// Copying between two processes on one display.

import Testing

struct DesktopClipboardTests {
    @Test func whatIsCopiedIsReadHereAndElsewhere() async throws {
        let result = try await WindowHost.run(["clipboard"])
        #expect(result.status == 0, "\(result.output)")
        #expect(!result.output.contains("CRITICAL"), "\(result.output)")
    }

    /// Nothing has the focus there, and the compositor has no protocol for that.
    @Test func whatACompositorRefusesIsNotTakenForCopied() async throws {
        let result = try await WindowHost.run(desktop: ["--wayland"], ["clipboard", "--unfocused"])
        #expect(result.status == 0, "\(result.output)")
    }
}
