// SPDX-License-Identifier: GPL-3.0-or-later
// Applications of the desktop as GIO knows them: their entries, names in the user's language, and their start by
// command or over D-Bus.

import CGio

/// An application could not be started; the reason is GIO's own, in the user's language.
public struct LaunchFailure: Error, Hashable, Sendable {
    public var application: String
    public var reason: String
}

/// An application with its desktop entry. May be used from any thread.
public final class ApplicationEntry: @unchecked Sendable {
    // Unchecked: `raw` is constant, and a GDesktopAppInfo does not change once it is made, and counts its references atomically; see
    // `ApplicationEntryTests.manyThreadsReadOneApplication`.
    fileprivate let raw: OpaquePointer

    /// Takes over a reference.
    private init(adopting raw: OpaquePointer) {
        self.raw = raw
    }

    /// The entry in a file; nil when it is none, is hidden, or its program is not installed.
    public convenience init?(file path: String) {
        guard let raw = g_desktop_app_info_new_from_filename(path) else { return nil }
        self.init(adopting: raw)
    }

    /// The installed application with an id such as "org.gnome.Calculator.desktop".
    public convenience init?(id: String) {
        guard let raw = g_desktop_app_info_new(id) else { return nil }
        self.init(adopting: raw)
    }

    /// The application that opens addresses of a scheme such as "https"; nil when there is none.
    public convenience init?(forScheme scheme: String) {
        guard let raw = g_app_info_get_default_for_uri_scheme(scheme) else { return nil }
        self.init(adopting: raw)
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(raw))
    }

    /// Every installed application whose program is there, in no order. GIO follows the folders by itself.
    public static func all() -> [ApplicationEntry] {
        let list = g_app_info_get_all()
        defer { g_list_free(list) }
        return sequence(first: list) { $0?.pointee.next }.prefix { $0 != nil }.compactMap { item in
            item?.pointee.data.map { ApplicationEntry(adopting: OpaquePointer($0)) }
        }
    }

    /// Such as "org.gnome.Calculator.desktop"; empty for an entry from a file elsewhere.
    public var id: String { text(g_app_info_get_id(raw)) }
    /// In the user's language.
    public var name: String { text(g_app_info_get_name(raw)) }
    /// As the entry has it for the language C.
    public var untranslatedName: String { own(g_desktop_app_info_get_string(raw, "Name")) }
    /// Words that people may look for it by, in the user's language.
    public var keywords: [String] {
        guard let list = g_desktop_app_info_get_keywords(raw) else { return [] }
        return sequence(first: list) { $0 + 1 }.lazy.map(\.pointee).prefix { $0 != nil }.map { text($0) }
    }
    /// True when it is meant to be shown on the desktop that runs.
    public var isShown: Bool { g_app_info_should_show(raw) != 0 }
    /// True when the bus starts it, and not its command.
    public var isStartedByBus: Bool { g_desktop_app_info_get_boolean(raw, "DBusActivatable") != 0 }

    /// Starts it, in a session of its own and with no descriptor of ours. Blocks for as long as the bus or the fork takes.
    /// - Parameters:
    ///   - addresses: the addresses or files to open.
    ///   - variables: those of our environment that it must not get.
    ///   - context: tells the window system who asks, so that the new window gets the focus; made on the main thread,
    ///     where this must then be called as well.
    /// - Throws: `LaunchFailure`. What goes wrong behind the bus is not told.
    public func launch(
        opening addresses: [String] = [], withoutVariables variables: [String] = [], context: LaunchContext? = nil
    ) throws(LaunchFailure) {
        let given = context ?? LaunchContext()
        for variable in variables { g_app_launch_context_unsetenv(given.raw, variable) }
        var list: UnsafeMutablePointer<GList>?
        for address in addresses.reversed() { list = g_list_prepend(list, g_strdup(address)) }
        defer { g_list_free_full(list) { g_free($0) } }
        var error: UnsafeMutablePointer<GError>?
        // Standard input is empty in any case.
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
        // A program that ends at once must not take the request with it.
        if isStartedByBus, let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) {
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

/// Information about a launch for the window system. The plain one has none and may be used
/// anywhere; one of a display, on the main thread only.
public final class LaunchContext {
    let raw: UnsafeMutablePointer<GAppLaunchContext>

    /// A context of no display.
    public init() {
        raw = g_app_launch_context_new()
    }

    /// Takes over a reference on a context that a display has made.
    public init(adopting raw: UnsafeMutableRawPointer) {
        self.raw = raw.assumingMemoryBound(to: GAppLaunchContext.self)
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(raw))
    }

    /// What lets the application's window get the focus, on X11 and on Wayland; nil where the window system gives nothing.
    public func token(for entry: ApplicationEntry) -> String? {
        guard let token = g_app_launch_context_get_startup_notify_id(raw, entry.raw, nil) else { return nil }
        defer { g_free(token) }
        return String(cString: token)
    }
}
