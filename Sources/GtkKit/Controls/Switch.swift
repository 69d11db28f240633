// SPDX-License-Identifier: GPL-3.0-or-later
// A switch. As in GTK, changing its state from code also calls the change handler.

import CGtk
import GioKit

/// A switch for a setting that is either on or off.
public final class Switch: Widget {
    public init(accessibleLabel: String) {
        super.init(gtk_switch_new())
        setAccessibleLabel(accessibleLabel)
        align(vertical: .center)
    }

    public var isOn: Bool {
        get { gtk_switch_get_active(opaque) != 0 }
        set { if newValue != isOn { gtk_switch_set_active(opaque, newValue ? 1 : 0) } }
    }

    public func onChange(_ handler: @escaping @MainActor (Bool) -> Void) {
        connect("notify::active") { [weak self] _ in
            if let self { handler(self.isOn) }
        }
    }
}
