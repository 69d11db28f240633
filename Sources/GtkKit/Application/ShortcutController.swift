// SPDX-License-Identifier: GPL-3.0-or-later
// Shortcut keys that work in the whole window while a widget is in it.

import CGtk
import GioKit

/// The shortcut keys of a part of the window.
public final class ShortcutController: EventController {
    public init() {
        super.init(gtk_shortcut_controller_new())
        gtk_shortcut_controller_set_scope(opaque, GTK_SHORTCUT_SCOPE_GLOBAL)
    }

    /// Adds a key ("<Control>f"). `handler` returns whether it has handled the key.
    public func add(_ keys: String, _ handler: @escaping @MainActor () -> Bool) {
        let box = Unmanaged.passRetained(ShortcutBox(handler))
        let action = gtk_callback_action_new(runShortcut, box.toOpaque(), releaseShortcutBox)
        let shortcut = gtk_shortcut_new(gtk_shortcut_trigger_parse_string(keys), action)
        gtk_shortcut_controller_add_shortcut(opaque, shortcut)
    }
}

private final class ShortcutBox {
    let handler: @MainActor () -> Bool

    init(_ handler: @escaping @MainActor () -> Bool) {
        self.handler = handler
        LiveCounts.addClosures(1)
    }

    deinit {
        LiveCounts.addClosures(-1)
    }
}

private let runShortcut: GtkShortcutFunc = { _, _, data in
    guard let data else { return 0 }
    // GTK calls on the thread of the main loop, which is the main actor's; the box does not escape.
    nonisolated(unsafe) let box = Unmanaged<ShortcutBox>.fromOpaque(data).takeUnretainedValue()
    return MainActor.assumeIsolated { box.handler() } ? 1 : 0
}

private let releaseShortcutBox: GDestroyNotify = { data in
    guard let data else { return }
    Unmanaged<ShortcutBox>.fromOpaque(data).release()
}
