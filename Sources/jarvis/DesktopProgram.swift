// SPDX-License-Identifier: GPL-3.0-or-later
// The desktop program put together: the session and the application whose windows show it. Lives on the main actor.

import JarvisAssistant
import JarvisConsole
import JarvisCore
import JarvisDesktop
import JarvisPlatform
import JarvisVisuals

/// The session with a window in front of it.
@MainActor
final class DesktopProgram {
    let session: AssistantSession
    let application: DesktopApplication

    /// - Parameter agent: answers in place of the program's own.
    /// - Throws: `CommandFailure` when no display can be opened.
    init(
        _ composition: Composition, agent: (any Agent)? = nil, isUnique: Bool = true,
        renderer: SceneBackendRequest = .automatic
    ) throws {
        guard DesktopApplication.openDisplay(for: renderer) else {
            throw CommandFailure(
                "No display answers. Start JARVIS in a graphical session, or use \"jarvis ask\"; "
                    + "\"scripts/virtual-desktop\" makes a display to try it with.")
        }
        session = composition.session(agent: agent)
        var options = DesktopApplication.Options()
        options.isUnique = isUnique
        options.renderer = renderer
        options.measuresFrames = !(composition.log is NoEventLog)
        var services = DesktopServices(
            session: session, meters: composition.meters, history: composition.history,
            reminders: composition.reminders, lists: composition.lists, settings: composition.settings,
            synthesizer: composition.synthesizer, devices: composition.devices(),
            commands: composition.agent.commands, resources: composition.resources, log: composition.log,
            wakeLesson: composition.wakeLesson(session.assistant), engines: composition.engines)
        services.launcher = composition.launcher
        services.limitations = { [agent = composition.agent] in await agent.limitations() }
        services.modelHosts = { [models = composition.languageModels] in models.remoteHosts() }
        application = DesktopApplication(services, options: options)
        application.attach(composition.windowControl)
        // The conversation begins once a window is on screen, so that nothing delays its first frame.
        application.onFirstFrame = { [session] in
            composition.log.record("window", ["isVisible": .flag(true)])
            session.start()
        }
    }
}
