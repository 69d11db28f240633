// SPDX-License-Identifier: GPL-3.0-or-later
// The GTK application: one instance per session, its actions and their keys.

import CGtk
public import GioKit

/// A GtkApplication.
public final class Application: GObjectRef {
    private var actionGuard: BusGuard?
    private var actionAnswer: (@MainActor (String, String) async throws -> Void)?

    /// - Parameters:
    ///   - identifier: reverse-DNS name; nil for none.
    ///   - isUnique: false lets several run at once (tests, demonstrations).
    public init(identifier: String?, isUnique: Bool = true) {
        let flags = isUnique ? G_APPLICATION_DEFAULT_FLAGS : G_APPLICATION_NON_UNIQUE
        // Desktops head notifications by it; without one they take the name of the process.
        g_set_application_name(ProgramIdentity.title)
        // Screen readers call it so, and docks on X11 find its desktop entry by it. In a service GLib knows no arguments to
        // take it from.
        g_set_prgname(ProgramIdentity.program)
        super.init(adopting: UnsafeMutableRawPointer(gtk_application_new(identifier, flags)))
    }

    /// The primary instance has been asked to show itself: at start, and whenever the program is started again.
    public func onActivate(_ handler: @escaping @MainActor () -> Void) { on("activate", handler) }

    /// GTK is up, no window is open yet.
    public func onStartup(_ handler: @escaping @MainActor () -> Void) {
        connect("startup", after: true) { _ in handler() }
    }

    /// Runs until the last window is closed or `quit` is called; returns the exit status.
    public func run() -> Int32 {
        beginGuarding()
        let bridge = MainLoopBridge()
        return withExtendedLifetime(bridge) { g_application_run(pointer(), 0, nil) }
    }

    /// Starts up within a main loop that runs already, in the place of `run`.
    /// - Returns: false where its objects cannot be offered on the bus.
    public func register() -> Bool {
        beginGuarding()
        return g_application_register(pointer(), nil, nil) != 0
    }

    /// Leaves the name of the application to who has it. Before `run` or `register`.
    public func goWithoutName() { g_application_set_flags(pointer(), G_APPLICATION_NON_UNIQUE) }

    /// Does what the desktop does when it opens the application.
    public func activate() { g_application_activate(pointer()) }

    /// Does what "app.name" does.
    public func activate(action name: String) { g_action_group_activate_action(opaque, name, nil) }

    /// Has calls of actions over the bus answered by `answer`, which gets who calls and the action's name, instead of by GTK, which
    /// takes any caller. `answer` throws a `BusError` for the caller. Once, before `run` or `register`: from the moment on in
    /// which the application is registered, others can call.
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
                throw BusError.accessDenied("The state of an action is not set from outside.")
            }
            try await answer(call.sender, action)
        }
    }

    /// Keeps the application running without windows until `release`.
    public func hold() { g_application_hold(pointer()) }
    public func release() { g_application_release(pointer()) }

    public func quit() { g_application_quit(pointer()) }

    /// Adds "app.name" with the keys that activate it ("<Control>h").
    public func addAction(_ name: String, keys: [String] = [], _ handler: @escaping @MainActor () -> Void) {
        guard let action = g_simple_action_new(name, nil) else { return }
        let owned = GObjectRef(adopting: UnsafeMutableRawPointer(action))
        owned.on("activate", handler)
        g_action_map_add_action(opaque, action)
        guard !keys.isEmpty else { return }
        withCStrings(keys) { gtk_application_set_accels_for_action(pointer(), "app.\(name)", $0) }
    }
}

/// Calls `body` with a NULL-terminated array of C strings.
func withCStrings(_ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Void) {
    let copies = strings.map { g_strdup($0) }
    defer { copies.forEach { g_free($0) } }
    let pointers = copies.map { UnsafePointer<CChar>($0) } + [nil]
    pointers.withUnsafeBufferPointer { buffer in
        if let base = buffer.baseAddress { body(base) }
    }
}
