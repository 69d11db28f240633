// SPDX-License-Identifier: GPL-3.0-or-later
// Places a text beside a control, or above it if it would get too narrow: in small windows, or with large type.

import CGtk
import GioKit

/// Two children side by side, the first one in the space that the second leaves; one above the other if that is too
/// little.
public final class StackingRow: Widget {
    /// - Parameters:
    ///   - share: The share of the width that the first child needs to stay beside the second one, 0…1.
    ///   - spacing: The distance between the children, in logical pixels.
    public init(_ first: Widget, _ second: Widget, share: Double, spacing: Int) {
        super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        LayoutFigure.share.set(Int(share * 1000), on: widget)
        LayoutFigure.spacing.set(spacing, on: widget)
        gtk_widget_set_layout_manager(widget, gtk_custom_layout_new(requestHeight, measureStack, allocateStack))
        for child in [first, second] { gtk_box_append(pointer(), child.widget) }
    }
}

/// The layout of both children at one width.
private struct StackPlan {
    let first: UnsafeMutablePointer<GtkWidget>
    /// The second child; nil while it is hidden.
    let second: UnsafeMutablePointer<GtkWidget>?
    let spacing: Int

    init?(_ row: UnsafeMutablePointer<GtkWidget>) {
        guard let first = gtk_widget_get_first_child(row) else { return nil }
        self.first = first
        let next = gtk_widget_get_next_sibling(first)
        second = next.flatMap { gtk_widget_should_layout($0) != 0 ? $0 : nil }
        spacing = LayoutFigure.spacing.read(from: row)
        share = LayoutFigure.share.read(from: row)
    }

    private let share: Int

    /// The width of the second child if it fits beside the first one; nil if it has to go below.
    func besideWidth(in width: Int) -> Int? {
        guard let second else { return nil }
        let wanted = measured(second, GTK_ORIENTATION_HORIZONTAL, for: -1).natural
        let rest = width - wanted - spacing
        // A short text needs less than its share of the width.
        let needed = min(width * share / 1000, measured(first, GTK_ORIENTATION_HORIZONTAL, for: -1).natural)
        return rest >= needed ? wanted : nil
    }

    func height(of child: UnsafeMutablePointer<GtkWidget>, for width: Int) -> Int {
        measured(child, GTK_ORIENTATION_VERTICAL, for: width).natural
    }
}

private let measureStack: GtkCustomMeasureFunc = { row, orientation, size, minimum, natural, _, _ in
    guard let row, let plan = StackPlan(row) else { return }
    let first = measured(plan.first, GTK_ORIENTATION_HORIZONTAL, for: -1)
    let second = plan.second.map { measured($0, GTK_ORIENTATION_HORIZONTAL, for: -1) }
    if orientation == GTK_ORIENTATION_HORIZONTAL {
        minimum?.pointee = gint(max(first.minimum, second?.minimum ?? 0))
        natural?.pointee = gint(first.natural + (second.map { $0.natural + plan.spacing } ?? 0))
        return
    }
    let width = size >= 0 ? Int(size) : first.natural + (second.map { $0.natural + plan.spacing } ?? 0)
    var height = plan.height(of: plan.first, for: width)
    if let second = plan.second {
        if let beside = plan.besideWidth(in: width) {
            height = max(
                plan.height(of: plan.first, for: width - beside - plan.spacing), plan.height(of: second, for: beside))
        } else {
            height += plan.spacing + plan.height(of: second, for: width)
        }
    }
    minimum?.pointee = gint(height)
    natural?.pointee = gint(height)
}

private let allocateStack: GtkCustomAllocateFunc = { row, width, height, _ in
    guard let row, let plan = StackPlan(row) else { return }
    let isRightToLeft = gtk_widget_get_direction(row) == GTK_TEXT_DIR_RTL
    var area = GtkAllocation(x: 0, y: 0, width: width, height: height)
    guard let second = plan.second else { return gtk_widget_size_allocate(plan.first, &area, -1) }
    if let beside = plan.besideWidth(in: Int(width)) {
        area.width = width - gint(beside + plan.spacing)
        area.x = isRightToLeft ? gint(beside + plan.spacing) : 0
        gtk_widget_size_allocate(plan.first, &area, -1)
        area = GtkAllocation(x: isRightToLeft ? 0 : width - gint(beside), y: 0, width: gint(beside), height: height)
        return gtk_widget_size_allocate(second, &area, -1)
    }
    let below = gint(plan.height(of: second, for: Int(width)))
    area.height = max(height - below - gint(plan.spacing), 0)
    gtk_widget_size_allocate(plan.first, &area, -1)
    area = GtkAllocation(x: 0, y: height - below, width: width, height: below)
    gtk_widget_size_allocate(second, &area, -1)
}
