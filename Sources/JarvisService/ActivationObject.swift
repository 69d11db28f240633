// SPDX-License-Identifier: GPL-3.0-or-later
// What the desktop opens a window by, for a program that has no toolkit yet: org.freedesktop.Application, and for a window's
// own program that comes a moment too late, what GTK asks the first one. Once the window's own application is there, it
// answers instead. Main thread only.

public import GioKit
import JarvisCore
import JarvisDesktopControl

/// Answers the desktop until it is withdrawn.
@MainActor
public final class ActivationObject {
    private var exports: [BusExport] = []

    /// - Parameters:
    ///   - admit: throws a `BusError` for those who may not have an action done that does more than show something.
    ///   - activate: opens the window, with the action that was asked for besides; throws a `BusError` where it cannot.
    /// - Throws: `BusFailure.notExported`.
    public init(
        on connection: BusConnection, admit: @escaping @MainActor (String) async throws -> Void,
        activate: @escaping @MainActor (String?) throws -> Void
    ) throws(BusFailure) {
        let object = BusObject(method: { call in
            switch (call.method, call.arguments.first?.asText) {
            case ("DescribeAll", _): return [.table([:])]
            case ("List", _): return [.list([])]
            // Of the methods that are left, those of actions have a name in front, and "Open" has none.
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

    /// Leaves the interfaces to other objects. Idempotent.
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
