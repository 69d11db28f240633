// SPDX-License-Identifier: GPL-3.0-or-later
// The demo of the first setup by keyboard: presses Enter on each page until JARVIS is ready.

import GtkKit
import JarvisCommands
import JarvisConversation
import JarvisCore
import JarvisDesktop
import JarvisSettingsUI
import JarvisPlatform

extension Demo {
    /// Takes a picture of each page, and leaves the page with Enter.
    func setUp() async throws {
        for page in OnboardingPage.allCases {
            guard await isReached(within: .seconds(20), { [log] _ in log.count(of: "setup") > page.index }) else {
                throw CommandFailure("The setup never reached the page \"\(page.rawValue)\".")
            }
            // By then the page has finished turning, and the logo is complete.
            try await Task.sleep(for: page == .welcome ? .milliseconds(2800) : .milliseconds(900))
            try await picture("setup-\(page.index + 1)")
            try await pressEnter()
        }
        try await reach("the greeting") { $0.phase == .speaking }
        // The demo has answered nothing, so that JARVIS wouldn't listen by itself.
        try composition.settings.update { ListeningConsent.always.apply(to: &$0) }
        try await reach("the end of the greeting") { $0.phase.isListening }
    }

    /// Sends a real key press if the display server accepts it from another program, or else performs the key's action.
    private func pressEnter() async throws {
        if Environment.value("WAYLAND_DISPLAY") == nil, Environment.value("DISPLAY") != nil, try await typeEnter() {
            return
        }
        program.application.window?.window.focusWidget?.activate()
    }

    /// Presses Enter with xdotool.
    /// - Returns: False if xdotool isn't installed or fails.
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
