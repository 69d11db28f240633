// SPDX-License-Identifier: GPL-3.0-or-later
// Saves work for GTK's cairo renderer, which in every frame redraws all widgets on top of moving content, including
// their rounded corners, text and shadows. With any other renderer this is an ordinary container.

import CGtk
import GioKit

/// Shows those parts of its child that have not changed for some frames as cached pictures.
public final class StillBin: Widget {
    public init(_ child: Widget) {
        let type = StillBinType.registered
        // A registered widget type can always be instantiated.
        super.init(
            UnsafeMutableRawPointer(g_object_new_with_properties(type, 0, nil, nil))
                .assumingMemoryBound(to: GtkWidget.self))
        // A role of "none" would hide everything inside from assistive technology as well.
        setRole(.group)
        gtk_widget_set_layout_manager(widget, gtk_bin_layout_new())
        gtk_box_append(pointer(), child.widget)
        g_object_set_data_full(
            pointer(), picturesKey, Unmanaged.passRetained(StillPictures()).toOpaque(), releasePictures)
    }

    /// The number of parts currently cached.
    public var pictureCount: Int {
        guard let data = g_object_get_data(pointer(), picturesKey) else { return 0 }
        return Unmanaged<StillPictures>.fromOpaque(data).takeUnretainedValue().count
    }
}

private let picturesKey = "jarvis-still-pictures"

/// A subclass of GtkBox with its own snapshot function; registered with GLib for the life of the process.
private enum StillBinType {
    static let registered: GType = {
        var query = GTypeQuery()
        g_type_query(gtk_box_get_type(), &query)
        return g_type_register_static_simple(
            gtk_box_get_type(), "JarvisStillBin", query.class_size, initialiseClass, query.instance_size, nil,
            GTypeFlags(rawValue: 0))
    }()
}

private let initialiseClass: GClassInitFunc = { type, _ in
    type?.assumingMemoryBound(to: GtkWidgetClass.self).pointee.snapshot = snapshotStill
}

private let releasePictures: GDestroyNotify = { data in
    if let data { Unmanaged<StillPictures>.fromOpaque(data).release() }
}

/// GTK calls this only when something in the child has changed; otherwise it reuses the previous result.
private let snapshotStill: @convention(c) (UnsafeMutablePointer<GtkWidget>?, OpaquePointer?) -> Void = {
    bin, snapshot in
    guard let bin, let snapshot, let child = gtk_widget_get_first_child(bin) else { return }
    let object = UnsafeMutableRawPointer(bin).assumingMemoryBound(to: GObject.self)
    guard isDrawnByCairo(bin), let data = g_object_get_data(object, picturesKey) else {
        return gtk_widget_snapshot_child(bin, child, snapshot)
    }
    let own = gtk_snapshot_new()
    gtk_widget_snapshot_child(bin, child, own)
    guard let node = gtk_snapshot_free_to_node(own) else { return }
    Unmanaged<StillPictures>.fromOpaque(data).takeUnretainedValue()
        .append(node, to: snapshot, scale: gtk_widget_get_scale_factor(bin))
    gsk_render_node_unref(node)
}

/// True if GTK draws the widget's window on the CPU.
func isDrawnByCairo(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
    guard let native = gtk_widget_get_native(widget), let renderer = gtk_native_get_renderer(native) else {
        return false
    }
    return jarvis_type_of(UnsafeMutableRawPointer(renderer)) == gsk_cairo_renderer_get_type()
}
