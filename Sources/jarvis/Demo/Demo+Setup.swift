// SPDX-License-Identifier: GPL-3.0-or-later
// The demo's way through the first setup, by keyboard: Enter on each page, until JARVIS says that it is ready.

import GtkKit
import JarvisCommands
import JarvisConversation
import JarvisCore
import JarvisDesktop
import JarvisPlatform

extension Demo {
    /// Pictures each page, and leaves it by Enter.
    func setUp() async throws {
        for page in OnboardingPage.allCases {
            guard await isReached(within: .seconds(20), { [log] _ in log.count(of: "setup") > page.index }) else {
                throw CommandFailure("The setup never reached the page \"\(page.rawValue)\".")
            }
            // The page is turned, and the logo stands.
            try await Task.sleep(for: page == .welcome ? .milliseconds(2800) : .milliseconds(900))
            try await picture("setup-\(page.index + 1)")
            try await pressEnter()
        }
        try await reach("the greeting") { $0.phase == .speaking }
        try await reach("the end of the greeting") { $0.phase.isListening }
    }

    /// A real key where the display server takes one from other programs; else what the key does.
    private func pressEnter() async throws {
        if Environment.value("WAYLAND_DISPLAY") == nil, Environment.value("DISPLAY") != nil, try await typeEnter() {
            return
        }
        program.application.window?.window.focusWidget?.activate()
    }

    /// False when xdotool is not installed or fails.
    private func typeEnter() async throws -> Bool {
        do {
            let command = ProcessCommand("xdotool", ["key", "Return"])
            return try await ProcessRunner().run(command, limit: .seconds(10)).exit.isSuccess
        } catch {
            guard error.kind != .cancelled else { throw CancellationError() }
            return false
        }
    }
}
