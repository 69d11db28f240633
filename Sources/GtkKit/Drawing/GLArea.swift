// SPDX-License-Identifier: GPL-3.0-or-later
// A widget that OpenGL draws. It is drawn only on request, and may be realized and unrealized any number of times.

import CGtk
import GioKit

/// An OpenGL drawing area without depth or stencil.
public final class GLArea: Widget {
    public init() {
        super.init(PaintedType.make(GLAreaType.registered))
        gtk_gl_area_set_auto_render(pointer(), 0)
        gtk_gl_area_set_has_depth_buffer(pointer(), 0)
        // GTK 4.8's own handler requires desktop OpenGL, and fails if there is only OpenGL ES.
        connect("create-context") { [weak self] arguments in
            if let context = self?.makeContext() { arguments.reply(giving: context) }
        }
    }

    /// A realized context for the API that the display offers, OpenGL or OpenGL ES; with nil, GTK tries to make one and
    /// reports the error.
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

    /// Calls `handler` when a context exists and is current, or with the error if there is none.
    public func onRealize(_ handler: @escaping @MainActor (_ error: String?) -> Void) {
        connect("realize", after: true) { [weak self] _ in
            guard let self else { return }
            handler(makeCurrent())
        }
    }

    /// Calls `handler` when the context is about to be destroyed; it is current unless there is an `error`.
    public func onUnrealize(_ handler: @escaping @MainActor (_ error: String?) -> Void) {
        connect("unrealize") { [weak self] _ in
            guard let self else { return }
            handler(makeCurrent())
        }
    }

    /// Calls `handler` to draw; the context is current, and the area's frame buffer is bound.
    public func onRender(_ handler: @escaping @MainActor () -> Void) {
        connect("render") { arguments in
            handler()
            arguments.reply(true)
        }
    }

    /// Sets the source of the area's picture in windows that GTK draws with cairo. It should draw into memory a picture
    /// that covers the area; the context is current. If it returns nil, the render handler is called as usual.
    public func onRead(_ handler: @escaping @MainActor () -> PixelSource?) {
        let box = Unmanaged.passRetained(ReadBox(handler)).toOpaque()
        g_object_set_data_full(pointer(), readKey, box, releaseReadBox)
    }

    /// Requests one call of the render handler with the next frame.
    public func queueRender() { gtk_gl_area_queue_render(pointer()) }

    /// Makes the area's context current.
    /// - Returns: The error if that is not possible; nil after a success.
    public func makeCurrent() -> String? {
        gtk_gl_area_make_current(pointer())
        guard let error = gtk_gl_area_get_error(pointer()) else { return nil }
        return String(cString: error.pointee.message)
    }
}

private let readKey = "jarvis-read-picture"

/// A subclass of GtkGLArea with its own snapshot function; registered with GLib for the life of the process.
private enum GLAreaType {
    static let registered = PaintedType.register("JarvisGLArea", gtk_gl_area_get_type(), initialiseClass)
}

/// The closure that provides an area's picture in memory.
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

/// Shows the picture in memory; returns false if there is none.
private func appendRead(_ widget: UnsafeMutablePointer<GtkWidget>, _ snapshot: OpaquePointer) -> Bool {
    let object = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
    let area = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkGLArea.self)
    guard let data = g_object_get_data(object, readKey), isDrawnByCairo(widget), gtk_gl_area_get_error(area) == nil
    else { return false }
    gtk_gl_area_make_current(area)
    // GTK draws on the thread of the main loop, which is the main actor's; none of these values escapes.
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
