// SPDX-License-Identifier: GPL-3.0-or-later
// Lays out widgets in lines that wrap like words. Tab and arrow keys move directly from child to child, without the
// extra focus stops of GtkFlowBox.

import CGtk
import GioKit

/// Arranges children in lines, each child at its natural width.
public final class WrapBox: Widget {
    /// - Parameter spacing: The distance between the children of a line, in logical pixels.
    public init(spacing: Int, _ children: [Widget]) {
        super.init(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        LayoutFigure.spacing.set(spacing, on: widget)
        gtk_widget_set_layout_manager(widget, gtk_custom_layout_new(requestHeight, measureWrap, allocateWrap))
        for child in children { gtk_box_append(pointer(), child.widget) }
    }
}

/// A child and its natural size at its allotted width.
private struct WrapItem {
    var widget: UnsafeMutablePointer<GtkWidget>
    var x: Int
    var width: Int
    var height: Int
}

/// The lines at one width.
private func lines(of box: UnsafeMutablePointer<GtkWidget>, width: Int) -> [[WrapItem]] {
    let spacing = LayoutFigure.spacing.read(from: box)
    var lines: [[WrapItem]] = []
    var x = 0
    for child in laidOutChildren(of: box) {
        let natural = min(measured(child, GTK_ORIENTATION_HORIZONTAL, for: -1).natural, max(1, width))
        if lines.isEmpty || x + natural > width {
            lines.append([])
            x = 0
        }
        let height = measured(child, GTK_ORIENTATION_VERTICAL, for: natural).natural
        lines[lines.count - 1].append(WrapItem(widget: child, x: x, width: natural, height: height))
        x += natural + spacing
    }
    return lines
}

private let measureWrap: GtkCustomMeasureFunc = { box, orientation, size, minimum, natural, _, _ in
    guard let box else { return }
    if orientation == GTK_ORIENTATION_HORIZONTAL {
        let widths = laidOutChildren(of: box).map { measured($0, orientation, for: -1) }
        let spacing = LayoutFigure.spacing.read(from: box) * max(0, widths.count - 1)
        minimum?.pointee = gint(widths.map(\.minimum).max() ?? 0)
        natural?.pointee = gint(widths.map(\.natural).reduce(spacing, +))
        return
    }
    let width = size >= 0 ? Int(size) : Int.max / 2
    let height = lines(of: box, width: width).map { $0.map(\.height).max() ?? 0 }.reduce(0, +)
    minimum?.pointee = gint(height)
    natural?.pointee = gint(height)
}

private let allocateWrap: GtkCustomAllocateFunc = { box, width, _, _ in
    guard let box else { return }
    let isRightToLeft = gtk_widget_get_direction(box) == GTK_TEXT_DIR_RTL
    var y = 0
    for line in lines(of: box, width: Int(width)) {
        let height = line.map(\.height).max() ?? 0
        for item in line {
            let x = isRightToLeft ? Int(width) - item.x - item.width : item.x
            var area = GtkAllocation(x: gint(x), y: gint(y), width: gint(item.width), height: gint(height))
            gtk_widget_size_allocate(item.widget, &area, -1)
        }
        y += height
    }
}
