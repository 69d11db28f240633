// SPDX-License-Identifier: GPL-3.0-or-later
// A slider. As in GTK, changing its value from code also calls the change handler.

import CGtk
import GioKit

/// A horizontal slider for a number.
public final class Scale: Widget {
    public init(_ range: ClosedRange<Double>, step: Double, page: Double) {
        super.init(gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, range.lowerBound, range.upperBound, step))
        gtk_scale_set_draw_value(pointer(), 0)
        gtk_range_set_increments(pointer(), step, page)
    }

    public var value: Double {
        get { gtk_range_get_value(pointer()) }
        set { if newValue != value { gtk_range_set_value(pointer(), newValue) } }
    }

    public func onChange(_ handler: @escaping @MainActor (Double) -> Void) {
        connect("value-changed") { [weak self] _ in
            if let self { handler(self.value) }
        }
    }
}
