// SPDX-License-Identifier: GPL-3.0-or-later
// The D-Bus interfaces through which the desktop opens a window, for a program that has not loaded a toolkit:
// org.freedesktop.Application, plus what GTK calls on the first instance when a second one starts. Once the window's
// own application exists, it answers instead. Main thread only.

public import GioKit
import JarvisCore
import JarvisDesktopControl

/// Answers the desktop until withdrawn.
@MainActor
public final class ActivationObject {
    private var exports: [BusExport] = []

    /// - Parameters:
    ///   - admit: Throws a `BusError` for callers that may only use actions that show something.
    ///   - activate: Opens the window and performs the requested action, if any. Throws a `BusError` if it can't.
    /// - Throws: `BusFailure.notExported`.
    public init(
        on connection: BusConnection, admit: @escaping @MainActor (String) async throws -> Void,
        activate: @escaping @MainActor (String?) throws -> Void
    ) throws(BusFailure) {
        let object = BusObject(method: { call in
            switch (call.method, call.arguments.first?.asText) {
            case ("DescribeAll", _): return [.table([:])]
            case ("List", _): return [.list([])]
            // Every other method either takes an action's name as its first argument or, like "Open", has no action.
            case (_, let action):
                if let action, !EntryAction.isShowing(action) { try await admit(call.sender) }
                try activate(action)
            }
            return []
        })
        for introspection in Self.interfaces {
            exports.append(try connection.export(object, at: ProgramIdentity.path, introspection: introspection))
        }
    }

    /// Removes the interfaces, so other objects can provide them. Idempotent.
    public func withdraw() {
        for export in exports { export.withdraw() }
    }

    private static let interfaces = [
        """
        <node><interface name="org.freedesktop.Application">
        <method name="Activate"><arg type="a{sv}" direction="in"/></method>
        <method name="Open"><arg type="as" direction="in"/><arg type="a{sv}" direction="in"/></method>
        <method name="ActivateAction"><arg type="s" direction="in"/><arg type="av" direction="in"/>
        <arg type="a{sv}" direction="in"/></method>
        </interface></node>
        """,
        """
        <node><interface name="org.gtk.Application">
        <method name="Activate"><arg type="a{sv}" direction="in"/></method>
        </interface></node>
        """,
        """
        <node><interface name="org.gtk.Actions">
        <method name="List"><arg type="as" direction="out"/></method>
        <method name="DescribeAll"><arg type="a{s(bgav)}" direction="out"/></method>
        <method name="Activate"><arg type="s" direction="in"/><arg type="av" direction="in"/>
        <arg type="a{sv}" direction="in"/></method>
        </interface></node>
        """,
    ]
}
