// SPDX-License-Identifier: GPL-3.0-or-later
// JARVIS without a window: runs the session, its name and interface on the bus, and notifications. A window opens on
// request. Main actor.

public import GioKit
public import JarvisAssistant
import JarvisConversation
import JarvisCore
public import JarvisDesktopControl

/// The window that a service can open.
@MainActor
public protocol ServiceWindow: AnyObject {
    var isOpen: Bool { get }
    var isInSight: Bool { get }
    /// True while a widget is open, with or without the window.
    var hasWidget: Bool { get }
    /// Called when the window is opened or closed.
    var onChange: (@MainActor () -> Void)? { get set }
    /// Called when the user quits the program.
    var onQuit: (@MainActor () -> Void)? { get set }
    /// Called once, before the window's own application answers the desktop.
    var onTakeOver: (@MainActor () -> Void)? { get set }
    /// Opens the window or brings it to the front.
    /// - Parameter action: An action of the desktop entry to perform as well; nil for none.
    /// - Throws: `BusError`.
    func show(action: String?) throws
    /// Prepares to show the words spoken while a global shortcut is held, if a window can float over other programs.
    func prepareToFloat()
    func close()
}

/// The reason why the service can't run.
public enum ServiceFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The session bus is missing. The reason is the bus library's message.
    case noBus(reason: String)
    /// Another instance of JARVIS owns the name.
    case runsAlready

    public var description: String {
        switch self {
        case .noBus(let reason): "The service needs a session bus: \(reason)."
        case .runsAlready: "JARVIS is already running; \"jarvis\" shows its window."
        }
    }
}

/// Runs the service from start to end.
@MainActor
public final class ServiceHost {
    private let session: AssistantSession
    private let window: any ServiceWindow
    private let words: BackgroundWords
    private let memory: any NotificationMemory
    private let endsWhenIdle: Bool
    private let ending = AsyncStream.makeStream(of: Void.self)
    private var connection: BusConnection?
    private var activation: ActivationObject?
    private var object: ServiceObject?
    private var notices: BackgroundNotices?
    private var holds: Observation?
    private var prompts: PromptNotices?
    private var notifications: NotificationService?
    private let shellWords: ShellWords
    private var surfaces: ShellSurfaces?
    private var idleTimer: LoopTimer?
    private var isIdle = false
    private var hadWidget = false
    private let tellOfStranger: @MainActor (NameHolder) -> Void
    private var nameWatch: NameWatch?

    /// - Parameters:
    ///   - memory: Stores which notifications are shown.
    ///   - tellOfStranger: Called if another program owns the name.
    ///   - endsWhenIdle: Whether the bus started the service for a single call. It then ends once idle for a minute.
    public init(
        _ session: AssistantSession, window: any ServiceWindow, words: BackgroundWords, shellWords: ShellWords,
        memory: any NotificationMemory, tellOfStranger: @escaping @MainActor (NameHolder) -> Void = { _ in },
        endsWhenIdle: Bool
    ) {
        self.tellOfStranger = tellOfStranger
        self.shellWords = shellWords
        self.session = session
        self.window = window
        self.words = words
        self.memory = memory
        self.endsWhenIdle = endsWhenIdle
        // Without a window, listen only for the wake word, and only if the user wants that.
        session.assistant.send(.attended(false))
        window.onQuit = { [weak self] in self?.end() }
        window.onTakeOver = { [weak self] in self?.activation?.withdraw() }
        window.onChange = { [weak self] in
            guard let self else { return }
            self.session.assistant.send(.attended(self.window.isOpen))
            notices?.refresh()
            endUnseenCall()
            let isLastWidgetGone = hadWidget && !self.window.hasWidget
            hadWidget = self.window.hasWidget
            // A service started for a widget has nothing left to do without it.
            if endsWhenIdle, isLastWidgetGone, isNowIdle { self.end() }
        }
    }

