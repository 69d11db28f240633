// SPDX-License-Identifier: GPL-3.0-or-later
// Limits the width of a single child, for chat bubbles and columns of text. The layout runs during GTK's measuring and
// allocating, in C callbacks that read their parameters from the widget.

package import CGtk
import GioKit

/// Gives its child at most a share of its own width, and at most a fixed number of pixels.
public final class ClampBin: Widget {
    /// - Parameters:
    ///   - share: The largest share of the bin's width for the child, 0…1.
    ///   - maximum: The child's maximum width in logical pixels.
    ///   - fills: True to give the child all of that width; false to give it only the width that it needs.
    public init(_ child: Widget, share: Double = 1, maximum: Int = .max, fills: Bool) {
        super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        let limits = (Int(share * 1000), min(maximum, Int(Int32.max)))
        LayoutFigure.share.set(limits.0, on: widget)
        LayoutFigure.maximum.set(limits.1, on: widget)
        LayoutFigure.fills.set(fills ? 1 : 0, on: widget)
        gtk_widget_set_layout_manager(widget, gtk_custom_layout_new(requestHeight, measureClamp, allocateClamp))
        gtk_box_append(pointer(), child.widget)
        place(.center)
    }

    /// Aligns the child in the bin.
    public func place(_ alignment: Alignment) {
        let place = alignment == .end ? 2 : alignment == .center ? 1 : 0
        guard LayoutFigure.place.read(from: widget) != place else { return }
        LayoutFigure.place.set(place, on: widget)
        gtk_widget_queue_resize(widget)
    }

    /// Lets the child be this many logical pixels wider than its share.
    public func addRoom(_ pixels: Int) {
        guard LayoutFigure.extra.read(from: widget) != pixels else { return }
        LayoutFigure.extra.set(pixels, on: widget)
        gtk_widget_queue_resize(widget)
    }
}

/// The integers stored on a widget for its layout functions.
enum LayoutFigure: String {
    case share = "jarvis-clamp-share"
    case maximum = "jarvis-clamp-maximum"
    case extra = "jarvis-clamp-extra"
    case fills = "jarvis-clamp-fills"
    case place = "jarvis-clamp-place"
    case columnWidth = "jarvis-grid-column"
    case columnCount = "jarvis-grid-columns"
    case spacing = "jarvis-grid-spacing"
    case offset = "jarvis-offset"
    case room = "jarvis-label-room"
    case serial = "jarvis-label-serial"

    /// The steps per pixel in which offsets are stored.
    static let offsetSteps = 64.0

    func set(_ value: Int, on widget: UnsafeMutablePointer<GtkWidget>) {
        let object = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
        g_object_set_data(object, rawValue, UnsafeMutableRawPointer(bitPattern: value))
    }

    func read(from widget: UnsafeMutablePointer<GtkWidget>) -> Int {
        let object = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
        return Int(bitPattern: g_object_get_data(object, rawValue))
    }
}

/// The minimum and natural size of a widget in one direction, for a size in the other (−1 for any).
package func measured(
    _ widget: UnsafeMutablePointer<GtkWidget>, _ orientation: GtkOrientation, for size: Int
) -> (minimum: Int, natural: Int) {
    var minimum: gint = 0
    var natural: gint = 0
    gtk_widget_measure(widget, orientation, gint(size), &minimum, &natural, nil, nil)
    return (Int(minimum), Int(natural))
}

let requestHeight: GtkCustomRequestModeFunc = { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }

private func clampedWidth(
    of child: UnsafeMutablePointer<GtkWidget>, in bin: UnsafeMutablePointer<GtkWidget>, width: Int
) -> Int {
    let wanted = measured(child, GTK_ORIENTATION_HORIZONTAL, for: -1)
    let share = width * LayoutFigure.share.read(from: bin) / 1000 + LayoutFigure.extra.read(from: bin)
    let limit = min(share, LayoutFigure.maximum.read(from: bin))
    let isFilling = LayoutFigure.fills.read(from: bin) != 0
    return min(width, max(wanted.minimum, isFilling ? limit : min(wanted.natural, limit)))
}

private let measureClamp: GtkCustomMeasureFunc = { bin, orientation, size, minimum, natural, _, _ in
    guard let bin, let child = gtk_widget_get_first_child(bin) else { return }
    let isFitted = orientation == GTK_ORIENTATION_VERTICAL && size >= 0
    let wanted = measured(
        child, orientation, for: isFitted ? clampedWidth(of: child, in: bin, width: Int(size)) : -1)
    minimum?.pointee = gint(wanted.minimum)
    natural?.pointee = gint(wanted.natural)
}

private let allocateClamp: GtkCustomAllocateFunc = { bin, width, height, _ in
    guard let bin, let child = gtk_widget_get_first_child(bin) else { return }
    let childWidth = clampedWidth(of: child, in: bin, width: Int(width))
    let isRightToLeft = gtk_widget_get_direction(bin) == GTK_TEXT_DIR_RTL
    let place = LayoutFigure.place.read(from: bin)
    let x = (Int(width) - childWidth) * (isRightToLeft ? 2 - place : place) / 2
    var area = GtkAllocation(x: gint(x), y: 0, width: gint(childWidth), height: height)
    gtk_widget_size_allocate(child, &area, -1)
}
