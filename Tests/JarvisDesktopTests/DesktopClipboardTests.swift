// SPDX-License-Identifier: GPL-3.0-or-later
// Copying between two processes on one display.

import Testing

struct DesktopClipboardTests {
    @Test func copiedTextIsReadableInBothProcesses() async throws {
        let result = try await WindowHost.run(["clipboard"])
        #expect(result.status == 0, "\(result.output)")
        #expect(!result.output.contains("CRITICAL"), "\(result.output)")
    }

    /// Nothing is focused, and the compositor lacks a protocol for unfocused copying.
    @Test func refusedCopiesAreNotReportedAsCopied() async throws {
        let result = try await WindowHost.run(desktop: ["--wayland"], ["clipboard", "--unfocused"])
        #expect(result.status == 0, "\(result.output)")
    }
}
