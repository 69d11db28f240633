// SPDX-License-Identifier: GPL-3.0-or-later
// Shows a child at an offset, for content that slides in: moving it changes a transform, without laying out the content
// again.

import CGtk
import GioKit

/// A container with a single child, which is shifted down by an offset.
public final class OffsetBin: Widget {
    public init(_ child: Widget) {
        super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        gtk_widget_set_layout_manager(widget, gtk_custom_layout_new(requestHeight, measureChild, allocateChild))
        gtk_box_append(pointer(), child.widget)
    }

    /// Sets how far below its normal place the child is shown, in logical pixels.
    public func setOffset(_ pixels: Double) {
        let steps = Int((pixels * LayoutFigure.offsetSteps).rounded())
        guard LayoutFigure.offset.read(from: widget) != steps else { return }
        LayoutFigure.offset.set(steps, on: widget)
        gtk_widget_queue_allocate(widget)
    }
}

private let measureChild: GtkCustomMeasureFunc = { bin, orientation, size, minimum, natural, _, _ in
    guard let bin, let child = gtk_widget_get_first_child(bin) else { return }
    let wanted = measured(child, orientation, for: Int(size))
    minimum?.pointee = gint(wanted.minimum)
    natural?.pointee = gint(wanted.natural)
}

private let allocateChild: GtkCustomAllocateFunc = { bin, width, height, baseline in
    guard let bin, let child = gtk_widget_get_first_child(bin) else { return }
    let offset = Double(LayoutFigure.offset.read(from: bin)) / LayoutFigure.offsetSteps
    var place = graphene_point_t(x: 0, y: Float(offset))
    gtk_widget_allocate(child, width, height, baseline, gsk_transform_translate(nil, &place))
}
