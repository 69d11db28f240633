// SPDX-License-Identifier: GPL-3.0-or-later
// A button; what is painted under its child can be glass.

import CGtk
import GioKit

/// Something to press.
public class Button: Widget {
    public init(label: String) {
        super.init(PaintedType.make(PaintedType.button))
        setLabel(label)
    }

    /// A button around any widget; `accessibleLabel` is its name.
    public init(_ child: Widget, accessibleLabel: String) {
        super.init(PaintedType.make(PaintedType.button))
        setChild(child)
        setAccessibleLabel(accessibleLabel)
    }

    /// An icon with its name as tooltip and accessible name.
    public init(icon: String, pixels: Int, label: String) {
        super.init(PaintedType.make(PaintedType.button))
        let image = Image(icon: icon, pixels: pixels)
        image.setRole(.none)
        setChild(image)
        setTooltip(label)
        setAccessibleLabel(label)
    }

    /// A button that another object owns.
    init(wrapping button: UnsafeMutablePointer<GtkWidget>) { super.init(button) }

    public final func setChild(_ child: Widget) { gtk_button_set_child(pointer(), child.widget) }
    public final func setLabel(_ label: String) { gtk_button_set_label(pointer(), label) }
    public final func onClick(_ handler: @escaping @MainActor () -> Void) { on("clicked", handler) }
}
