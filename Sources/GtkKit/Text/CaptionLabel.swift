// SPDX-License-Identifier: GPL-3.0-or-later
// Shows a text word by word in the space of the whole text: a GtkLabel that draws only up to a position, so that a new
// word needs a redraw but no layout.

import CGtk
import GioKit

/// A wrapped text that may be shown in part; assistive technology always receives all of it.
public final class CaptionLabel: Widget {
    public init(classes: [String] = []) {
        super.init(PaintedType.make(CaptionType.registered))
        gtk_label_set_wrap(opaque, 1)
        gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_xalign(opaque, 0)
        classes.forEach(addClass)
    }

    /// Centres the lines.
    public func centersLines() {
        gtk_label_set_justify(opaque, GTK_JUSTIFY_CENTER)
        gtk_label_set_xalign(opaque, 0.5)
    }

    /// Shows a text, or only its beginning.
    /// - Parameter shown: The number of UTF-8 bytes to show; nil for everything.
    public func show(_ text: String, upTo shown: Int? = nil) {
        if String(cString: gtk_label_get_text(opaque)) != text { gtk_label_set_text(opaque, text) }
        // Stored plus one, since 0 means that there is no limit.
        let limit = shown.map { $0 + 1 } ?? 0
        guard limit != Int(bitPattern: g_object_get_data(pointer(), shownKey)) else { return }
        g_object_set_data(pointer(), shownKey, UnsafeMutableRawPointer(bitPattern: limit))
        queueDraw()
    }

    /// The lower edge of the last visible line, measured from the label's top; the full height if everything is
    /// visible.
    public var shownHeight: Double {
        let lines = shownRectangles(opaque)
        return lines.map { Double($0.origin.y + $0.size.height) }.max() ?? Double(height)
    }
}

private let shownKey = "jarvis-caption-shown"

/// A subclass of GtkLabel with its own snapshot function; registered with GLib for the life of the process.
private enum CaptionType {
    static let registered = PaintedType.register("JarvisCaptionLabel", gtk_label_get_type(), initialiseClass)
}

private let initialiseClass: GClassInitFunc = { type, _ in
    guard let widget = type?.assumingMemoryBound(to: GtkWidgetClass.self) else { return }
    widget.pointee.snapshot = snapshotCaption
    // Measures a growing text cheaply: a reply grows by a clause many times a second.
    WrappedMeasure.give(to: widget)
}

private let snapshotCaption: @convention(c) (UnsafeMutablePointer<GtkWidget>?, OpaquePointer?) -> Void = {
    widget, snapshot in
    guard let widget, let snapshot, let own = g_type_class_peek(jarvis_type_of(widget)),
        let draw = g_type_class_peek_parent(own)?.assumingMemoryBound(to: GtkWidgetClass.self).pointee.snapshot
    else { return }
    guard shownBytes(of: OpaquePointer(widget)) != nil else { return draw(widget, snapshot) }
    let whole = gtk_snapshot_new()
    draw(widget, whole)
    guard let node = gtk_snapshot_free_to_node(whole) else { return }
    for var rectangle in shownRectangles(OpaquePointer(widget)) {
        gtk_snapshot_push_clip(snapshot, &rectangle)
        gtk_snapshot_append_node(snapshot, node)
        gtk_snapshot_pop(snapshot)
    }
    gsk_render_node_unref(node)
}

private func shownBytes(of label: OpaquePointer) -> Int? {
    let object = UnsafeMutablePointer<GObject>(label)
    let limit = Int(bitPattern: g_object_get_data(object, shownKey))
    return limit > 0 ? limit - 1 : nil
}

/// The visible parts of the label: one for all whole lines, and then the visible part of the next line. Empty if
/// everything is visible.
private func shownRectangles(_ label: OpaquePointer) -> [graphene_rect_t] {
    guard let shown = shownBytes(of: label), let layout = gtk_label_get_layout(label),
        let lines = pango_layout_get_iter(layout)
    else { return [] }
    defer { pango_layout_iter_free(lines) }
    var (left, top) = (gint(0), gint(0))
    gtk_label_get_layout_offsets(label, &left, &top)
    let width = Double(gtk_widget_get_width(UnsafeMutablePointer<GtkWidget>(label)))
    var complete: (from: Double, to: Double)?
    repeat {
        guard let line = pango_layout_iter_get_line_readonly(lines), Int(line.pointee.start_index) < shown else {
            break
        }
        var (first, last) = (gint(0), gint(0))
        pango_layout_iter_get_line_yrange(lines, &first, &last)
        let (from, to) = (Double(top) + units(first), Double(top) + units(last))
        guard Int(line.pointee.start_index) + Int(line.pointee.length) <= shown else {
            let before = complete.map { [rectangle(0, $0.from, width, $0.to)] } ?? []
            return before + beginning(of: line, upTo: shown, left: Double(left), from, to)
        }
        complete = (complete?.from ?? from, to)
    } while pango_layout_iter_next_line(lines) != 0
    return [complete.map { rectangle(0, $0.from, width, $0.to) } ?? rectangle(0, 0, 0, 0)]
}

/// The visible parts of a line; bidirectional text may have several.
private func beginning(
    of line: UnsafeMutablePointer<PangoLayoutLine>, upTo shown: Int, left: Double, _ top: Double, _ bottom: Double
) -> [graphene_rect_t] {
    var ranges: UnsafeMutablePointer<gint>?
    var count = gint(0)
    pango_layout_line_get_x_ranges(line, line.pointee.start_index, gint(shown), &ranges, &count)
    defer { g_free(ranges) }
    guard let ranges else { return [] }
    return (0..<Int(count)).map {
        rectangle(left + units(ranges[2 * $0]), top, left + units(ranges[2 * $0 + 1]), bottom)
    }
}

private func units(_ pango: gint) -> Double { Double(pango) / Double(PANGO_SCALE) }

/// The rectangle aligned to whole pixels, since an edge between two pixels would be blended in every frame.
private func rectangle(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> graphene_rect_t {
    let (x, y) = (left.rounded(), top.rounded())
    return graphene_rect_t(
        origin: graphene_point_t(x: Float(x), y: Float(y)),
        size: graphene_size_t(width: Float(right.rounded() - x), height: Float(bottom.rounded() - y)))
}
