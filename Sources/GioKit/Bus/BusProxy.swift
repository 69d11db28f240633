// SPDX-License-Identifier: GPL-3.0-or-later
// A service on D-Bus as this program sees it: whether it is there, its signals, its properties, calls. Nothing blocks
// and nothing fails: where there is no bus, or no such service, there is silence. Main thread only.

import CGio

/// Follows one object of one service until it is released.
@MainActor
public final class BusProxy {
    /// Which of the two buses.
    public enum Bus: Sendable {
        case session, system
    }

    /// Where the object is.
    public struct Address: Sendable {
        var bus: Bus
        var name: String
        var path: String
        var interface: String
        /// True starts the service where the bus knows how to.
        var startsService: Bool

        public init(_ bus: Bus, name: String, path: String, interface: String, startsService: Bool = false) {
            self.bus = bus
            self.name = name
            self.path = path
            self.interface = interface
            self.startsService = startsService
        }
    }

    /// The service has come (its properties are known by then), or has gone.
    public var onOwnerChange: (@MainActor () -> Void)?
    /// The object has sent a signal with these arguments.
    public var onSignal: (@MainActor (String, [BusValue]) -> Void)?
    /// Properties have changed.
    public var onPropertiesChange: (@MainActor () -> Void)?

    private var proxy: GObjectRef?
    private let cancellable = GObjectRef(adopting: UnsafeMutableRawPointer(g_cancellable_new()))

    /// Begins to follow the object; the handlers are called from the main loop, never from here.
    public init(_ address: Address) {
        let flags = address.startsService ? G_DBUS_PROXY_FLAGS_NONE : G_DBUS_PROXY_FLAGS_DO_NOT_AUTO_START
        let box = ReplyBox { [weak self] proxy in self?.adopt(proxy) }
        g_dbus_proxy_new_for_bus(
            address.bus == .session ? G_BUS_TYPE_SESSION : G_BUS_TYPE_SYSTEM, flags, nil, address.name, address.path,
            address.interface, cancellable.pointer(), proxyMade, Unmanaged.passRetained(box).toOpaque())
    }

    /// True while the service is offered on the bus.
    public var isThere: Bool {
        guard let proxy, let owner = g_dbus_proxy_get_name_owner(proxy.pointer()) else { return false }
        g_free(owner)
        return true
    }

    /// A property as it was last told; nil when it is not known.
    public func property(_ name: String) -> BusValue? {
        guard let proxy, let value = g_dbus_proxy_get_cached_property(proxy.pointer(), name) else { return nil }
        defer { g_variant_unref(value) }
        return BusValue(value)
    }

    /// Calls a method.
    /// - Parameters:
    ///   - method: a name, with its interface before it when that is not the object's own.
    ///   - arguments: a tuple in GVariant's text format.
    ///   - reply: gets what came back; nil when the call failed.
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

    /// Calls a method without arguments without waiting for its answer.
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

/// The Swift code that waits for an answer; called once, with an object or a variant that the call lends.
private final class ReplyBox {
    private let handler: @MainActor (UnsafeMutableRawPointer?) -> Void

    init(_ handler: @escaping @MainActor (UnsafeMutableRawPointer?) -> Void) {
        self.handler = handler
    }

    func call(_ result: UnsafeMutableRawPointer?) {
        // Answers come on the thread of the main loop, which is the main actor's; the value does not leave the call.
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
