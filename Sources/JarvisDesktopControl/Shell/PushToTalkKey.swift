// SPDX-License-Identifier: GPL-3.0-or-later
// Listens while the user holds a global shortcut, through the portal GlobalShortcuts. The desktop asks the user for the
// key. Without the portal, a shortcut of the desktop can run "jarvis listen --toggle". Main thread only.

public import GioKit
import JarvisConversation
import JarvisCore

/// Holds the shortcut, if the user wants one and the portal supports it, until released.
@MainActor
public final class PushToTalkKey {
    private static let interface = "org.freedesktop.portal.GlobalShortcuts"
    private static let session = "org.freedesktop.portal.Session"
    private static let shortcut = "push-to-talk"
    /// The key suggested to the user, in the notation of the shortcuts specification.
    private static let suggestion = "CTRL+ALT+j"
    /// The token of the session. It must stay the same: KDE stores the user's key under it if it doesn't know the
    /// program.
    private static let token = "jarvis"

    private let ports: ShellPorts
    private let description: String
    private let open: @MainActor () async throws -> BusConnection
    /// A connection for this alone, because the portal identifies the program by its connection.
    private var connection: BusConnection?
    private var watch: NameWatch?
    private var following: Task<Void, Never>?
    private var binding: Task<Void, Never>?
    private var subscriptions: [BusSubscription] = []
    private var isWanted: Bool
    /// The unique name of the portal; nil while the portal isn't running.
    private var portal: String?
    /// The session that holds the shortcut; nil without one.
    private(set) var bound: String?
    /// True if the portal, or the user through it, has refused the shortcut.
    private(set) var isRefused = false
    private var isHeld = false
    /// True if the user has just turned the shortcut on, and so expects to be asked for the key.
    private var isWishNew = false

    /// - Parameters:
    ///   - description: what the key does, as shown in the desktop's shortcut settings.
    ///   - open: opens a separate connection to the session bus.
    public init(
        _ ports: ShellPorts, description: String, open: @escaping @MainActor () async throws -> BusConnection
    ) {
        self.ports = ports
        self.description = description
        self.open = open
        // Subscribes before the first read, so no change is lost.
        let changes = ports.settings.changes()
        isWanted = ports.settings.current.hasGlobalKey
        following = Task { [weak self] in
            await self?.begin()
            for await settings in changes { await self?.take(isWanted: settings.hasGlobalKey) }
        }
    }

    isolated deinit {
        following?.cancel()
        binding?.cancel()
    }

    /// Gives up the shortcut, and returns when that is done.
    public func end() async {
        following?.cancel()
        await take(isWanted: false)
    }

    private func take(isWanted: Bool) async {
        guard isWanted != self.isWanted else { return }
        self.isWanted = isWanted
        isWishNew = isWanted
        if isWanted { await begin() } else { await finish() }
    }

    /// Opens the connection, but only if the user wants the shortcut.
    private func begin() async {
        guard isWanted, connection == nil, let connection = try? await open() else { return }
        // In the meantime, the shortcut may have been turned off, or another call may have opened a connection.
        guard isWanted, self.connection == nil else { return connection.close() }
        self.connection = connection
        watch = connection.watch(
            DesktopPortal.name,
            appeared: { [weak self] in self?.found($0) }, vanished: { [weak self] in self?.found(nil) })
        // A first call starts the portal if it isn't running.
        _ = await connection.property(
            "version", Self.interface, of: DesktopPortal.name, path: DesktopPortal.path)
    }

    private func finish() async {
        found(nil)
        watch = nil
        // The portal ends the session when its connection closes.
        connection?.close()
        connection = nil
    }

    private func found(_ portal: String?) {
        guard portal != self.portal else { return }
        self.portal = portal
        binding?.cancel()
        release()
        (bound, subscriptions, isRefused) = (nil, [], false)
        guard portal != nil, let connection else { return }
        binding = Task { [weak self] in
            // If refused or not supported, the key has no effect, and the settings say what to do instead.
            try? await self?.bind(on: connection)
            if !Task.isCancelled, let self { (isRefused, isWishNew) = (bound == nil, false) }
        }
    }

