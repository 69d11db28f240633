// SPDX-License-Identifier: GPL-3.0-or-later
// The functions that GIO calls for exported objects, on the thread of the main loop, which is the main actor's.

import CGio

let methodCalled: GDBusInterfaceMethodCallFunc = { _, sender, _, _, method, parameters, invocation, data in
    guard let data, let invocation else { return }
    let call = BusCall(
        sender: sender.map { String(cString: $0) } ?? "", method: method.map { String(cString: $0) } ?? "",
        arguments: parameters.flatMap { BusValue($0)?.asList } ?? [])
    let box = Unmanaged<ExportBox>.fromOpaque(data).takeUnretainedValue()
    // The call's reference becomes the wrapper's; neither leaves the thread of the main loop, where GLib calls.
    nonisolated(unsafe) let raw = UnsafeMutableRawPointer(invocation)
    MainActor.assumeIsolated { box.answer(call, GObjectRef(adopting: raw)) }
}

let propertyAsked: GDBusInterfaceGetPropertyFunc = { _, _, _, _, property, error, data in
    guard let data, let property else { return nil }
    let name = String(cString: property)
    let box = Unmanaged<ExportBox>.fromOpaque(data).takeUnretainedValue()
    // GLib calls on the thread of the main loop, which is the main actor's; the value does not escape.
    nonisolated(unsafe) var value: OpaquePointer?
    let failure = MainActor.assumeIsolated { () -> BusError? in
        do {
            value = try box.value(of: name)
            return nil
        } catch {
            return ExportBox.sent(error)
        }
    }
    if let failure { error?.pointee = g_dbus_error_new_for_dbus_error(failure.name, failure.message) }
    return value
}

let propertySet: GDBusInterfaceSetPropertyFunc = { _, _, _, _, property, value, error, data in
    guard let data, let property, let value = value.flatMap({ BusValue($0) }) else { return 0 }
    let name = String(cString: property)
    let box = Unmanaged<ExportBox>.fromOpaque(data).takeUnretainedValue()
    let failure = MainActor.assumeIsolated { () -> BusError? in
        do {
            try box.object.setProperty(name, value)
            return nil
        } catch {
            return ExportBox.sent(error)
        }
    }
    if let failure { error?.pointee = g_dbus_error_new_for_dbus_error(failure.name, failure.message) }
    return failure == nil ? 1 : 0
}

let releaseExportBox: GDestroyNotify = { data in
    guard let data else { return }
    Unmanaged<ExportBox>.fromOpaque(data).release()
}
