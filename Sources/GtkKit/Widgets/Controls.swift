// SPDX-License-Identifier: GPL-3.0-or-later
// Labels, images and buttons.

import CGtk
import GioKit

/// A text.
public final class Label: Widget {
    public init(_ text: String = "", classes: [String] = []) {
        super.init(gtk_label_new(text))
        classes.forEach(addClass)
    }

    public var text: String {
        get { String(cString: gtk_label_get_text(opaque)) }
        set { if newValue != text { gtk_label_set_text(opaque, newValue) } }
    }

    /// Text with Pango markup; quote what comes from outside with `Markup.escape`.
    public func setMarkup(_ markup: String) {
        if String(cString: gtk_label_get_label(opaque)) != markup { gtk_label_set_markup(opaque, markup) }
    }

    /// Breaks long lines between words, and within words that are longer than a line.
    public func wraps(_ wraps: Bool = true) {
        gtk_label_set_wrap(opaque, wraps ? 1 : 0)
        gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
    }

    /// Breaks long lines between words only: the longest word is its least width.
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

    /// Wraps to at most this number of lines; the last one ends with an ellipsis.
    public func wraps(lines: Int) {
        wraps()
        ellipsizes()
        gtk_label_set_lines(opaque, gint(lines))
    }

    /// Where the text stands in the label's room: 0 at the start, 1 at the end.
    public func setTextAlignment(_ fraction: Float) { gtk_label_set_xalign(opaque, fraction) }
    /// Centres, or left-aligns, the lines of a wrapped text.
    public func centersLines() { gtk_label_set_justify(opaque, GTK_JUSTIFY_CENTER) }
}

/// Pango markup.
public enum Markup {
    /// `text` with the characters that mean something to Pango replaced.
    public static func escape(_ text: some StringProtocol) -> String {
        guard let escaped = g_markup_escape_text(String(text), -1) else { return "" }
        defer { g_free(escaped) }
        return String(cString: escaped)
    }

    /// `text`, escaped, with parts of it on another ground.
    /// - Parameter parts: in the order of the text, none in another.
    public static func mark(
        _ parts: [Range<String.Index>], of text: String, ground: Color, letters: Color
    ) -> String {
        var markup = ""
        var place = text.startIndex
        for part in parts {
            markup += escape(text[place..<part.lowerBound])
            markup += "<span bgcolor='\(ground.hexadecimal)' fgcolor='\(letters.hexadecimal)'>"
            markup += escape(text[part]) + "</span>"
            place = part.upperBound
        }
        return markup + escape(text[place...])
    }
}

/// A symbolic icon by its name in the icon theme.
public final class Image: Widget {
    public init(icon: String, pixels: Int) {
        super.init(gtk_image_new_from_icon_name(icon))
        gtk_image_set_pixel_size(opaque, gint(pixels))
    }

    public func setIcon(_ name: String) { gtk_image_set_from_icon_name(opaque, name) }
}

/// A button that stays pressed until it is pressed again.
public final class ToggleButton: Widget {
    /// A toggle around any widget; `accessibleLabel` is its name.
    public init(_ child: Widget, accessibleLabel: String) {
        super.init(gtk_toggle_button_new())
        gtk_button_set_child(pointer(), child.widget)
        setAccessibleLabel(accessibleLabel)
    }

    public var isOn: Bool {
        get { gtk_toggle_button_get_active(pointer()) != 0 }
        set { if newValue != isOn { gtk_toggle_button_set_active(pointer(), newValue ? 1 : 0) } }
    }

    public func onChange(_ handler: @escaping @MainActor () -> Void) { on("toggled", handler) }
}

/// Something to press.
public class Button: Widget {
    public init(label: String) {
        super.init(PaintedType.make(PaintedType.button))
        setLabel(label)
    }

    /// A button around any widget; `accessibleLabel` is its name.
    public init(_ child: Widget, accessibleLabel: String) {
        super.init(PaintedType.make(PaintedType.button))
        setChild(child)
        setAccessibleLabel(accessibleLabel)
    }

    /// An icon with its name as tooltip and accessible name.
    public init(icon: String, pixels: Int, label: String) {
        super.init(PaintedType.make(PaintedType.button))
        let image = Image(icon: icon, pixels: pixels)
        image.setRole(.none)
        setChild(image)
        setTooltip(label)
        setAccessibleLabel(label)
    }

    /// A button that another object owns.
    init(wrapping button: UnsafeMutablePointer<GtkWidget>) { super.init(button) }

    public final func setChild(_ child: Widget) { gtk_button_set_child(pointer(), child.widget) }
    public final func setLabel(_ label: String) { gtk_button_set_label(pointer(), label) }
    public final func onClick(_ handler: @escaping @MainActor () -> Void) { on("clicked", handler) }
}
