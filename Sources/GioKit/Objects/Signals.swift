// SPDX-License-Identifier: GPL-3.0-or-later
// Signals: one universal GClosure whose box of Swift code is released by GLib's own notification and nowhere else.
// A closure must not hold the object that it is connected to (capture weakly): the object would never die.

import CGio

/// The values of a signal; position 0 is the emitting object.
public struct SignalArguments {
    let values: UnsafeBufferPointer<GValue>
    let result: UnsafeMutablePointer<GValue>?

    public func double(_ index: Int) -> Double { withValue(index, g_value_get_double) }
    public func integer(_ index: Int) -> Int { Int(withValue(index, g_value_get_int)) }
    public func unsigned(_ index: Int) -> UInt32 { withValue(index, g_value_get_uint) }
    public func flags(_ index: Int) -> UInt32 { withValue(index, g_value_get_flags) }
    public func text(_ index: Int) -> String? { withValue(index, g_value_get_string).map { String(cString: $0) } }
    /// A variant, as D-Bus sends them.
    package func busValue(_ index: Int) -> BusValue? { withValue(index, g_value_get_variant).flatMap(BusValue.init) }
    /// The characters of a text that is given with its length in bytes.
    public func characters(text: Int, bytes: Int) -> Int? {
        withValue(text, g_value_get_string).map { Int(g_utf8_strlen($0, gssize(integer(bytes)))) }
    }
    public func object(_ index: Int) -> UnsafeMutableRawPointer? { withValue(index, g_value_get_object) }

    /// Answers a signal that asks for a yes or no.
    public func reply(_ isTrue: Bool) {
        guard let result else { return }
        g_value_set_boolean(result, isTrue ? 1 : 0)
    }

    /// Answers a signal that asks for an object; takes over the caller's reference.
    package func reply(giving object: UnsafeMutableRawPointer) {
        g_value_take_object(result, object)
    }

    private func withValue<Value>(_ index: Int, _ read: (UnsafePointer<GValue>?) -> Value) -> Value {
        precondition(index < values.count, "the signal has \(values.count) arguments")
        return read(values.baseAddress.map { $0 + index })
    }
}

/// A connection that can be ended before its object dies.
public struct SignalConnection {
    package let instance: UnsafeMutableRawPointer
    let identifier: gulong

    /// False when the object has dropped its handlers; it must still be in memory.
    @MainActor
    package var isConnected: Bool { g_signal_handler_is_connected(instance, identifier) != 0 }

    /// Ends the connection and releases the closure; the object must still be alive.
    @MainActor
    public func disconnect() {
        g_signal_handler_disconnect(instance, identifier)
    }
}

extension GObjectRef {
    /// Connects `handler` to a signal (a detail may follow after "::") until the object dies.
    @discardableResult
    public final func connect(
        _ signal: String, after: Bool = false, _ handler: @escaping @MainActor (SignalArguments) -> Void
    ) -> SignalConnection {
        let box = Unmanaged.passRetained(SignalBox(handler))
        let closure = jarvis_closure_new(box.toOpaque(), marshalSignal, releaseSignalBox)
        let identifier = g_signal_connect_closure(raw, signal, closure, after ? 1 : 0)
        return SignalConnection(instance: raw, identifier: identifier)
    }

    /// Connects a handler that does not look at the arguments.
    @discardableResult
    public final func on(_ signal: String, _ handler: @escaping @MainActor () -> Void) -> SignalConnection {
        connect(signal) { _ in handler() }
    }
}

/// The Swift code behind one closure.
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
    // GTK emits on the thread that runs the main loop, which is the main actor's; neither value leaves the call.
    nonisolated(unsafe) let box = Unmanaged<SignalBox>.fromOpaque(data).takeUnretainedValue()
    nonisolated(unsafe) let arguments = SignalArguments(
        values: UnsafeBufferPointer(start: values, count: Int(count)), result: result)
    MainActor.assumeIsolated { box.handler(arguments) }
}

private let releaseSignalBox: GClosureNotify = { data, _ in
    guard let data else { return }
    Unmanaged<SignalBox>.fromOpaque(data).release()
}