    private func bind(on connection: BusConnection) async throws {
        // GDBus drops signals from a well-known name until it has looked up the owner, so subscribe to the owner
        // itself.
        guard let owner = self.portal else { return }
        // A portal without this registry identifies the program by its process, so a failure doesn't matter.
        _ = try? await connection.call(
            DesktopPortal.name, path: DesktopPortal.path, interface: "org.freedesktop.host.portal.Registry",
            method: "Register", [.text(ProgramIdentity.name), .table([:])], signature: "sa{sv}")
        let portal = DesktopPortal(connection)
        let shortcuts = BusValue.list([
            .list([
                .text(Self.shortcut),
                .table(["description": .text(description), "preferred_trigger": .text(Self.suggestion)]),
            ])
        ])
        let created = try await portal.ask(
            Self.interface, "CreateSession",
            options: ["session_handle_token": .text(Self.token), "shortcuts": .typed("a(sa{sv})", shortcuts)])
        guard created.outcome == .granted, let session = created.results["session_handle"]?.asText else { return }
        subscriptions = [
            connection.subscribe(
                sender: owner, path: DesktopPortal.path, interface: Self.interface, signal: "Activated"
            ) { [weak self] in self?.pressed($0.arguments, session) },
            connection.subscribe(
                sender: owner, path: DesktopPortal.path, interface: Self.interface, signal: "Deactivated"
            ) { [weak self] in if Self.isMeant($0.arguments, session) { self?.release() } },
            connection.subscribe(
                sender: owner, path: session, interface: Self.session, signal: "Closed"
            ) { [weak self] _ in
                self?.release()
                self?.bound = nil
            },
            connection.subscribe(
                sender: owner, path: DesktopPortal.path, interface: Self.interface,
                signal: "ShortcutsChanged"
            ) { [weak self] in
                guard $0.arguments.count == 2, $0.arguments[0] == .text(session) else { return }
                self?.take(Self.hasKey($0.arguments[1]), of: session)
            },
        ]
        // KDE before Plasma 6 takes the shortcuts when the session is created; its BindShortcuts only opens the
        // settings.
        if let listed = created.results["shortcuts"] {
            let hasKey = Self.hasKey(listed, isNamed: true)
            guard !hasKey, isWishNew else { return take(hasKey, of: session) }
        }
        let answer = try await portal.ask(
            Self.interface, "BindShortcuts", [.text(session), shortcuts, .text("")], signature: "oa(sa{sv})s")
        try Task.checkCancellation()
        guard answer.outcome == .granted else { return subscriptions = [] }
        // If the user chooses a key later in the desktop's settings, ShortcutsChanged reports it.
        take(Self.hasKey(answer.results["shortcuts"]), of: session)
    }

    private func take(_ isBound: Bool, of session: String) {
        if !isBound { release() }
        bound = isBound ? session : nil
        isRefused = !isBound
    }

    /// True if a portal's list contains our shortcut. If the user chose no key, KDE grants the request but returns an
    /// empty list. A portal that returns no list at all is trusted.
    /// - Parameter isNamed: if true, the shortcut counts only with the name of a key.
    private static func hasKey(_ shortcuts: BusValue?, isNamed: Bool = false) -> Bool {
        guard let list = shortcuts?.asList else { return true }
        guard let own = list.compactMap(\.asList).first(where: { $0.first == .text(shortcut) }) else { return false }
        return !isNamed || own.last?.asTable?["trigger_description"]?.asText?.isEmpty == false
    }

    private static func isMeant(_ arguments: [BusValue], _ session: String) -> Bool {
        arguments.count >= 2 && arguments[0] == .text(session) && arguments[1] == .text(shortcut)
    }

    private func pressed(_ arguments: [BusValue], _ session: String) {
        let state = ports.state()
        guard Self.isMeant(arguments, session), state.microphone.loan == nil, state.mayHear else {
            return
        }
        isHeld = true
        ports.send(.holdBegan)
        // Starts recording at once. If it then turns out that the user can't see that, recording ends.
        Task { [weak self] in
            do { try await self?.ports.becomeSeen() } catch { self?.release() }
        }
    }

    /// Ends a recording that the key holds, but not one that the pointer holds.
    private func release() {
        guard isHeld else { return }
        isHeld = false
        ports.send(.holdEnded)
    }
}
