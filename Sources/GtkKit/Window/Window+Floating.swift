// SPDX-License-Identifier: GPL-3.0-or-later
// Shows a window above those of other programs without taking the keyboard focus, which only X11 allows. Its functions
// are looked up by name in the libraries that GTK has loaded, because GDK's X11 header requires X11's own headers.

import CGtk
import GioKit
import Glibc

extension Window {
    /// True if windows can float above others, as on X11.
    public static var canFloat: Bool { WaylandDisplay.displayType == "GdkX11Display" }

    /// Shows the window above all others, centred at the lower edge of the first monitor, without the keyboard focus
    /// and hidden from lists of windows.
    /// - Parameter distance: The distance from the edge, in logical pixels.
    /// - Returns: False, without showing the window, if windows can't float.
    public func showFloating(distance: Int) -> Bool {
        guard Self.canFloat, let functions = X11Window.functions else { return false }
        gtk_widget_realize(widget)
        guard let surface = gtk_native_get_surface(opaque), let x11 = X11Window(surface, functions) else {
            return false
        }
        x11.beOverlay()
        // Don't use `present`, which would request the keyboard focus.
        gtk_widget_set_visible(widget, 1)
        guard let place = Screens.areas.first else { return true }
        let scale = Int(gdk_surface_get_scale_factor(surface))
        var (width, height): (gint, gint) = (0, 0)
        gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, &width, nil, nil)
        gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, width, nil, &height, nil, nil)
        x11.move(
            x: (place.x + (place.width - Int(width)) / 2) * scale,
            y: (place.y + place.height - Int(height) - distance) * scale)
        return true
    }
}

/// An X11 window (https://specifications.freedesktop.org/wm-spec/latest).
@MainActor
private struct X11Window {
    struct Functions {
        typealias Identifier = @convention(c) (OpaquePointer) -> UInt
        typealias Display = @convention(c) (OpaquePointer) -> UnsafeMutableRawPointer?
        typealias SetTime = @convention(c) (OpaquePointer, UInt32) -> Void
        typealias Atom = @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>, Int32) -> UInt
        typealias Change =
            @convention(c) (
                UnsafeMutableRawPointer, UInt, UInt, UInt, Int32, Int32, UnsafeRawPointer, Int32
            ) -> Int32
        typealias Move = @convention(c) (UnsafeMutableRawPointer, UInt, Int32, Int32) -> Int32

        let identifier: Identifier
        let display: Display
        let setTime: SetTime
        let atom: Atom
        let change: Change
        let move: Move
    }

    /// The functions of GDK and Xlib; nil if any of them is missing.
    static let functions: Functions? = {
        let library = dlopen(nil, RTLD_NOW)
        func find<Function>(_ name: String, _ type: Function.Type) -> Function? {
            dlsym(library, name).map { unsafeBitCast($0, to: type) }
        }
        guard let identifier = find("gdk_x11_surface_get_xid", Functions.Identifier.self),
            let display = find("gdk_x11_display_get_xdisplay", Functions.Display.self),
            let setTime = find("gdk_x11_surface_set_user_time", Functions.SetTime.self),
            let atom = find("XInternAtom", Functions.Atom.self),
            let change = find("XChangeProperty", Functions.Change.self),
            let move = find("XMoveWindow", Functions.Move.self)
        else { return nil }
        return Functions(
            identifier: identifier, display: display, setTime: setTime, atom: atom, change: change, move: move)
    }()

    private let functions: Functions
    private let surface: OpaquePointer
    private let display: UnsafeMutableRawPointer
    private let identifier: UInt

    init?(_ surface: OpaquePointer, _ functions: Functions) {
        guard let display = functions.display(gdk_surface_get_display(surface)) else { return nil }
        self.functions = functions
        self.surface = surface
        self.display = display
        identifier = functions.identifier(surface)
    }

    /// Marks the window as an overlay. Call this before the window is shown. Of several types, a window manager uses
    /// the first one that it knows.
    func beOverlay() {
        let types = ["_NET_WM_WINDOW_TYPE_NOTIFICATION", "_NET_WM_WINDOW_TYPE_DOCK"].map(atom)
        let (atomType, bits, replace): (UInt, Int32, Int32) = (4, 32, 0)
        _ = types.withUnsafeBytes { bytes in
            bytes.baseAddress.map {
                functions.change(
                    display, identifier, atom("_NET_WM_WINDOW_TYPE"), atomType, bits, replace, $0, Int32(types.count))
            }
        }
        // A new window with a user time of 0 does not get the focus.
        functions.setTime(surface, 0)
    }

    func move(x: Int, y: Int) { _ = functions.move(display, identifier, Int32(clamping: x), Int32(clamping: y)) }

    private func atom(_ name: String) -> UInt { functions.atom(display, name, 0) }
}
