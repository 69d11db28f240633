// SPDX-License-Identifier: GPL-3.0-or-later
// Follows a D-Bus service: its presence, signals and properties; and calls its methods. Nothing blocks or throws:
// without a bus or the service, the handlers are simply not called. Main thread only.

import CGio

/// Follows one object of a service until this is released.
@MainActor
public final class BusProxy {
    /// The session or the system bus.
    public enum Bus: Sendable {
        case session, system
    }

    /// The location of an object on a bus.
    public struct Address: Sendable {
        var bus: Bus
        var name: String
        var path: String
        var interface: String
        /// True to start the service, if the bus knows how to.
        var startsService: Bool

        public init(_ bus: Bus, name: String, path: String, interface: String, startsService: Bool = false) {
            self.bus = bus
            self.name = name
            self.path = path
            self.interface = interface
            self.startsService = startsService
        }
    }

    /// Called when the service has appeared, with its properties known, or has disappeared.
    public var onOwnerChange: (@MainActor () -> Void)?
    /// Called with the name and the arguments of each signal of the object.
    public var onSignal: (@MainActor (String, [BusValue]) -> Void)?
    /// Called when properties have changed.
    public var onPropertiesChange: (@MainActor () -> Void)?

    private var proxy: GObjectRef?
    private let cancellable = GObjectRef(adopting: UnsafeMutableRawPointer(g_cancellable_new()))

    /// Starts following the object. The main loop calls the handlers, never this initializer.
    public init(_ address: Address) {
        let flags = address.startsService ? G_DBUS_PROXY_FLAGS_NONE : G_DBUS_PROXY_FLAGS_DO_NOT_AUTO_START
        let box = ReplyBox { [weak self] proxy in self?.adopt(proxy) }
        g_dbus_proxy_new_for_bus(
            address.bus == .session ? G_BUS_TYPE_SESSION : G_BUS_TYPE_SYSTEM, flags, nil, address.name, address.path,
            address.interface, cancellable.pointer(), proxyMade, Unmanaged.passRetained(box).toOpaque())
    }

    /// True while the service is on the bus.
    public var isThere: Bool {
        guard let proxy, let owner = g_dbus_proxy_get_name_owner(proxy.pointer()) else { return false }
        g_free(owner)
        return true
    }

    /// The last known value of a property; nil if unknown.
    public func property(_ name: String) -> BusValue? {
        guard let proxy, let value = g_dbus_proxy_get_cached_property(proxy.pointer(), name) else { return nil }
        defer { g_variant_unref(value) }
        return BusValue(value)
    }

    /// Calls a method.
    /// - Parameters:
    ///   - method: The method's name, preceded by its interface if that is not the object's own.
    ///   - arguments: A tuple in GVariant's text format.
    ///   - reply: Receives the returned values; nil if the call failed.
    public func call(
        _ method: String, _ arguments: String = "()", reply: (@MainActor ([BusValue]?) -> Void)? = nil
    ) {
        guard let proxy, let parameters = g_variant_parse(nil, arguments, nil, nil, nil) else { return }
        let box = ReplyBox { result in
            reply?(result.flatMap { BusValue(OpaquePointer($0)) }?.asList)
        }
        g_dbus_proxy_call(
            proxy.pointer(), method, parameters, G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, cancellable.pointer(),
            callDone, Unmanaged.passRetained(box).toOpaque())
        g_variant_unref(parameters)
    }

    /// Calls a method without arguments, and doesn't wait for the reply.
    public func callAndForget(_ method: String) {
        guard let proxy, isThere else { return }
        g_dbus_proxy_call(proxy.pointer(), method, nil, G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, nil, nil, nil)
    }

    private func adopt(_ made: UnsafeMutableRawPointer?) {
        guard let made else { return }
        let proxy = GObjectRef(retaining: made)
        self.proxy = proxy
        proxy.on("notify::g-name-owner") { [weak self] in self?.onOwnerChange?() }
        proxy.on("g-properties-changed") { [weak self] in self?.onPropertiesChange?() }
        proxy.connect("g-signal") { [weak self] arguments in
            guard let name = arguments.text(2) else { return }
            self?.onSignal?(name, arguments.busValue(3)?.asList ?? [])
        }
        if isThere { onOwnerChange?() }
    }

    isolated deinit {
        g_cancellable_cancel(cancellable.pointer())
    }
}

/// The Swift code that waits for a reply. Called once, with an object or a variant that is valid only during the call.
private final class ReplyBox {
    private let handler: @MainActor (UnsafeMutableRawPointer?) -> Void

    init(_ handler: @escaping @MainActor (UnsafeMutableRawPointer?) -> Void) {
        self.handler = handler
    }

    func call(_ result: UnsafeMutableRawPointer?) {
        // Answers come on the thread of the main loop, which is the main actor's; the value does not escape.
        nonisolated(unsafe) let result = result
        let handler = handler
        MainActor.assumeIsolated { handler(result) }
    }
}

private let proxyMade: GAsyncReadyCallback = { _, result, data in
    guard let data else { return }
    let box = Unmanaged<ReplyBox>.fromOpaque(data).takeRetainedValue()
    let proxy = g_dbus_proxy_new_for_bus_finish(result, nil)
    box.call(proxy.map { UnsafeMutableRawPointer($0) })
    if let proxy { g_object_unref(proxy) }
}

private let callDone: GAsyncReadyCallback = { source, result, data in
    guard let data else { return }
    let box = Unmanaged<ReplyBox>.fromOpaque(data).takeRetainedValue()
    let reply = source.flatMap { source in
        source.withMemoryRebound(to: GDBusProxy.self, capacity: 1) { g_dbus_proxy_call_finish($0, result, nil) }
    }
    box.call(reply.map { UnsafeMutableRawPointer($0) })
    if let reply { g_variant_unref(reply) }
}