    /// Takes the name, starts the conversation and returns.
    /// - Parameters:
    ///   - connection: Opens the bus.
    ///   - introspection: The result of `ServiceInterface.introspection`.
    /// - Throws: `ServiceFailure` or `BusFailure`.
    public func begin(
        on connection: () async throws(BusFailure) -> BusConnection, _ ports: ServicePorts, introspection: String
    ) async throws {
        let bus: BusConnection
        do { bus = try await connection() } catch { throw ServiceFailure.noBus(reason: error.reason) }
        self.connection = bus
        bus.onClose { [weak self] in self?.end() }
        let notifications = NotificationService(bus, memory: memory)
        self.notifications = notifications
        var ports = ports
        ports.isSeen = { [weak self] in
            if self?.window.isInSight == true { return true }
            return await notifications.isThere()
        }
        ports.showWindow = { [weak self] in try self?.window.show(action: $0) }
        ports.quit = { [weak self] in self?.end() }
        // Export everything before taking the name, so that callers find it.
        object = try ServiceObject(ports, on: bus, introspection: introspection)
        activation = try ActivationObject(on: bus, admit: { [weak self] in try await self?.admitClick($0) }) {
            [weak self] in try self?.window.show(action: $0)
        }
        try await takeName(on: bus, notifications)
        notices = BackgroundNotices(
            session.assistant, notifications, words, calls: session.calls,
            isCovered: { [weak self] in self?.window.isInSight ?? false },
            // If no window can be opened, the notification is shown again.
            open: { [weak self] in try? self?.window.show(action: nil) })
        prompts = ports.promptNotices(notifications)
        holds = session.assistant.observe { [weak self] state in
            guard let self, state.phase == .held else { return }
            holds = nil
            window.prepareToFloat()
        }
        surfaces = ShellSurfaces(ports.shell, shellWords, on: bus)
        session.start()
        guard endsWhenIdle else { return }
        idleTimer = LoopTimer(milliseconds: 60_000) { [weak self] in
            self?.lookWhetherIdle()
            return self != nil
        }
    }

    /// Takes the name. If another program owns it, JARVIS runs without answering other programs until that owner is
    /// gone.
    /// - Throws: `ServiceFailure.runsAlready` or `BusFailure`.
    private func takeName(on bus: BusConnection, _ notifications: NotificationService) async throws {
        if try await bus.own(ServiceInterface.name) { return }
        guard let stranger = await NameHolder.stranger(on: bus) else { throw ServiceFailure.runsAlready }
        tellOfStranger(stranger)
        notifications.show(words.taken(stranger.program), for: "name")
        nameWatch = bus.watch(
            ServiceInterface.name,
            vanished: { [weak self, weak notifications] in
                Task {
                    guard (try? await bus.own(ServiceInterface.name)) == true else { return }
                    notifications?.show(nil, for: "name")
                    self?.nameWatch = nil
                }
            })
    }

    /// - Throws: `BusError`.
    private func admitClick(_ caller: String) async throws {
        guard let object else { throw BusError.failed("JARVIS is quitting.") }
        try await object.gate.admitClick(caller)
    }

    /// Ends the service. Idempotent.
    public func end() { ending.continuation.finish() }

    /// Waits for the end, saves what must be saved, and releases the name.
    public func run() async {
        for await _ in ending.stream {}
        await finish()
    }

    /// Ends everything that `begin` has started.
    public func finish() async {
        (idleTimer, nameWatch) = (nil, nil)
        // Accept no more requests, since they couldn't be completed.
        object = nil
        activation?.withdraw()
        prompts?.end()
        await notices?.end()
        await surfaces?.end()
        window.close()
        await session.stop()
        try? await connection?.release(ServiceInterface.name)
    }

    /// Ends a call without a window unless a notification can show that the microphone is open.
    private func endUnseenCall() {
        guard !window.isOpen, session.calls.state.open != nil else { return }
        Task { [weak self] in
            guard let self, await notifications?.isThere() != true, !window.isOpen else { return }
            if session.calls.state.open?.status != .ringing { session.calls.request(.end) }
        }
    }

    private var isNowIdle: Bool {
        let state = session.assistant.state
        let isPending = !state.ringing.isEmpty || state.reminders.contains { !$0.isPaused }
        return !window.isOpen && !window.hasWidget && object?.isBusy == false && state.phase == .idle
            && state.call == .none && !isPending && !state.mayListen
    }

    private func lookWhetherIdle() {
        let wasIdle = isIdle
        isIdle = isNowIdle
        if wasIdle, isIdle { end() }
    }
}
