// SPDX-License-Identifier: GPL-3.0-or-later
// Finds desktop applications through GIO, reads their entries and their names in the user's language, and launches them
// by command or over D-Bus.

import CGio

/// An application that could not be started, with GIO's reason in the user's language.
public struct LaunchFailure: Error, Hashable, Sendable {
    public var application: String
    public var reason: String
}

/// An installed application, as its desktop entry describes it. May be used from any thread.
public final class ApplicationEntry: @unchecked Sendable {
    // Unchecked: `raw` is constant; a GDesktopAppInfo is immutable once created and has an atomic reference count.
    // See `ApplicationEntryTests.manyThreadsReadOneApplication`.
    fileprivate let raw: OpaquePointer

    /// Creates an entry that takes over the caller's reference.
    private init(adopting raw: OpaquePointer) {
        self.raw = raw
    }

    /// The entry in a file; nil if it is invalid or hidden, or if its program is not installed.
    public convenience init?(file path: String) {
        guard let raw = g_desktop_app_info_new_from_filename(path) else { return nil }
        self.init(adopting: raw)
    }

    /// The installed application with an id such as "org.gnome.Calculator.desktop".
    public convenience init?(id: String) {
        guard let raw = g_desktop_app_info_new(id) else { return nil }
        self.init(adopting: raw)
    }

    /// The default application for a scheme such as "https"; nil if there is none.
    public convenience init?(forScheme scheme: String) {
        guard let raw = g_app_info_get_default_for_uri_scheme(scheme) else { return nil }
        self.init(adopting: raw)
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(raw))
    }

    /// All installed applications whose programs exist, in no particular order. GIO watches the folders itself.
    public static func all() -> [ApplicationEntry] {
        let list = g_app_info_get_all()
        defer { g_list_free(list) }
        return sequence(first: list) { $0?.pointee.next }.prefix { $0 != nil }.compactMap { item in
            item?.pointee.data.map { ApplicationEntry(adopting: OpaquePointer($0)) }
        }
    }

    /// The entry's id, such as "org.gnome.Calculator.desktop"; empty for an entry from a file elsewhere.
    public var id: String { text(g_app_info_get_id(raw)) }
    /// The name in the user's language.
    public var name: String { text(g_app_info_get_name(raw)) }
    /// The name in the entry for the C locale.
    public var untranslatedName: String { own(g_desktop_app_info_get_string(raw, "Name")) }
    /// Search terms for the application, in the user's language.
    public var keywords: [String] {
        guard let list = g_desktop_app_info_get_keywords(raw) else { return [] }
        return sequence(first: list) { $0 + 1 }.lazy.map(\.pointee).prefix { $0 != nil }.map { text($0) }
    }
    /// True if the current desktop should show the application.
    public var isShown: Bool { g_app_info_should_show(raw) != 0 }
    /// True if the application is started over D-Bus instead of by its command.
    public var isStartedByBus: Bool { g_desktop_app_info_get_boolean(raw, "DBusActivatable") != 0 }

    /// Starts the application in its own session, with none of our descriptors. Blocks until the bus has replied
    /// or the fork is done.
    /// - Parameters:
    ///   - addresses: The addresses or files to open.
    ///   - variables: Environment variables to withhold from the application.
    ///   - context: Identifies the requester to the window system, so that the new window gets the focus. If it was
    ///     created for a display, call this on the main thread.
    /// - Throws: `LaunchFailure`. Failures after the bus has accepted the request are not reported.
    public func launch(
        opening addresses: [String] = [], withoutVariables variables: [String] = [], context: LaunchContext? = nil
    ) throws(LaunchFailure) {
        let given = context ?? LaunchContext()
        for variable in variables { g_app_launch_context_unsetenv(given.raw, variable) }
        var list: UnsafeMutablePointer<GList>?
        for address in addresses.reversed() { list = g_list_prepend(list, g_strdup(address)) }
        defer { g_list_free_full(list) { g_free($0) } }
        var error: UnsafeMutablePointer<GError>?
        // Give the application an empty standard input.
        let flags = GSpawnFlags(
            rawValue: G_SPAWN_SEARCH_PATH.rawValue | G_SPAWN_STDOUT_TO_DEV_NULL.rawValue
                | G_SPAWN_STDERR_TO_DEV_NULL.rawValue)
        let isStarted = g_desktop_app_info_launch_uris_as_manager(
            raw, list, given.raw, flags, beginSession, nil, nil, nil, &error)
        if isStarted == 0 {
            let reason = error.flatMap { $0.pointee.message }.map { String(cString: $0) } ?? ""
            g_clear_error(&error)
            throw LaunchFailure(application: name, reason: reason)
        }
        // A command-line program may end at once, so wait until the request has been sent. A program with a window must
        // not block.
        if context == nil, isStartedByBus, let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) {
            g_dbus_connection_flush_sync(bus, nil, nil)
            g_object_unref(UnsafeMutableRawPointer(bus))
        }
    }

    private func text(_ borrowed: UnsafePointer<CChar>?) -> String { borrowed.map { String(cString: $0) } ?? "" }

    private func own(_ owned: UnsafeMutablePointer<CChar>?) -> String {
        defer { g_free(owned) }
        return text(owned)
    }
}

private let beginSession: GSpawnChildSetupFunc = { jarvis_begin_session($0) }

/// Information about a launch for the window system. The plain context has none, and works on any thread; the context
/// of a display is for the main thread only.
public final class LaunchContext {
    let raw: UnsafeMutablePointer<GAppLaunchContext>

    /// Creates a context without a display.
    public init() {
        raw = g_app_launch_context_new()
    }

    /// Creates a context from a display's own, and takes over the reference.
    public init(adopting raw: UnsafeMutableRawPointer) {
        self.raw = raw.assumingMemoryBound(to: GAppLaunchContext.self)
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(raw))
    }

    /// The token that gives the focus to the application's window, on X11 and Wayland; nil if the window system has
    /// none.
    public func token(for entry: ApplicationEntry) -> String? {
        guard let token = g_app_launch_context_get_startup_notify_id(raw, entry.raw, nil) else { return nil }
        defer { g_free(token) }
        return String(cString: token)
    }
}
