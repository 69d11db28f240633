// SPDX-License-Identifier: GPL-3.0-or-later
// Shows symbolic icons of the icon theme.

import CGtk
import GioKit

/// A symbolic icon, found by its name in the icon theme.
public final class Image: Widget {
    public init(icon: String, pixels: Int) {
        super.init(gtk_image_new_from_icon_name(icon))
        gtk_image_set_pixel_size(opaque, gint(pixels))
    }

    public func setSize(pixels: Int) { gtk_image_set_pixel_size(opaque, gint(pixels)) }
    public func setIcon(_ name: String) { gtk_image_set_from_icon_name(opaque, name) }
}
