// SPDX-License-Identifier: GPL-3.0-or-later
// A button that is either pressed or not.

import CGtk
import GioKit

/// A button that stays pressed until it is pressed again.
public final class ToggleButton: Widget {
    /// Creates a toggle around any widget; `accessibleLabel` names it for assistive technology.
    public init(_ child: Widget, accessibleLabel: String) {
        super.init(gtk_toggle_button_new())
        gtk_button_set_child(pointer(), child.widget)
        setAccessibleLabel(accessibleLabel)
    }

    public var isOn: Bool {
        get { gtk_toggle_button_get_active(pointer()) != 0 }
        set { if newValue != isOn { gtk_toggle_button_set_active(pointer(), newValue ? 1 : 0) } }
    }

    public func onChange(_ handler: @escaping @MainActor () -> Void) { on("toggled", handler) }
}
