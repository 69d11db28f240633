// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis without a command: the window.

import ArgumentParser
import GioKit
import Glibc
import GtkKit
import JarvisAssistant
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
            "Draw the face by OpenGL or on the processor; auto takes what is cheaper here.",
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
        let window = try DesktopSession(composition, renderer: renderer)
        let status = window.application.run()
        if status == 0 { try composition.finishLog() }
        return status
    }
}

/// The window with the assistant behind it.
@MainActor
final class DesktopSession {
    let assistant: Assistant
    let application: DesktopApplication

    /// - Throws: `CommandFailure` when no display can be opened.
    init(
        _ composition: Composition, assistant: Assistant? = nil, isUnique: Bool = true,
        renderer: SceneBackendRequest = .automatic
    ) throws {
        guard DesktopApplication.openDisplay(for: renderer) else {
            throw CommandFailure(
                "No display answers. Start JARVIS in a graphical session, or use \"jarvis ask\"; "
                    + "\"scripts/virtual-desktop\" makes a display to try it with.")
        }
        let assistant = assistant ?? Assistant(ports: composition.assistantPorts())
        self.assistant = assistant
        var options = DesktopApplication.Options()
        options.isUnique = isUnique
        options.renderer = renderer
        options.measuresFrames = !(composition.log is NoEventLog)
        application = DesktopApplication(
            DesktopServices(
                assistant: assistant, meters: composition.meters, history: composition.history,
                settings: composition.settings, synthesizer: composition.synthesizer,
                devices: composition.devices(), commands: composition.agent.commands,
                resources: composition.resources, log: composition.log,
                wakeLesson: composition.wakeLesson(assistant), engines: composition.engines),
            options: options)
        // The conversation begins once the window is on screen, so that nothing delays its first frame.
        application.onFirstFrame = { [weak assistant] in
            composition.log.record("window", ["isVisible": .flag(true)])
            composition.loadGrammar()
            composition.followCalibration()
            assistant?.start()
            if let assistant { Self.tidyRecordings(composition.recordings, telling: assistant) }
            if let assistant { Self.tidyHistory(composition.keptHistory, composition.settings, telling: assistant) }
        }
    }

    /// Keeps the days of the conversation and tells what is wrong with it, for as long as the program runs.
    private static func tidyHistory(
        _ history: JSONLinesConversationStore, _ settings: any SettingsStore, telling assistant: Assistant
    ) {
        Task.detached { await history.keepTidy(settings, clock: ContinuousClock()) }
        Task { [weak assistant] in
            for await finding in history.findings {
                for notice in finding.notices { assistant?.send(.noticed(notice)) }
            }
        }
    }

    /// Keeps the days of recordings and tells what is wrong with them, for as long as the program runs.
    private static func tidyRecordings(_ recordings: RecordingStore, telling assistant: Assistant) {
        Task.detached { await recordings.keepTidy(clock: ContinuousClock()) }
        Task { [weak assistant] in
            for await notice in recordings.notices { assistant?.send(.noticed(notice)) }
        }
    }
}
