// SPDX-License-Identifier: GPL-3.0-or-later
// Shows a small picture beside a message. GtkBox would ask a wrapped text for its width at every possible height, with
// a search over widths each time.

import CGtk
import GioKit

/// A picture at the upper start, and a content in the remaining width, centred vertically if it is lower than the
/// picture.
public final class PortraitLine: Widget {
    /// - Parameter spacing: The distance between the two while the picture is visible, in logical pixels.
    public init(_ picture: Widget, _ content: Widget, spacing: Int) {
        super.init(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        LayoutFigure.spacing.set(spacing, on: widget)
        gtk_widget_set_layout_manager(widget, gtk_custom_layout_new(requestHeight, measurePortrait, allocatePortrait))
        for child in [picture, content] { gtk_box_append(pointer(), child.widget) }
    }
}

private struct PortraitPlan {
    let content: UnsafeMutablePointer<GtkWidget>
    /// The picture; nil while it is hidden.
    let picture: UnsafeMutablePointer<GtkWidget>?
    /// The width of the picture including the spacing; `pictureHeight` is its height.
    var pictureWidth = 0
    var reserved = 0
    var pictureHeight = 0

    init?(_ line: UnsafeMutablePointer<GtkWidget>) {
        guard let first = gtk_widget_get_first_child(line), let second = gtk_widget_get_next_sibling(first) else {
            return nil
        }
        content = second
        picture = gtk_widget_should_layout(first) != 0 ? first : nil
        guard let picture else { return }
        pictureWidth = measured(picture, GTK_ORIENTATION_HORIZONTAL, for: -1).natural
        pictureHeight = measured(picture, GTK_ORIENTATION_VERTICAL, for: -1).natural
        reserved = pictureWidth + LayoutFigure.spacing.read(from: line)
    }

    func contentHeight(in width: Int) -> Int {
        measured(content, GTK_ORIENTATION_VERTICAL, for: max(0, width - reserved)).natural
    }
}

private let measurePortrait: GtkCustomMeasureFunc = { line, orientation, size, minimum, natural, _, _ in
    guard let line, let plan = PortraitPlan(line) else { return }
    guard orientation == GTK_ORIENTATION_VERTICAL else {
        let wanted = measured(plan.content, orientation, for: -1)
        minimum?.pointee = gint(wanted.minimum + plan.reserved)
        natural?.pointee = gint(wanted.natural + plan.reserved)
        return
    }
    let height =
        size >= 0
        ? plan.contentHeight(in: Int(size)) : measured(plan.content, orientation, for: -1).natural
    minimum?.pointee = gint(max(height, plan.pictureHeight))
    natural?.pointee = gint(max(height, plan.pictureHeight))
}

private let allocatePortrait: GtkCustomAllocateFunc = { line, width, height, _ in
    guard let line, let plan = PortraitPlan(line) else { return }
    let isRightToLeft = gtk_widget_get_direction(line) == GTK_TEXT_DIR_RTL
    let (width, height) = (Int(width), Int(height))
    if let picture = plan.picture {
        var area = GtkAllocation(
            x: gint(isRightToLeft ? width - plan.pictureWidth : 0), y: 0, width: gint(plan.pictureWidth),
            height: gint(plan.pictureHeight))
        gtk_widget_size_allocate(picture, &area, -1)
    }
    let contentHeight = plan.contentHeight(in: width)
    var area = GtkAllocation(
        x: gint(isRightToLeft ? 0 : plan.reserved), y: gint(max(0, height - contentHeight) / 2),
        width: gint(width - plan.reserved), height: gint(contentHeight))
    gtk_widget_size_allocate(plan.content, &area, -1)
}
