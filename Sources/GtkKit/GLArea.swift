// SPDX-License-Identifier: GPL-3.0-or-later
// A widget drawn by OpenGL. It is drawn only when asked to, and may be realized and unrealized any number of times.

import CGtk

/// An OpenGL drawing area without depth or stencil.
public final class GLArea: Widget {
    public init() {
        super.init(gtk_gl_area_new())
        gtk_gl_area_set_auto_render(pointer(), 0)
        gtk_gl_area_set_has_depth_buffer(pointer(), 0)
        // GTK 4.8's own handler insists on desktop OpenGL and fails where there is OpenGL ES only.
        connect("create-context") { [weak self] arguments in
            if let context = self?.makeContext() { arguments.reply(giving: context) }
        }
    }

    /// A realized context of whichever dialect the display offers; nil leaves the attempt, and the error, to GTK.
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
