// SPDX-License-Identifier: GPL-3.0-or-later
// The GObject side of RowList: a scrollable widget with the role "list", whose rows the `RowLayout` stored on it lays
// out; and the widget with the role "list item" around each row. Everything here runs on the thread of the main loop.

import CGtk
import GioKit

/// The derived types, which stay registered with GLib for the life of the process.
enum RowListType {
    static let list: GType = {
        let type = PaintedType.register("JarvisRowList", gtk_widget_get_type(), initialiseList)
        var scrollable = GInterfaceInfo(interface_init: nil, interface_finalize: nil, interface_data: nil)
        g_type_add_interface_static(type, gtk_scrollable_get_type(), &scrollable)
        return type
    }()
    static let row = PaintedType.register("JarvisListRow", gtk_widget_get_type(), initialiseRow)

    /// Stores the layout on the widget, which keeps it until it is finalized.
    @MainActor
    static func attach(_ layout: RowLayout, to widget: UnsafeMutablePointer<GtkWidget>) {
        let object = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
        g_object_set_data_full(object, layoutKey, Unmanaged.passRetained(layout).toOpaque(), releaseLayout)
    }

    /// Asks the layout before each frame, for as long as it has something to do.
    static func tick(_ list: UnsafeMutablePointer<GtkWidget>) {
        gtk_widget_add_tick_callback(list, advanceList, nil, nil)
    }
}

private let layoutKey = "jarvis-row-layout"

private let releaseLayout: GDestroyNotify = { data in
    if let data { Unmanaged<RowLayout>.fromOpaque(data).release() }
}

/// Calls `work` with the layout of a list, if it exists.
private func withLayout(_ list: UnsafeMutableRawPointer?, _ work: @MainActor (RowLayout) -> Void) {
    guard let list, let data = g_object_get_data(list.assumingMemoryBound(to: GObject.self), layoutKey) else { return }
    // GTK calls on the thread of the main loop, which is the main actor's.
    let layout = Unmanaged<RowLayout>.fromOpaque(data).takeUnretainedValue()
    MainActor.assumeIsolated { work(layout) }
}

private let initialiseList: GClassInitFunc = { type, _ in
    guard let type else { return }
    let object = type.assumingMemoryBound(to: GObjectClass.self)
    object.pointee.set_property = setListProperty
    object.pointee.get_property = getListProperty
    object.pointee.dispose = disposeChildren
    for (index, name) in scrollableProperties.enumerated() {
        g_object_class_override_property(object, guint(index + 1), name)
    }
    let widget = type.assumingMemoryBound(to: GtkWidgetClass.self)
    widget.pointee.get_request_mode = { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }
    widget.pointee.measure = measureList
    widget.pointee.size_allocate = allocateList
    widget.pointee.snapshot = snapshotList
    widget.pointee.focus = focusList
    gtk_widget_class_set_css_name(widget, "listview")
    gtk_widget_class_set_accessible_role(widget, GTK_ACCESSIBLE_ROLE_LIST)
}

private let initialiseRow: GClassInitFunc = { type, _ in
    guard let type else { return }
    type.assumingMemoryBound(to: GObjectClass.self).pointee.dispose = disposeChildren
    let widget = type.assumingMemoryBound(to: GtkWidgetClass.self)
    gtk_widget_class_set_layout_manager_type(widget, gtk_bin_layout_get_type())
    gtk_widget_class_set_css_name(widget, "row")
    gtk_widget_class_set_accessible_role(widget, GTK_ACCESSIBLE_ROLE_LIST_ITEM)
}

/// The properties of GtkScrollable, which are numbered from 1.
private let scrollableProperties = ["hadjustment", "vadjustment", "hscroll-policy", "vscroll-policy"]

private let setListProperty:
    @convention(c) (UnsafeMutablePointer<GObject>?, guint, UnsafePointer<GValue>?, UnsafeMutablePointer<GParamSpec>?)
        -> Void = { object, property, value, _ in
            guard property == 1 || property == 2 else { return }
            // GTK calls on the thread of the main loop, which is the main actor's; the value does not escape.
            nonisolated(unsafe) let adjustment = g_value_get_object(value)
            withLayout(object) { $0.setAdjustment(adjustment, isVertical: property == 2) }
        }

private let getListProperty:
    @convention(c) (
        UnsafeMutablePointer<GObject>?, guint, UnsafeMutablePointer<GValue>?, UnsafeMutablePointer<GParamSpec>?
    ) -> Void = { object, property, value, _ in
        // GTK calls on the thread of the main loop, which is the main actor's; the value does not escape.
        nonisolated(unsafe) let value = value
        if property > 2 { return g_value_set_enum(value, gint(GTK_SCROLL_MINIMUM.rawValue)) }
        withLayout(object) { g_value_set_object(value, $0.adjustment(isVertical: property == 2)) }
    }

private let disposeChildren: @convention(c) (UnsafeMutablePointer<GObject>?) -> Void = { object in
    guard let object else { return }
    let widget = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
    while let child = gtk_widget_get_first_child(widget) { gtk_widget_unparent(child) }
    guard let own = g_type_class_peek(jarvis_type_of(widget)), let parent = g_type_class_peek_parent(own) else {
        return
    }
    parent.assumingMemoryBound(to: GObjectClass.self).pointee.dispose(object)
}

private let measureList:
    @convention(c) (
        UnsafeMutablePointer<GtkWidget>?, GtkOrientation, gint, UnsafeMutablePointer<gint>?,
        UnsafeMutablePointer<gint>?, UnsafeMutablePointer<gint>?, UnsafeMutablePointer<gint>?
    ) -> Void = { widget, orientation, _, minimum, natural, _, _ in
        var size = 0
        withLayout(widget) { size = orientation == GTK_ORIENTATION_HORIZONTAL ? $0.leastWidth : $0.heights.total }
        minimum?.pointee = orientation == GTK_ORIENTATION_HORIZONTAL ? gint(clamping: size) : 0
        natural?.pointee = gint(clamping: size)
    }

private let allocateList: @convention(c) (UnsafeMutablePointer<GtkWidget>?, gint, gint, gint) -> Void = {
    widget, width, height, _ in
    withLayout(widget) { $0.allocate(width: Int(width), height: Int(height)) }
}

private let advanceList: GtkTickCallback = { list, _, _ in
    var goesOn = false
    withLayout(list) { goesOn = $0.advance() }
    return goesOn ? 1 : 0
}

private let snapshotList: @convention(c) (UnsafeMutablePointer<GtkWidget>?, OpaquePointer?) -> Void = {
    widget, snapshot in
    guard let widget, let snapshot else { return }
    // GTK draws on the thread of the main loop, which is the main actor's; neither value escapes.
    nonisolated(unsafe) let (list, picture) = (widget, snapshot)
    withLayout(widget) { layout in
        for row in layout.visibleFrames { gtk_widget_snapshot_child(list, row.widget.widget, picture) }
    }
}

private let focusList: @convention(c) (UnsafeMutablePointer<GtkWidget>?, GtkDirectionType) -> gboolean = {
    widget, _ in
    // If the focus is in the list already, the list's own keys move it from row to row.
    guard let widget, gtk_widget_get_focus_child(widget) == nil else { return 0 }
    var isTaken = false
    withLayout(widget) { isTaken = $0.enter() }
    return isTaken ? 1 : 0
}
