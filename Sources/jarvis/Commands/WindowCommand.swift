// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis without a command: opens the window.

import ArgumentParser
import GioKit
import Glibc
import GtkKit
import JarvisAssistant
import JarvisCommands
import JarvisConversation
import JarvisCore
import JarvisDesktop
import JarvisDesktopKit
import JarvisPlatform
import JarvisService
import JarvisStore
import JarvisVisuals

struct WindowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "window", abstract: "Open the window.")
    @Option(
        help: ArgumentHelp(
            "Draw the face with OpenGL or the processor; auto picks the cheaper one.",
            valueName: "auto|gl|software"),
        transform: Self.renderer)
    var renderer: SceneBackendRequest?
    @Option(
        help: ArgumentHelp("Also open a pane, listen, or record a voice note.", valueName: "listen|record|PANE"),
        transform: Self.action)
    var action: String?
    @Flag(help: "Skip the first setup.") var skipSetup = false
    @Flag(help: "Run without a window, for other programs, timers and the wake word.") var service = false
    @Flag(help: ArgumentHelp("Quit the service when nothing is left to do.", visibility: .hidden))
    var endsWhenIdle = false
    @OptionGroup var global: GlobalOptions

    func run() throws {
        if service { return try serve() }
        let composition = try Composition(global, launchContext: { LaunchContext.ofDisplay() })
        if try showRunning(composition) { return }
        let status = try MainActor.assumeIsolated { [renderer, action, skipSetup] in
            try Self.open(composition, renderer ?? .automatic, action: action, showsSetup: !skipSetup)
        }
        guard status == 0 else { throw ExitCode(status) }
    }

    private func serve() throws {
        let display = MainActor.assumeIsolated { DisplayState() }
        let composition = try Composition(global, launchContext: { display.isOpen ? LaunchContext.ofDisplay() : nil })
        try MainActor.assumeIsolated { [renderer, endsWhenIdle] in
            DesktopApplication.prepareDisplay(for: renderer ?? .automatic)
            try ServiceProgram.run(composition, display: display, endsWhenIdle: endsWhenIdle)
            try composition.finishLog()
        }
    }

    /// Asks the running service to open its window, and to perform the action.
    /// - Returns: False if none is running. An instance without a display is told to quit, which it does once its turn
    ///   is over.
    private func showRunning(_ composition: Composition) throws -> Bool {
        guard composition.hasService else { return false }
        // The launcher's activation token, on Wayland or on X11.
        let token = Environment.value("XDG_ACTIVATION_TOKEN") ?? Environment.value("DESKTOP_STARTUP_ID")
        return try runOnMainLoop { @MainActor [action] in
            guard let running = try await ServiceClient.running() else { return false }
            do {
                // Pass the token on: without it, the compositor may not bring the window to the front.
                let isOpen = if let token { await running.activate(token: token) } else { false }
                if let action {
                    try await running.activate(action: action)
                } else if !isOpen {
                    try await running.call("ShowWindow")
                }
                return true
            } catch BusFailure.refused(let error) where error.name == BusError.noDisplay.name {
                try await running.call("Quit")
                guard await running.waitForEnd(within: .seconds(60)) else {
                    throw CommandFailure("JARVIS is busy without a window. Try again.")
                }
                return false
            }
        }
    }

    private static func renderer(_ text: String) throws -> SceneBackendRequest {
        guard let request = SceneBackendRequest(rawValue: text) else {
            throw ValidationError("\"\(text)\" isn't a renderer; use auto, gl or software.")
        }
        return request
    }

    private static func action(_ text: String) throws -> String {
        let actions = ["listen", "record"] + PaneName.allCases.map(\.rawValue)
        guard actions.contains(text) else {
            throw ValidationError("\"\(text)\" isn't an action; use one of \(actions.joined(separator: ", ")).")
        }
        return text
    }

    @MainActor private static func open(
        _ composition: Composition, _ renderer: SceneBackendRequest, action: String?, showsSetup: Bool
    ) throws -> Int32 {
        let program = try DesktopProgram(composition, renderer: renderer, action: action, showsSetup: showsSetup)
        let status = program.run()
        if status == 0 { try composition.finishLog() }
        return status
    }
}
