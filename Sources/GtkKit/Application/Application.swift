// SPDX-License-Identifier: GPL-3.0-or-later
// The GTK application, one instance per session, with its actions and their shortcuts.

import CGtk
public import GioKit

/// Wraps a GtkApplication.
public final class Application: GObjectRef {
    private var actionGuard: BusGuard?
    private var actionAnswer: (@MainActor (String, String) async throws -> Void)?

    /// - Parameters:
    ///   - identifier: The application ID in reverse-DNS form; nil for none.
    ///   - isUnique: False to allow several instances, for tests and demonstrations.
    public init(identifier: String?, isUnique: Bool = true) {
        let flags = isUnique ? G_APPLICATION_DEFAULT_FLAGS : G_APPLICATION_NON_UNIQUE
        // Desktops show this as the title of notifications; without it they use the process name.
        g_set_application_name(ProgramIdentity.title)
        // Screen readers announce this, and docks on X11 use it to find the desktop entry. Set explicitly, since in a
        // service GLib has no arguments to derive it from.
        g_set_prgname(ProgramIdentity.program)
        super.init(adopting: UnsafeMutableRawPointer(gtk_application_new(identifier, flags)))
    }

    /// Calls `handler` when the primary instance has to show itself: at startup, and whenever the program is started
    /// again.
    public func onActivate(_ handler: @escaping @MainActor () -> Void) { on("activate", handler) }

    /// Calls `handler` once GTK is initialized, before any window is open.
    public func onStartup(_ handler: @escaping @MainActor () -> Void) {
        connect("startup", after: true) { _ in handler() }
    }

    /// Runs until the last window is closed or `quit` is called.
    /// - Returns: The exit status.
    public func run() -> Int32 {
        beginGuarding()
        let bridge = MainLoopBridge()
        return withExtendedLifetime(bridge) { g_application_run(pointer(), 0, nil) }
    }

    /// Starts up within a main loop that is already running, in place of `run`.
    /// - Returns: False if the application's objects can't be exported on the bus.
    public func register() -> Bool {
        beginGuarding()
        return g_application_register(pointer(), nil, nil) != 0
    }

    /// Runs without the application's bus name, because another program owns it. Call this before `run` or `register`.
    public func goWithoutName() { g_application_set_flags(pointer(), G_APPLICATION_NON_UNIQUE) }

    /// Activates the application, as the desktop does to open it.
    public func activate() { g_application_activate(pointer()) }

    /// Activates the action "app.name".
    public func activate(action name: String) { g_action_group_activate_action(opaque, name, nil) }

    /// Routes action calls from the bus through `answer`, which receives the caller and the action's name, and may
    /// throw a `BusError` to the caller. GTK itself would accept any caller. Call this once, before `run` or
    /// `register`, since others can call as soon as the application is registered.
    public func guardActions(_ answer: @escaping @MainActor (_ caller: String, _ action: String) async throws -> Void) {
        actionAnswer = answer
    }

    private func beginGuarding() {
        guard let answer = actionAnswer, actionGuard == nil, let connection = BusConnection.sharedSession() else {
            return
        }
        let methods: Set<BusGuard.Method> = [
            BusGuard.Method("org.freedesktop.Application", "ActivateAction"),
            BusGuard.Method("org.gtk.Actions", "Activate"), BusGuard.Method("org.gtk.Actions", "SetState"),
        ]
        actionGuard = BusGuard(connection, holding: methods) { call in
            guard call.method != "SetState", let action = call.arguments.first?.asText else {
                throw BusError.accessDenied("An action's state can't be set from outside.")
            }
            try await answer(call.sender, action)
        }
    }

    /// Keeps the application running without windows until `release`.
    public func hold() { g_application_hold(pointer()) }
    public func release() { g_application_release(pointer()) }

    public func quit() { g_application_quit(pointer()) }

    /// Adds the action "app.name" with its shortcuts ("<Control>h").
    public func addAction(_ name: String, keys: [String] = [], _ handler: @escaping @MainActor () -> Void) {
        guard let action = g_simple_action_new(name, nil) else { return }
        let owned = GObjectRef(adopting: UnsafeMutableRawPointer(action))
        owned.on("activate", handler)
        g_action_map_add_action(opaque, action)
        guard !keys.isEmpty else { return }
        withCStrings(keys) { gtk_application_set_accels_for_action(pointer(), "app.\(name)", $0) }
    }
}

/// Calls `body` with the strings as a NULL-terminated array of C strings.
func withCStrings(_ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Void) {
    let copies = strings.map { g_strdup($0) }
    defer { copies.forEach { g_free($0) } }
    let pointers = copies.map { UnsafePointer<CChar>($0) } + [nil]
    pointers.withUnsafeBufferPointer { buffer in
        if let base = buffer.baseAddress { body(base) }
    }
}
