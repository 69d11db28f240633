// SPDX-License-Identifier: GPL-3.0-or-later
// Menus whose items activate the application's actions; GTK shows the actions' shortcuts.

import CGtk
public import GioKit

/// The items of a menu, in sections.
public final class Menu: GObjectRef {
    /// An item of a menu: its label, and the action that it activates ("app.mute").
    public struct Entry: Hashable, Sendable {
        public var title: String
        public var action: String

        public init(_ title: String, _ action: String) {
            self.title = title
            self.action = action
        }
    }

    public init(_ sections: [[Entry]]) {
        super.init(adopting: UnsafeMutableRawPointer(g_menu_new()))
        for entries in sections {
            guard let section = g_menu_new() else { continue }
            for entry in entries { g_menu_append(section, entry.title, entry.action) }
            g_menu_append_section(
                opaque, nil, UnsafeMutableRawPointer(section).assumingMemoryBound(to: GMenuModel.self))
            g_object_unref(UnsafeMutableRawPointer(section))
        }
    }
}
