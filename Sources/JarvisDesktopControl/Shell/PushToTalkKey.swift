// SPDX-License-Identifier: GPL-3.0-or-later
// A key of the whole desktop that JARVIS listens for as long as it is held, by the portal GlobalShortcuts. Which key it is
// the desktop asks the user. Where there is no such portal, the desktop's own keys run "jarvis listen --toggle". Main
// thread only.

public import GioKit
import JarvisConversation
import JarvisCore

/// Follows the key where the user wants one and the portal has it, until it is released.
@MainActor
public final class PushToTalkKey {
    private static let interface = "org.freedesktop.portal.GlobalShortcuts"
    private static let session = "org.freedesktop.portal.Session"
    private static let shortcut = "push-to-talk"
    /// What is suggested to the user, in the words of the shortcuts specification.
    private static let suggestion = "CTRL+ALT+j"
    /// The same in every run: KDE keeps the user's key under it where it does not know the program.
    private static let token = "jarvis"

    private let ports: ShellPorts
    private let description: String
    private let open: @MainActor () async throws -> BusConnection
    /// A connection of the key's own: by it the portal knows the program.
    private var connection: BusConnection?
    private var watch: NameWatch?
    private var following: Task<Void, Never>?
    private var binding: Task<Void, Never>?
    private var subscriptions: [BusSubscription] = []
    private var isWanted: Bool
    /// The portal's owner; nil while none runs.
    private var portal: String?
    /// The session that has the key.
    private(set) var bound: String?
    /// The portal, or the user by it, would not have the key.
    private(set) var isRefused = false
    private var isHeld = false
    /// The user has just asked for the key, and expects to be asked which one.
    private var isWishNew = false

    /// - Parameters:
    ///   - description: what the key does, as the desktop shows it where keys are chosen.
    ///   - open: opens a connection to the session bus that nothing else uses.
    public init(
        _ ports: ShellPorts, description: String, open: @escaping @MainActor () async throws -> BusConnection
    ) {
        self.ports = ports
        self.description = description
        self.open = open
        // Requested first, so that no change is lost between the first reading and the stream.
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

    /// Gives the key back, and returns once that is done.
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

    /// Without the wish there is not even a connection.
    private func begin() async {
        guard isWanted, connection == nil, let connection = try? await open() else { return }
        // Switched off, or begun elsewhere, meanwhile.
        guard isWanted, self.connection == nil else { return connection.close() }
        self.connection = connection
        watch = connection.watch(
            DesktopPortal.name,
            appeared: { [weak self] in self?.found($0) }, vanished: { [weak self] in self?.found(nil) })
        // It is started by its first call where it does not run yet.
        _ = await connection.property(
            "version", Self.interface, of: DesktopPortal.name, path: DesktopPortal.path)
    }

    private func finish() async {
        found(nil)
        watch = nil
        // With its connection the portal ends the session.
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
            // Refused, or not offered: the key has no effect, and the settings say what to do instead.
            try? await self?.bind(on: connection)
            if !Task.isCancelled, let self { (isRefused, isWishNew) = (bound == nil, false) }
        }
    }

    private func bind(on connection: BusConnection) async throws {
        // A portal that does not know the registry takes the identity from the program's process.
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
                sender: DesktopPortal.name, path: DesktopPortal.path, interface: Self.interface, signal: "Activated"
            ) { [weak self] in self?.pressed($0.arguments, session) },
            connection.subscribe(
                sender: DesktopPortal.name, path: DesktopPortal.path, interface: Self.interface, signal: "Deactivated"
            ) { [weak self] in if Self.isMeant($0.arguments, session) { self?.release() } },
            connection.subscribe(
                sender: DesktopPortal.name, path: session, interface: Self.session, signal: "Closed"
            ) { [weak self] _ in
                self?.release()
                self?.bound = nil
            },
            connection.subscribe(
                sender: DesktopPortal.name, path: DesktopPortal.path, interface: Self.interface,
                signal: "ShortcutsChanged"
            ) { [weak self] in
                guard $0.arguments.count == 2, $0.arguments[0] == .text(session) else { return }
                self?.take(Self.hasKey($0.arguments[1]), of: session)
            },
        ]
        // KDE before Plasma 6 takes the shortcuts with the session; BindShortcuts only opens its settings there.
        if let listed = created.results["shortcuts"] {
            let hasKey = Self.hasKey(listed, isNamed: true)
            guard !hasKey, isWishNew else { return take(hasKey, of: session) }
        }
        let answer = try await portal.ask(
            Self.interface, "BindShortcuts", [.text(session), shortcuts, .text("")], signature: "oa(sa{sv})s")
        try Task.checkCancellation()
        guard answer.outcome == .granted else { return subscriptions = [] }
        // The user may still choose a key in the desktop's settings, which is told later.
        take(Self.hasKey(answer.results["shortcuts"]), of: session)
    }

    private func take(_ isBound: Bool, of session: String) {
        if !isBound { release() }
        bound = isBound ? session : nil
        isRefused = !isBound
    }

    /// Whether ours is among the shortcuts that a portal lists. KDE grants a request and answers with an empty list where
    /// no key was chosen; one without any list is taken at its word.
    /// - Parameter isNamed: without the name of a key there is none.
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
        // Recording does not wait until it is known that it is seen; where it cannot be, it ends.
        Task { [weak self] in
            do { try await self?.ports.becomeSeen() } catch { self?.release() }
        }
    }

    /// What is held by the key ends with it; what is held by the pointer does not.
    private func release() {
        guard isHeld else { return }
        isHeld = false
        ports.send(.holdEnded)
    }
}
