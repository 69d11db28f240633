// SPDX-License-Identifier: GPL-3.0-or-later
// A widget drawn by OpenGL. It is drawn only when asked to, and may be realized and unrealized any number of times.

import CGtk
import GioKit

/// An OpenGL drawing area without depth or stencil.
public final class GLArea: Widget {
    public init() {
        super.init(PaintedType.make(GLAreaType.registered))
        gtk_gl_area_set_auto_render(pointer(), 0)
        gtk_gl_area_set_has_depth_buffer(pointer(), 0)
        // GTK 4.8's own handler insists on desktop OpenGL and fails where there is OpenGL ES only.
        connect("create-context") { [weak self] arguments in
            if let context = self?.makeContext() { arguments.reply(giving: context) }
        }
    }

    /// A realized context of the dialect that the display offers; nil leaves the attempt, and the error, to GTK.
    private func makeContext() -> UnsafeMutableRawPointer? {
        guard let native = gtk_widget_get_native(widget), let surface = gtk_native_get_surface(native),
            let context = gdk_surface_create_gl_context(surface, nil)
        else { return nil }
        guard gdk_gl_context_realize(context, nil) != 0 else {
            g_object_unref(UnsafeMutableRawPointer(context))
            return nil
        }
        return UnsafeMutableRawPointer(context)
    }

    /// A context exists and is current, or `error` says why not.
    public func onRealize(_ handler: @escaping @MainActor (_ error: String?) -> Void) {
        connect("realize", after: true) { [weak self] _ in
            guard let self else { return }
            handler(makeCurrent())
        }
    }

    /// The context is about to go; it is current when `error` is nil.
    public func onUnrealize(_ handler: @escaping @MainActor (_ error: String?) -> Void) {
        connect("unrealize") { [weak self] _ in
            guard let self else { return }
            handler(makeCurrent())
        }
    }

    /// Draw now; the context is current and the area's frame buffer is bound.
    public func onRender(_ handler: @escaping @MainActor () -> Void) {
        connect("render") { arguments in
            handler()
            arguments.reply(true)
        }
    }

    /// Where the window is drawn by cairo, asks this for a picture in memory instead of having one rendered: it is to
    /// cover the area, and the context is current. With nil the render handler is called all the same.
    public func onRead(_ handler: @escaping @MainActor () -> PixelSource?) {
        let box = Unmanaged.passRetained(ReadBox(handler)).toOpaque()
        g_object_set_data_full(pointer(), readKey, box, releaseReadBox)
    }

    /// Asks for one call of the render handler with the next frame.
    public func queueRender() { gtk_gl_area_queue_render(pointer()) }

    /// Makes the area's context current.
    /// - Returns: why that is not possible; nil when it is done.
    public func makeCurrent() -> String? {
        gtk_gl_area_make_current(pointer())
        guard let error = gtk_gl_area_get_error(pointer()) else { return nil }
        return String(cString: error.pointee.message)
    }
}

private let readKey = "jarvis-read-picture"

/// A GtkGLArea that snapshots in its own way; GLib knows it by its name for as long as the process lives.
private enum GLAreaType {
    static let registered = PaintedType.register("JarvisGLArea", gtk_gl_area_get_type(), initialiseClass)
}

/// The Swift code behind one area.
private final class ReadBox {
    let handler: @MainActor () -> PixelSource?

    init(_ handler: @escaping @MainActor () -> PixelSource?) {
        self.handler = handler
        LiveCounts.addClosures(1)
    }

    deinit {
        LiveCounts.addClosures(-1)
    }
}

private let releaseReadBox: GDestroyNotify = { data in
    guard let data else { return }
    Unmanaged<ReadBox>.fromOpaque(data).release()
}

private let initialiseClass: GClassInitFunc = { type, _ in
    type?.assumingMemoryBound(to: GtkWidgetClass.self).pointee.snapshot = snapshotRead
}

private let snapshotRead: @convention(c) (UnsafeMutablePointer<GtkWidget>?, OpaquePointer?) -> Void = {
    widget, snapshot in
    guard let widget, let snapshot else { return }
    if appendRead(widget, snapshot) { return }
    guard let own = g_type_class_peek(jarvis_type_of(widget)), let parent = g_type_class_peek_parent(own) else {
        return
    }
    parent.assumingMemoryBound(to: GtkWidgetClass.self).pointee.snapshot(widget, snapshot)
}

/// Shows the picture in memory; false when there is none.
private func appendRead(_ widget: UnsafeMutablePointer<GtkWidget>, _ snapshot: OpaquePointer) -> Bool {
    let object = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
    let area = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkGLArea.self)
    guard let data = g_object_get_data(object, readKey), isDrawnByCairo(widget), gtk_gl_area_get_error(area) == nil
    else { return false }
    gtk_gl_area_make_current(area)
    // GTK draws on the thread of the main loop, which is the main actor's; none of these leaves the call.
    nonisolated(unsafe) let box = Unmanaged<ReadBox>.fromOpaque(data).takeUnretainedValue()
    nonisolated(unsafe) let (shown, target) = (widget, snapshot)
    return MainActor.assumeIsolated {
        guard let source = box.handler() else { return false }
        var bounds = graphene_rect_t(
            origin: graphene_point_t(x: 0, y: 0),
            size: graphene_size_t(
                width: Float(gtk_widget_get_width(shown)), height: Float(gtk_widget_get_height(shown))))
        guard let cairo = gtk_snapshot_append_cairo(target, &bounds) else { return false }
        Canvas(context: cairo).copy(source)
        cairo_destroy(cairo)
        return true
    }
}
