// SPDX-License-Identifier: GPL-3.0-or-later
// A container that spares GTK's cairo renderer work: that renderer draws every widget again that lies over something
// that moves, with its rounded corners, text and shadows, at every frame. With any other renderer the bin is an ordinary
// container.

import CGtk
import GioKit

/// Shows those parts of its child that have not changed for some frames as pictures of themselves.
public final class StillBin: Widget {
    public init(_ child: Widget) {
        let type = StillBinType.registered
        // A registered widget type always makes a widget.
        super.init(
            UnsafeMutableRawPointer(g_object_new_with_properties(type, 0, nil, nil))
                .assumingMemoryBound(to: GtkWidget.self))
        // A role of "none" would take everything inside from assistive technology too.
        setRole(.group)
        gtk_widget_set_layout_manager(widget, gtk_bin_layout_new())
        gtk_box_append(pointer(), child.widget)
        g_object_set_data_full(
            pointer(), picturesKey, Unmanaged.passRetained(StillPictures()).toOpaque(), releasePictures)
    }

    /// Parts that are pictures now.
    public var pictureCount: Int {
        guard let data = g_object_get_data(pointer(), picturesKey) else { return 0 }
        return Unmanaged<StillPictures>.fromOpaque(data).takeUnretainedValue().count
    }
}

private let picturesKey = "jarvis-still-pictures"

/// A GtkBox that snapshots in its own way; GLib knows it by its name for as long as the process lives.
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

/// GTK calls this when something in the child has changed; otherwise it shows what it got the last time.
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

/// True in a window that GTK draws on the processor.
func isDrawnByCairo(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
    guard let native = gtk_widget_get_native(widget), let renderer = gtk_native_get_renderer(native) else {
        return false
    }
    return jarvis_type_of(UnsafeMutableRawPointer(renderer)) == gsk_cairo_renderer_get_type()
}
