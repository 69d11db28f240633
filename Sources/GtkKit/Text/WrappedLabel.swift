// SPDX-License-Identifier: GPL-3.0-or-later
// A label for texts of any length that are shown as they come: GtkLabel shapes a wrapped text five times before it
// is drawn, unwrapped, at one word per line and at the width it gets; this one once.

import CGtk
import GioKit

/// A text that wants one line, and takes several where there is no room for it.
public final class WrappedLabel: Widget {
    public init(classes: [String] = []) {
        super.init(PaintedType.make(WrappedType.registered))
        gtk_label_set_wrap(opaque, 1)
        gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_xalign(opaque, 0)
        classes.forEach(addClass)
    }

    /// Text with Pango markup; quote what comes from outside with `Markup.escape`.
    public func setMarkup(_ markup: String) {
        if String(cString: gtk_label_get_label(opaque)) != markup { gtk_label_set_markup(opaque, markup) }
    }

    /// A link of the text was pressed; the toolkit does not open it itself.
    public func onLink(_ handler: @escaping @MainActor (_ address: String) -> Void) {
        connect("activate-link") { arguments in
            if let address = arguments.text(1) { handler(address) }
            arguments.reply(true)
        }
    }

    /// There is another amount of room from now on.
    public func forgetRoom() {
        LayoutFigure.room.set(0, on: widget)
        gtk_widget_queue_resize(widget)
    }
}

/// A GtkLabel that measures in its own way; GLib knows it by its name for as long as the process lives.
private enum WrappedType {
    static let registered = PaintedType.register("JarvisWrappedLabel", gtk_label_get_type(), initialiseClass)
    /// The natural width of a text of several lines: more than it will get.
    static let plenty = 1 << 14
    /// Words are broken where they have to be.
    static let least = 24
}

private let initialiseClass: GClassInitFunc = { type, _ in
    if let type { WrappedMeasure.give(to: type.assumingMemoryBound(to: GtkWidgetClass.self)) }
}

/// How a label measures that shapes its text once, for every kind of GtkLabel.
enum WrappedMeasure {
    static func give(to type: UnsafeMutablePointer<GtkWidgetClass>) {
        type.pointee.measure = measureWrapped
        type.pointee.size_allocate = allocateWrapped
    }
}

/// The width that a text got that had to be wrapped is tried first with the next text: whatever fits in there wants the
/// room that it takes, and everything else wants more.
private let measureWrapped:
    @convention(c) (
        UnsafeMutablePointer<GtkWidget>?, GtkOrientation, gint, UnsafeMutablePointer<gint>?,
        UnsafeMutablePointer<gint>?, UnsafeMutablePointer<gint>?, UnsafeMutablePointer<gint>?
    ) -> Void = { widget, orientation, size, minimum, natural, minimumBaseline, naturalBaseline in
        guard let widget, let shown = gtk_label_get_layout(OpaquePointer(widget)) else { return }
        // What has been laid out is drawn that way, even if other widths are measured later.
        let isAtRest = LayoutFigure.serial.read(from: widget) == Int(pango_layout_get_serial(shown))
        let copy = isAtRest ? pango_layout_copy(shown) : nil
        defer { if let copy { g_object_unref(UnsafeMutableRawPointer(copy)) } }
        let layout = copy ?? shown
        minimumBaseline?.pointee = -1
        naturalBaseline?.pointee = -1
        let room = LayoutFigure.room.read(from: widget)
        if orientation == GTK_ORIENTATION_VERTICAL {
            if size >= 0 { limit(layout, to: size) }
            let height = extent(of: layout).height
            minimum?.pointee = height
            natural?.pointee = height
            return
        }
        limit(layout, to: room > 0 ? gint(room) : -1)
        let isWrapped = pango_layout_is_wrapped(layout) != 0
        let width = isWrapped ? gint(WrappedType.plenty) : extent(of: layout).width
        minimum?.pointee = min(width, gint(WrappedType.least))
        natural?.pointee = width
    }

private let allocateWrapped: @convention(c) (UnsafeMutablePointer<GtkWidget>?, gint, gint, gint) -> Void = {
    widget, width, height, baseline in
    guard let widget, let own = g_type_class_peek(jarvis_type_of(widget)), let parent = g_type_class_peek_parent(own)
    else { return }
    parent.assumingMemoryBound(to: GtkWidgetClass.self).pointee.size_allocate(widget, width, height, baseline)
    let layout = gtk_label_get_layout(OpaquePointer(widget))
    let room = LayoutFigure.room.read(from: widget)
    LayoutFigure.serial.set(Int(pango_layout_get_serial(layout)), on: widget)
    if pango_layout_is_wrapped(layout) != 0 || room > 0 && width > room {
        LayoutFigure.room.set(Int(width), on: widget)
    }
}

/// Breaks the lines again only where that makes a difference.
private func limit(_ layout: OpaquePointer, to width: gint) {
    let units = width < 0 ? -1 : width * gint(PANGO_SCALE)
    let now = pango_layout_get_width(layout)
    guard units != now else { return }
    if units >= 0, pango_layout_is_wrapped(layout) == 0, extent(of: layout).width <= width, now < 0 || units < now {
        // It fits into less than it has.
        return
    }
    pango_layout_set_width(layout, units)
}

private func extent(of layout: OpaquePointer) -> (width: gint, height: gint) {
    var size = (width: gint(0), height: gint(0))
    pango_layout_get_size(layout, &size.width, &size.height)
    let scale = gint(PANGO_SCALE)
    return ((size.width + scale - 1) / scale, (size.height + scale - 1) / scale)
}
