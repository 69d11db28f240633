// SPDX-License-Identifier: GPL-3.0-or-later
// A label for texts of any length that grow while they are shown. GtkLabel shapes a wrapped text five times before
// drawing it: unwrapped, with one word per line, and at its width. This label shapes it only once.

import CGtk
import GioKit

/// A text that prefers one line, and wraps if there is too little space for that.
public final class WrappedLabel: Widget {
    public init(classes: [String] = []) {
        super.init(PaintedType.make(WrappedType.registered))
        gtk_label_set_wrap(opaque, 1)
        gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_xalign(opaque, 0)
        classes.forEach(addClass)
    }

    /// Shows text with Pango markup; escape external text with `Markup.escape`.
    public func setMarkup(_ markup: String) {
        if String(cString: gtk_label_get_label(opaque)) != markup { gtk_label_set_markup(opaque, markup) }
    }

    /// Calls `handler` when a link is clicked; the toolkit does not open the link itself.
    public func onLink(_ handler: @escaping @MainActor (_ address: String) -> Void) {
        connect("activate-link") { arguments in
            if let address = arguments.text(1) { handler(address) }
            arguments.reply(true)
        }
    }

    /// Forgets the width that was last available, because it has changed.
    public func forgetRoom() {
        LayoutFigure.room.set(0, on: widget)
        gtk_widget_queue_resize(widget)
    }
}

/// A subclass of GtkLabel with its own measure function; registered with GLib for the life of the process.
private enum WrappedType {
    static let registered = PaintedType.register("JarvisWrappedLabel", gtk_label_get_type(), initialiseClass)
    /// The natural width of a text with several lines: more than it will ever get.
    static let plenty = 1 << 14
    /// The minimum width; words are broken if necessary.
    static let least = 24
}

private let initialiseClass: GClassInitFunc = { type, _ in
    if let type { WrappedMeasure.give(to: type.assumingMemoryBound(to: GtkWidgetClass.self)) }
}

/// Measures any GtkLabel by shaping its text only once.
enum WrappedMeasure {
    static func give(to type: UnsafeMutablePointer<GtkWidgetClass>) {
        type.pointee.measure = measureWrapped
        type.pointee.size_allocate = allocateWrapped
    }
}

/// Measures a text. First tries the width that the last wrapped text got: if the text fits, it requests only the space
/// that it takes, and otherwise more than that width.
private let measureWrapped:
    @convention(c) (
        UnsafeMutablePointer<GtkWidget>?, GtkOrientation, gint, UnsafeMutablePointer<gint>?,
        UnsafeMutablePointer<gint>?, UnsafeMutablePointer<gint>?, UnsafeMutablePointer<gint>?
    ) -> Void = { widget, orientation, size, minimum, natural, minimumBaseline, naturalBaseline in
        guard let widget, let shown = gtk_label_get_layout(OpaquePointer(widget)) else { return }
        // Measure a copy of a text that is already laid out, so that it keeps its line breaks.
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

/// Breaks the lines again only if that makes a difference.
private func limit(_ layout: OpaquePointer, to width: gint) {
    let units = width < 0 ? -1 : width * gint(PANGO_SCALE)
    let now = pango_layout_get_width(layout)
    guard units != now else { return }
    if units >= 0, pango_layout_is_wrapped(layout) == 0, extent(of: layout).width <= width, now < 0 || units < now {
        // The text fits into less than the current width, so its lines stay the same.
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
