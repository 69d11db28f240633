// SPDX-License-Identifier: GPL-3.0-or-later
// Shows symbolic icons of the icon theme.

import CGtk
import GioKit

/// A symbolic icon, found by its name in the icon theme. It is larger beside larger text, as far as a button has room.
public final class Image: Widget {
    private static let largestGrowth = 1.4

    /// - Parameter pixels: The size at the usual size of text, in logical pixels.
    public init(icon: String, pixels: Int) {
        super.init(gtk_image_new_from_icon_name(icon))
        setSize(pixels: pixels)
    }

    public func setSize(pixels: Int) {
        let growth = min(max(1, TextScale.current), Self.largestGrowth)
        gtk_image_set_pixel_size(opaque, gint((Double(pixels) * growth).rounded()))
    }
    public func setIcon(_ name: String) { gtk_image_set_from_icon_name(opaque, name) }
}
