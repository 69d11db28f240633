// SPDX-License-Identifier: GPL-3.0-or-later
// Paints pictures in boxes and buttons, between their CSS background and their children. The widgets' types are derived
// from GTK's own; their drawing function calls the closures that are stored on the widget.

import CGtk
import GioKit

/// The layers below the children, in the order of painting.
public enum UnderpaintLayer: String, CaseIterable {
    case backdrop = "jarvis-paint-backdrop"
    case ripple = "jarvis-paint-ripple"
}

/// A box that can have layers painted by `underpaint`.
public final class PaintedBox: Widget {
    public init(_ direction: Box.Direction, spacing: Int = 0, _ children: [Widget] = []) {
        super.init(PaintedType.make(PaintedType.box))
        let orientation = direction == .row ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL
        gtk_orientable_set_orientation(opaque, orientation)
        gtk_box_set_spacing(pointer(), gint(spacing))
        children.forEach(append)
    }

    public func append(_ child: Widget) { gtk_box_append(pointer(), child.widget) }
}

extension Widget {
    /// Sets a closure that paints below the children of a painted box or a button; it receives the size of the border
    /// box in logical pixels. Nil removes the closure, which must not hold the widget.
    /// - Parameter version: Returns a number that changes with the picture, so that GTK can redraw a child alone while
    ///   the picture stays the same; nil paints nothing. Without this closure, every change of the widget or a child
    ///   repaints the picture.
    public final func underpaint(
        _ layer: UnderpaintLayer, version: (@MainActor (_ width: Double, _ height: Double) -> Int?)? = nil,
        _ painter: (@MainActor (Canvas, _ width: Double, _ height: Double) -> Void)?
    ) {
        let box = painter.map { Unmanaged.passRetained(PaintBox($0, version)).toOpaque() }
        g_object_set_data_full(pointer(), layer.rawValue, box, box == nil ? nil : releasePaintBox)
        queueDraw()
    }
}

/// The derived types, which stay registered with GLib for the life of the process.
enum PaintedType {
    static let box = register("JarvisPaintedBox", gtk_box_get_type(), initialiseClass)
    static let button = register("JarvisPaintedButton", gtk_button_get_type(), initialiseClass)

    static func make(_ type: GType) -> UnsafeMutablePointer<GtkWidget> {
        // A registered widget type can always be instantiated.
        UnsafeMutableRawPointer(g_object_new_with_properties(type, 0, nil, nil)).assumingMemoryBound(to: GtkWidget.self)
    }

    /// Derives a type that differs from its parent only in the functions of its class.
    static func register(_ name: String, _ parent: GType, _ initialise: @escaping GClassInitFunc) -> GType {
        var query = GTypeQuery()
        g_type_query(parent, &query)
        return g_type_register_static_simple(
            parent, name, query.class_size, initialise, query.instance_size, nil, GTypeFlags(rawValue: 0))
    }
}

/// The painting closure of one layer.
private final class PaintBox {
    /// The version and size of the picture that GTK has received.
    private struct Painted {
        var version: Int
        var width: Float
        var height: Float
    }

    private let painter: @MainActor (Canvas, Double, Double) -> Void
    private let version: (@MainActor (Double, Double) -> Int?)?
    private var painted: Painted?
    private var node: OpaquePointer?

    init(
        _ painter: @escaping @MainActor (Canvas, Double, Double) -> Void,
        _ version: (@MainActor (Double, Double) -> Int?)?
    ) {
        self.painter = painter
        self.version = version
        LiveCounts.addClosures(1)
    }

    deinit {
        if let node { gsk_render_node_unref(node) }
        LiveCounts.addClosures(-1)
    }

    /// The picture for these bounds. While its version stays the same, so does the node, which shows GTK that nothing
    /// has changed.
    @MainActor
    func picture(_ bounds: graphene_rect_t) -> OpaquePointer? {
        let (width, height) = (Double(bounds.size.width), Double(bounds.size.height))
        guard let version else {
            painted = nil
            return paint(bounds)
        }
        guard let wanted = version(width, height) else { return nil }
        if let painted, painted.version == wanted, painted.width == bounds.size.width,
            painted.height == bounds.size.height
        {
            return node
        }
        painted = Painted(version: wanted, width: bounds.size.width, height: bounds.size.height)
        return paint(bounds)
    }

    @MainActor
    private func paint(_ bounds: graphene_rect_t) -> OpaquePointer? {
        var bounds = bounds
        guard let new = gsk_cairo_node_new(&bounds), let cairo = gsk_cairo_node_get_draw_context(new) else {
            return nil
        }
        defer { cairo_destroy(cairo) }
        cairo_translate(cairo, Double(bounds.origin.x), Double(bounds.origin.y))
        painter(Canvas(context: cairo), Double(bounds.size.width), Double(bounds.size.height))
        if let node { gsk_render_node_unref(node) }
        node = new
        return new
    }
}

private let releasePaintBox: GDestroyNotify = { data in
    guard let data else { return }
    Unmanaged<PaintBox>.fromOpaque(data).release()
}

private let initialiseClass: GClassInitFunc = { type, _ in
    type?.assumingMemoryBound(to: GtkWidgetClass.self).pointee.snapshot = snapshotPainted
}

private let snapshotPainted: @convention(c) (UnsafeMutablePointer<GtkWidget>?, OpaquePointer?) -> Void = {
    widget, snapshot in
    guard let widget, let snapshot else { return }
    let object = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
    for layer in UnderpaintLayer.allCases {
        guard let data = g_object_get_data(object, layer.rawValue) else { continue }
        paint(Unmanaged<PaintBox>.fromOpaque(data).takeUnretainedValue(), widget, snapshot)
    }
    guard let own = g_type_class_peek(jarvis_type_of(widget)), let parent = g_type_class_peek_parent(own) else {
        return
    }
    parent.assumingMemoryBound(to: GtkWidgetClass.self).pointee.snapshot(widget, snapshot)
}

private func paint(_ box: PaintBox, _ widget: UnsafeMutablePointer<GtkWidget>, _ snapshot: OpaquePointer) {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(widget, widget, &bounds) != 0, bounds.size.width > 0, bounds.size.height > 0
    else { return }
    // GTK draws on the thread of the main loop, which is the main actor's; neither value escapes.
    nonisolated(unsafe) let work = box
    let place = bounds
    nonisolated(unsafe) let room = snapshot
    MainActor.assumeIsolated {
        if let picture = work.picture(place) { gtk_snapshot_append_node(room, picture) }
    }
}
