// SPDX-License-Identifier: GPL-3.0-or-later
// Lays out children in a grid with as many equal columns as fit. Hidden children leave no gap. Tab and arrow keys move
// directly from child to child, without the extra focus stops of GtkFlowBox.

import CGtk
import GioKit

/// Arranges children in rows of equal columns.
public final class AdaptiveGrid: Widget {
    /// - Parameters:
    ///   - columnWidth: The minimum width of a column in logical pixels, if there are several.
    ///   - maximumColumns: The most columns.
    ///   - spacing: The distance between columns and between rows, in logical pixels.
    public init(columnWidth: Int, maximumColumns: Int, spacing: Int) {
        super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        LayoutFigure.columnWidth.set(columnWidth, on: widget)
        LayoutFigure.columnCount.set(maximumColumns, on: widget)
        LayoutFigure.spacing.set(spacing, on: widget)
        gtk_widget_set_layout_manager(widget, gtk_custom_layout_new(requestHeight, measureGrid, allocateGrid))
    }

    public func append(_ child: Widget) { gtk_box_append(pointer(), child.widget) }
}

/// The dimensions of the grid at one width.
private struct GridPlan {
    let columns: Int
    let columnWidth: Int
    let spacing: Int

    init(_ grid: UnsafeMutablePointer<GtkWidget>, width: Int) {
        spacing = LayoutFigure.spacing.read(from: grid)
        let least = LayoutFigure.columnWidth.read(from: grid)
        let fitting = (width + spacing) / max(1, least + spacing)
        columns = max(1, min(fitting, LayoutFigure.columnCount.read(from: grid)))
        columnWidth = max(0, (width - spacing * (columns - 1)) / columns)
    }

    /// The rows of children and their heights.
    func rows(
        of grid: UnsafeMutablePointer<GtkWidget>
    ) -> [(height: Int, children: [UnsafeMutablePointer<GtkWidget>])] {
        let children = laidOutChildren(of: grid)
        return stride(from: 0, to: children.count, by: columns).map { start in
            let row = Array(children[start..<min(start + columns, children.count)])
            return (row.map { measured($0, GTK_ORIENTATION_VERTICAL, for: columnWidth).natural }.max() ?? 0, row)
        }
    }
}

/// The children of a container that need a place in its layout.
func laidOutChildren(of grid: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutablePointer<GtkWidget>] {
    var children: [UnsafeMutablePointer<GtkWidget>] = []
    var next = gtk_widget_get_first_child(grid)
    while let child = next {
        if gtk_widget_should_layout(child) != 0 { children.append(child) }
        next = gtk_widget_get_next_sibling(child)
    }
    return children
}

private let measureGrid: GtkCustomMeasureFunc = { grid, orientation, size, minimum, natural, _, _ in
    guard let grid else { return }
    if orientation == GTK_ORIENTATION_HORIZONTAL {
        let widths = laidOutChildren(of: grid).map { measured($0, orientation, for: -1) }
        minimum?.pointee = gint(widths.map(\.minimum).max() ?? 0)
        natural?.pointee = gint(widths.map(\.natural).max() ?? 0)
        return
    }
    let width = size >= 0 ? Int(size) : LayoutFigure.columnWidth.read(from: grid)
    let plan = GridPlan(grid, width: width)
    let heights = plan.rows(of: grid).map(\.height)
    let height = heights.reduce(0, +) + plan.spacing * max(0, heights.count - 1)
    minimum?.pointee = gint(height)
    natural?.pointee = gint(height)
}

private let allocateGrid: GtkCustomAllocateFunc = { grid, width, _, _ in
    guard let grid else { return }
    let plan = GridPlan(grid, width: Int(width))
    var y = 0
    for row in plan.rows(of: grid) {
        for (column, child) in row.children.enumerated() {
            var area = GtkAllocation(
                x: gint(column * (plan.columnWidth + plan.spacing)), y: gint(y), width: gint(plan.columnWidth),
                height: gint(row.height))
            gtk_widget_size_allocate(child, &area, -1)
        }
        y += row.height + plan.spacing
    }
}
