// SPDX-License-Identifier: GPL-3.0-or-later
// The desktop program put together: the session and the application whose windows show it. Lives on the main actor.

import GioKit
import JarvisAssistant
import JarvisCommands
import JarvisCore
import JarvisDesktop
import JarvisPlatform
import JarvisService
import JarvisDesktopControl
import JarvisVisuals

/// The session with a window in front of it.
@MainActor
final class DesktopProgram {
    let session: AssistantSession
    let application: DesktopApplication
    private var offering: Task<Void, Never>?
    private var object: ServiceObject?
    private var surfaces: ShellSurfaces?
    private var prompts: PromptNotices?
    private var notifications: NotificationService?
    private let isUnique: Bool
    /// Another program that has JARVIS's name.
    private var stranger: NameHolder?

    /// - Parameters:
    ///   - agent: answers in place of the program's own.
    ///   - showsSetup: false leaves the first setup out.
    /// - Throws: `CommandFailure` when no display can be opened.
    init(
        _ composition: Composition, agent: (any Agent)? = nil, isUnique: Bool = true,
        renderer: SceneBackendRequest = .automatic, showsSetup: Bool = true
    ) throws {
        self.isUnique = isUnique
        guard DesktopApplication.openDisplay(for: renderer) else {
            throw CommandFailure(
                "No display answers. Start JARVIS in a graphical session, or use \"jarvis ask\"; "
                    + "\"scripts/virtual-desktop\" makes a display to try it with.")
        }
        // Before anything of the user's is written, which would tell of an earlier use.
        let onboarding = composition.onboarding(isShown: showsSetup)
        session = composition.session(agent: agent)
        var options = DesktopApplication.Options()
        options.isUnique = isUnique
        options.renderer = renderer
        options.measuresFrames = !(composition.log is NoEventLog)
        application = Self.application(composition, session, onboarding: onboarding, options: options)
        // The conversation begins once a window is on screen, so that nothing delays its first frame.
        application.onFirstFrame = { [session, weak self] in
            composition.log.record("window", ["isVisible": .flag(true)])
            session.start()
            if isUnique { self?.offer(composition) }
        }
    }

    /// Runs until the window is closed and nothing is left to ring; returns the exit status.
    func run() -> Int32 {
        if isUnique { MainLoop.run { [self] in await lookForStranger() } }
        let status = application.run()
        // Its buttons would do nothing any more.
        prompts?.end()
        MainLoop.run { [notifications] in await notifications?.settle(within: .seconds(1)) }
        return status
    }

    /// Under a name that another program has, the window would be asked for there, and never come.
    private func lookForStranger() async {
        guard let connection = try? await BusConnection.open(.session) else { return }
        stranger = await NameHolder.stranger(on: connection)
        guard let stranger else { return }
        Console.note("jarvis: \(stranger)")
        application.goWithoutName()
    }

    /// The windows of a session.
    static func application(
        _ composition: Composition, _ session: AssistantSession, onboarding: OnboardingServices,
        options: DesktopApplication.Options
    ) -> DesktopApplication {
        var services = DesktopServices(
            session: session, meters: composition.meters, history: composition.shownHistory,
            reminders: composition.reminders, lists: composition.lists, settings: composition.settings,
            synthesizer: composition.synthesizer, devices: composition.devices(),
            commands: composition.agent.commands, resources: composition.resources, log: composition.log,
            wakeLesson: composition.wakeLesson(session.assistant), engines: composition.engines,
            onboarding: onboarding)
        services.hearing = composition.hearing()
        services.launcher = composition.launcher
        services.limitations = { [agent = composition.agent] in await agent.limitations() }
        services.modelHosts = { [models = composition.languageModels] in models.remoteHosts() }
        services.privacy = PrivacyServices(
            traffic: { [traffic = composition.traffic] in traffic.entries }, statistics: composition.statistics,
            recordings: RecordingShelf(composition.recordings), kept: composition.kept)
        services.historyLock = composition.historyLock
        services.prompts = composition.promptBook
        services.admit = { [settings = composition.settings] caller in
            let connection = try await BusConnection.open(.session)
            let gate = CallerGate(connection, allowsOthers: { settings.current.answersPrograms })
            try await gate.admitClick(caller)
        }
        services.version = Jarvis.version
        services.homeFolder = Environment.value("HOME") ?? ""
        services.diagnosis = { try await Diagnosis.inAChild() }
        services.connections = composition.connections
        let application = DesktopApplication(services, options: options)
        application.attach(composition.windowControl)
        return application
    }

    /// Offers the interface to other programs, beside what GTK offers under the same name. Without a bus, or without its
    /// description, there is the window alone.
    private func offer(_ composition: Composition) {
        guard offering == nil else { return }
        offering = Task { [session, application] in
            guard let connection = try? await BusConnection.open(.session),
                let introspection = try? ServiceInterface.introspection(composition.resources)
            else { return }
            var ports = composition.servicePorts(session)
            ports.isSeen = {
                // The face shows that it listens.
                application.openWindow()
                return true
            }
            ports.showWindow = { application.show(action: $0) }
            ports.quit = { application.quit() }
            object = try? ServiceObject(ports, on: connection, introspection: introspection)
            var shell = ports.shell
            // A window that is open already is not brought to the front for each press of a key.
            shell.isSeen = { application.isInSight }
            surfaces = ShellSurfaces(shell, ShellText.words(composition.resources), on: connection)
            // A killed service cannot take back what it has shown.
            let notifications = NotificationService(
                connection, memory: NotificationFile(path: composition.noticesPath))
            notifications.removeStale()
            self.notifications = notifications
            if let stranger { notifications.show(.nameTaken(by: stranger.program), for: "name") }
            application.attach(notifications)
            prompts = ports.promptNotices(notifications)
        }
    }
}
