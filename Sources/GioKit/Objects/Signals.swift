// SPDX-License-Identifier: GPL-3.0-or-later
// Connects Swift closures to signals through one universal GClosure. Its box of Swift code is released only by GLib's
// own notification. A closure must not hold the object that it is connected to (capture it weakly), or the object would
// never be freed.

import CGio

/// The arguments of a signal; the one at position 0 is the emitting object.
public struct SignalArguments {
    let values: UnsafeBufferPointer<GValue>
    let result: UnsafeMutablePointer<GValue>?

    public func double(_ index: Int) -> Double { withValue(index, g_value_get_double) }
    public func integer(_ index: Int) -> Int { Int(withValue(index, g_value_get_int)) }
    public func unsigned(_ index: Int) -> UInt32 { withValue(index, g_value_get_uint) }
    public func flags(_ index: Int) -> UInt32 { withValue(index, g_value_get_flags) }
    public func text(_ index: Int) -> String? { withValue(index, g_value_get_string).map { String(cString: $0) } }
    /// A D-Bus value passed as a variant.
    package func busValue(_ index: Int) -> BusValue? { withValue(index, g_value_get_variant).flatMap(BusValue.init) }
    /// The number of characters in a text whose length is given in bytes.
    public func characters(text: Int, bytes: Int) -> Int? {
        withValue(text, g_value_get_string).map { Int(g_utf8_strlen($0, gssize(integer(bytes)))) }
    }
    public func object(_ index: Int) -> UnsafeMutableRawPointer? { withValue(index, g_value_get_object) }

    /// Returns yes or no from a signal handler.
    public func reply(_ isTrue: Bool) {
        guard let result else { return }
        g_value_set_boolean(result, isTrue ? 1 : 0)
    }

    /// Returns an object from a signal handler; takes over the caller's reference.
    package func reply(giving object: UnsafeMutableRawPointer) {
        g_value_take_object(result, object)
    }

    private func withValue<Value>(_ index: Int, _ read: (UnsafePointer<GValue>?) -> Value) -> Value {
        precondition(index < values.count, "the signal has \(values.count) arguments")
        return read(values.baseAddress.map { $0 + index })
    }
}

/// A connection to a signal, which can be ended before the object is freed.
public struct SignalConnection {
    package let instance: UnsafeMutableRawPointer
    let identifier: gulong

    /// False if the object has dropped its handlers. The object must still be in memory.
    @MainActor
    package var isConnected: Bool { g_signal_handler_is_connected(instance, identifier) != 0 }

    /// Ends the connection and releases the closure. The object must still exist.
    @MainActor
    public func disconnect() {
        g_signal_handler_disconnect(instance, identifier)
    }
}

extension GObjectRef {
    /// Connects `handler` to a signal until the object is freed. A detail may follow the signal's name after "::".
    @discardableResult
    public final func connect(
        _ signal: String, after: Bool = false, _ handler: @escaping @MainActor (SignalArguments) -> Void
    ) -> SignalConnection {
        let box = Unmanaged.passRetained(SignalBox(handler))
        let closure = jarvis_closure_new(box.toOpaque(), marshalSignal, releaseSignalBox)
        let identifier = g_signal_connect_closure(raw, signal, closure, after ? 1 : 0)
        return SignalConnection(instance: raw, identifier: identifier)
    }

    /// Connects a handler that needs no arguments.
    @discardableResult
    public final func on(_ signal: String, _ handler: @escaping @MainActor () -> Void) -> SignalConnection {
        connect(signal) { _ in handler() }
    }
}

/// The Swift code of one closure.
final class SignalBox {
    let handler: @MainActor (SignalArguments) -> Void

    init(_ handler: @escaping @MainActor (SignalArguments) -> Void) {
        self.handler = handler
        LiveCounts.addClosures(1)
    }

    deinit {
        LiveCounts.addClosures(-1)
    }
}

private let marshalSignal: GClosureMarshal = { closure, result, count, values, _, _ in
    guard let closure, let data = jarvis_closure_data(closure) else { return }
    // GTK emits on the thread that runs the main loop, which is the main actor's; neither value escapes.
    nonisolated(unsafe) let box = Unmanaged<SignalBox>.fromOpaque(data).takeUnretainedValue()
    nonisolated(unsafe) let arguments = SignalArguments(
        values: UnsafeBufferPointer(start: values, count: Int(count)), result: result)
    MainActor.assumeIsolated { box.handler(arguments) }
}

private let releaseSignalBox: GClosureNotify = { data, _ in
    guard let data else { return }
    Unmanaged<SignalBox>.fromOpaque(data).release()
}
