// SPDX-License-Identifier: GPL-3.0-or-later
// Composes the desktop program: the session and the application whose windows show it. Lives on the main actor.

import GioKit
import JarvisAssistant
import JarvisCommands
import JarvisCore
import JarvisDesktop
import JarvisSettingsUI
import JarvisPlatform
import JarvisService
import JarvisDesktopControl
import JarvisVisuals

/// Runs the session and its window.
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
    /// Another program that owns JARVIS's bus name; nil if there is none.
    private var stranger: NameHolder?

    /// - Parameters:
    ///   - agent: An agent that answers in place of the program's own.
    ///   - action: An action of the desktop entry to perform in the first window.
    ///   - showsSetup: False to skip the first setup.
    /// - Throws: `CommandFailure` if no display can be opened.
    init(
        _ composition: Composition, agent: (any Agent)? = nil, isUnique: Bool = true,
        renderer: SceneBackendRequest = .automatic, action: String? = nil, showsSetup: Bool = true
    ) throws {
        self.isUnique = isUnique
        guard DesktopApplication.openDisplay(for: renderer) else {
            throw CommandFailure(
                "No display is available. Start JARVIS in a graphical session, or use \"jarvis ask\"."
                    + (composition.resources.isSourceTree
                        ? " \"scripts/virtual-desktop\" makes a display to try it with." : ""))
        }
        // Decide about the setup before any data is written, which would look like earlier use.
        let onboarding = composition.onboarding(isShown: showsSetup)
        session = composition.session(agent: agent)
        var options = DesktopApplication.Options()
        options.isUnique = isUnique
        options.renderer = renderer
        options.action = action
        options.measuresFrames = !(composition.log is NoEventLog)
        application = Self.application(composition, session, onboarding: onboarding, options: options)
        // Start the conversation once a window is on screen, so that nothing delays its first frame.
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
        // Withdraw notifications, since their buttons would do nothing from now on.
        prompts?.end()
        MainLoop.run { [notifications] in await notifications?.settle(within: .seconds(1)) }
        return status
    }

    /// Checks whether another program owns JARVIS's bus name; then this one runs without the name. Otherwise GTK would
    /// ask that program to open the window, which would never appear.
    private func lookForStranger() async {
        guard let connection = try? await BusConnection.open(.session) else { return }
        stranger = await NameHolder.stranger(on: connection)
        guard let stranger else { return }
        Console.note("jarvis: \(stranger)")
        application.goWithoutName()
    }

    /// Creates the application, whose windows show the session.
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
        services.forSettings.hearing = composition.hearing()
        services.launcher = composition.launcher
        services.limitations = { [agent = composition.agent] in await agent.limitations() }
        services.modelHosts = { [models = composition.languageModels] in models.remoteHosts() }
        services.forSettings.privacy = PrivacyServices(
            traffic: { [traffic = composition.traffic] in traffic.entries }, statistics: composition.statistics,
            recordings: RecordingShelf(composition.recordings), kept: composition.kept)
        services.forSettings.historyLock = composition.historyLock
        services.prompts = composition.promptBook
        services.admit = { [settings = composition.settings] caller in
            let connection = try await BusConnection.open(.session)
            let gate = CallerGate(connection, allowsOthers: { settings.current.answersPrograms })
            try await gate.admitClick(caller)
        }
        services.forSettings.version = Jarvis.version
        services.forSettings.homeFolder = Environment.value("HOME") ?? ""
        services.forSettings.diagnosis = { try await Diagnosis.inAChild() }
        services.forSettings.connections = composition.connections
        let application = DesktopApplication(services, options: options)
        application.attach(composition.windowControl)
        return application
    }

    /// Offers the bus interface to other programs, beside GTK's own interface under the same name. Without a bus, or
    /// without the interface's description, the program has only its window.
    private func offer(_ composition: Composition) {
        guard offering == nil else { return }
        offering = Task { [session, application] in
            guard let connection = try? await BusConnection.open(.session),
                let introspection = try? ServiceInterface.introspection(composition.resources)
            else { return }
            var ports = composition.servicePorts(session)
            ports.isSeen = {
                // Open the window, whose face shows that JARVIS is listening.
                application.openWindow()
                return true
            }
            ports.showWindow = { application.show(action: $0) }
            ports.quit = { application.quit() }
            object = try? ServiceObject(ports, on: connection, introspection: introspection)
            composition.log.record("service", ["isOn": .flag(object != nil)])
            var shell = ports.shell
            // Don't raise a window that is already visible for each key press.
            shell.isSeen = { application.isInSight }
            surfaces = ShellSurfaces(shell, ShellText.words(composition.resources), on: connection)
            // Withdraw the notifications that a killed service has left on screen.
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
