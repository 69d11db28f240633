// SPDX-License-Identifier: GPL-3.0-or-later
// A text that the user can't edit, drawn by GTK.

import CGtk
import GioKit

extension Widget {
    /// The width of a single-line text in the widget's own font, in logical pixels.
    public final func width(of text: String) -> Int {
        let layout = GObjectRef(adopting: UnsafeMutableRawPointer(gtk_widget_create_pango_layout(widget, text)))
        var (width, height): (gint, gint) = (0, 0)
        pango_layout_get_pixel_size(layout.opaque, &width, &height)
        return Int(width)
    }
}

/// Shows a text that the user can't edit.
public final class Label: Widget {
    public init(_ text: String = "", classes: [String] = []) {
        super.init(gtk_label_new(text))
        classes.forEach(addClass)
    }

    public var text: String {
        get { String(cString: gtk_label_get_text(opaque)) }
        set { if newValue != text { gtk_label_set_text(opaque, newValue) } }
    }

    /// Shows text with Pango markup; escape external text with `Markup.escape`.
    public func setMarkup(_ markup: String) {
        if String(cString: gtk_label_get_label(opaque)) != markup { gtk_label_set_markup(opaque, markup) }
    }

    /// Wraps long lines between words, and within words that are longer than a line.
    public func wraps(_ wraps: Bool = true) {
        gtk_label_set_wrap(opaque, wraps ? 1 : 0)
        gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
    }

    /// Wraps long lines between words only, so that the longest word determines the minimum width.
    public func wrapsBetweenWords() {
        gtk_label_set_wrap(opaque, 1)
        gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD)
    }

    public func ellipsizes() { gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END) }
    public func ellipsizesStart() { gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_START) }
    /// Fixes the width at this number of characters, whatever the text is.
    public func setWidth(characters: Int) {
        gtk_label_set_width_chars(opaque, gint(characters))
        gtk_label_set_max_width_chars(opaque, gint(characters))
    }

    /// Wraps to at most this number of lines, with an ellipsis at the end.
    public func wraps(lines: Int) {
        wraps()
        ellipsizes()
        gtk_label_set_lines(opaque, gint(lines))
    }

    /// Aligns the text horizontally in the label: 0 at the start, 1 at the end.
    public func setTextAlignment(_ fraction: Float) { gtk_label_set_xalign(opaque, fraction) }
    /// Centres the lines of a wrapped text.
    public func centersLines() { gtk_label_set_justify(opaque, GTK_JUSTIFY_CENTER) }
}
