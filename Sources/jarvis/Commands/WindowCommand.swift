// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis without a command: the window.

import ArgumentParser
import GioKit
import Glibc
import GtkKit
import JarvisAssistant
import JarvisConsole
import JarvisConversation
import JarvisCore
import JarvisDesktop
import JarvisPlatform
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
    @OptionGroup var global: GlobalOptions

    func run() throws {
        let composition = try Composition(global, launchContext: { LaunchContext.ofDisplay() })
        let status = try MainActor.assumeIsolated { [renderer] in try Self.open(composition, renderer ?? .automatic) }
        guard status == 0 else { throw ExitCode(status) }
    }

    private static func renderer(_ text: String) throws -> SceneBackendRequest {
        guard let request = SceneBackendRequest(rawValue: text) else {
            throw ValidationError("\"\(text)\" is not a renderer; use auto, gl or software.")
        }
        return request
    }

    @MainActor private static func open(_ composition: Composition, _ renderer: SceneBackendRequest) throws -> Int32 {
        let program = try DesktopProgram(composition, renderer: renderer)
        let status = program.application.run()
        if status == 0 { try composition.finishLog() }
        return status
    }
}
