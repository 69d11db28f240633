// SPDX-License-Identifier: GPL-3.0-or-later
// A button. A picture, such as glass, can be painted below its child.

import CGtk
import GioKit

/// A push button, with a text, an icon or any other widget inside.
public class Button: Widget {
    public init(label: String) {
        super.init(PaintedType.make(PaintedType.button))
        setLabel(label)
    }

    /// Creates a button around any widget; `accessibleLabel` names it for assistive technology.
    public init(_ child: Widget, accessibleLabel: String) {
        super.init(PaintedType.make(PaintedType.button))
        setChild(child)
        setAccessibleLabel(accessibleLabel)
    }

    /// Creates a button with an icon; `label` is both its tooltip and its accessible name.
    public init(icon: String, pixels: Int, label: String) {
        super.init(PaintedType.make(PaintedType.button))
        let image = Image(icon: icon, pixels: pixels)
        image.setRole(.none)
        setChild(image)
        setTooltip(label)
        setAccessibleLabel(label)
    }

    /// Wraps a button that another object owns.
    init(wrapping button: UnsafeMutablePointer<GtkWidget>) { super.init(button) }

    public final func setChild(_ child: Widget) { gtk_button_set_child(pointer(), child.widget) }
    public final func setLabel(_ label: String) { gtk_button_set_label(pointer(), label) }
    public final func onClick(_ handler: @escaping @MainActor () -> Void) { on("clicked", handler) }
}
