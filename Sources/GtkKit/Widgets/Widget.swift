// SPDX-License-Identifier: GPL-3.0-or-later
// Wraps the functions of every widget. A wrapper keeps its widget in memory; so does the widget tree, once the widget
// has a parent.

public import CGtk
public import GioKit

/// The alignment of a widget in the space that it is given.
public enum Alignment {
    case fill, start, end, center

    var gtk: GtkAlign {
        switch self {
        case .fill: GTK_ALIGN_FILL
        case .start: GTK_ALIGN_START
        case .end: GTK_ALIGN_END
        case .center: GTK_ALIGN_CENTER
        }
    }
}

/// Wraps a GTK widget.
open class Widget: GObjectRef {
    /// Wraps a widget that C code has created or another object owns.
    public init(_ widget: UnsafeMutablePointer<GtkWidget>) {
        super.init(retaining: UnsafeMutableRawPointer(widget))
    }

    /// Wraps the widget that has emitted a signal.
    public convenience init?(_ arguments: SignalArguments) {
        guard let object = arguments.object(0) else { return nil }
        self.init(object.assumingMemoryBound(to: GtkWidget.self))
    }

    /// The C widget, for calls of GTK.
    public final var widget: UnsafeMutablePointer<GtkWidget> { pointer() }

    public final func addClass(_ name: String) { gtk_widget_add_css_class(widget, name) }
    public final func removeClass(_ name: String) { gtk_widget_remove_css_class(widget, name) }

    /// True if the widget has the CSS class.
    public final func hasClass(_ name: String) -> Bool { gtk_widget_has_css_class(widget, name) != 0 }

    /// Adds or removes a CSS class, if that changes anything.
    public final func setClass(_ name: String, _ isOn: Bool) {
        guard (gtk_widget_has_css_class(widget, name) != 0) != isOn else { return }
        if isOn { addClass(name) } else { removeClass(name) }
    }

    public final var isVisible: Bool {
        get { gtk_widget_get_visible(widget) != 0 }
        set { if newValue != isVisible { gtk_widget_set_visible(widget, newValue ? 1 : 0) } }
    }

    public final var isSensitive: Bool {
        get { gtk_widget_get_sensitive(widget) != 0 }
        set { if newValue != isSensitive { gtk_widget_set_sensitive(widget, newValue ? 1 : 0) } }
    }

    /// False to let pointer events pass through to the widgets below.
    public final var receivesPointer: Bool {
        get { gtk_widget_get_can_target(widget) != 0 }
        set { gtk_widget_set_can_target(widget, newValue ? 1 : 0) }
    }

    /// False to keep the keyboard focus from this widget and everything inside it.
    public final var acceptsFocus: Bool {
        get { gtk_widget_get_can_focus(widget) != 0 }
        set { gtk_widget_set_can_focus(widget, newValue ? 1 : 0) }
    }

    public final var opacity: Double {
        get { gtk_widget_get_opacity(widget) }
        set { gtk_widget_set_opacity(widget, newValue) }
    }

    public final var width: Int { Int(gtk_widget_get_width(widget)) }
    public final var height: Int { Int(gtk_widget_get_height(widget)) }
    public final var scaleFactor: Int { Int(gtk_widget_get_scale_factor(widget)) }
    public final var isMapped: Bool { gtk_widget_get_mapped(widget) != 0 }

    /// True if this widget or a descendant has the keyboard focus.
    public final var containsFocus: Bool {
        gtk_widget_get_state_flags(widget).rawValue & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
    }

    /// True if this widget itself has the keyboard focus.
    public final var hasFocus: Bool { gtk_widget_has_focus(widget) != 0 }

    /// True if the widget can receive the keyboard focus.
    public final var isFocusable: Bool {
        get { gtk_widget_get_focusable(widget) != 0 }
        set { if newValue != isFocusable { gtk_widget_set_focusable(widget, newValue ? 1 : 0) } }
    }

    /// True if text runs from right to left.
    public final var isRightToLeft: Bool { gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL }

    @discardableResult
    public final func grabFocus() -> Bool { gtk_widget_grab_focus(widget) != 0 }

    /// Sets the text that appears beside the resting pointer. Assistive technology doesn't get it.
    public final func setTooltip(_ text: String?) {
        gtk_widget_set_tooltip_text(widget, text)
        forgetTooltipAsDescription()
    }

    /// Sets a tooltip of a name and a key; assistive technology, which knows the name, gets only the key.
    public final func setTooltip(_ name: String, key: String) {
        setTooltip(key.isEmpty ? name : "\(name) (\(key))")
        setAccessibleDescription(key)
    }

    /// Sets the minimum size in logical pixels; −1 leaves a direction unset.
    public final func setSizeRequest(width: Int = -1, height: Int = -1) {
        gtk_widget_set_size_request(widget, gint(width), gint(height))
    }

    public final func align(horizontal: Alignment? = nil, vertical: Alignment? = nil) {
        if let horizontal { gtk_widget_set_halign(widget, horizontal.gtk) }
        if let vertical { gtk_widget_set_valign(widget, vertical.gtk) }
    }

    public final func expand(horizontal: Bool? = nil, vertical: Bool? = nil) {
        if let horizontal { gtk_widget_set_hexpand(widget, horizontal ? 1 : 0) }
        if let vertical { gtk_widget_set_vexpand(widget, vertical ? 1 : 0) }
    }

    /// Sets margins in logical pixels; nil leaves a side unchanged.
    public final func margins(top: Int? = nil, bottom: Int? = nil, start: Int? = nil, end: Int? = nil) {
        if let top { gtk_widget_set_margin_top(widget, gint(top)) }
        if let bottom { gtk_widget_set_margin_bottom(widget, gint(bottom)) }
        if let start { gtk_widget_set_margin_start(widget, gint(start)) }
        if let end { gtk_widget_set_margin_end(widget, gint(end)) }
    }

    /// Sets the same margin on all sides, in logical pixels.
    public final func margins(all pixels: Int) {
        margins(top: pixels, bottom: pixels, start: pixels, end: pixels)
    }

    public final func queueDraw() { gtk_widget_queue_draw(widget) }
    /// Schedules a new layout of the children; the widget itself stays in place.
    public final func queueAllocate() { gtk_widget_queue_allocate(widget) }

    /// Adds a controller, which the widget then owns.
    public final func add(_ controller: EventController) {
        g_object_ref(controller.raw)
        gtk_widget_add_controller(widget, controller.opaque)
    }
}
