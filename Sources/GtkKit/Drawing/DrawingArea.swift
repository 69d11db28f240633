// SPDX-License-Identifier: GPL-3.0-or-later
// Lets Swift code draw a widget with cairo. GTK paints the widget as one cairo node, so that with the cairo renderer
// the drawing goes straight into the window's surface.

import CGtk
import GioKit

/// A widget that is drawn by a closure.
public class DrawingArea: Widget {
    public init(width: Int = -1, height: Int = -1) {
        super.init(gtk_drawing_area_new())
        setSizeRequest(width: width, height: height)
    }

    /// Sets the closure that draws the area, given a canvas and the size in logical pixels.
    public final func onDraw(_ handler: @escaping @MainActor (Canvas, _ width: Double, _ height: Double) -> Void) {
        let box = Unmanaged.passRetained(DrawBox(handler))
        gtk_drawing_area_set_draw_func(pointer(), drawArea, box.toOpaque(), releaseDrawBox)
    }
}

/// The drawing closure of an area.
private final class DrawBox {
    let handler: @MainActor (Canvas, Double, Double) -> Void

    init(_ handler: @escaping @MainActor (Canvas, Double, Double) -> Void) {
        self.handler = handler
        LiveCounts.addClosures(1)
    }

    deinit {
        LiveCounts.addClosures(-1)
    }
}

private let drawArea: GtkDrawingAreaDrawFunc = { _, cairo, width, height, data in
    guard let data, let cairo else { return }
    // GTK draws on the thread of the main loop, which is the main actor's; neither value escapes.
    nonisolated(unsafe) let box = Unmanaged<DrawBox>.fromOpaque(data).takeUnretainedValue()
    nonisolated(unsafe) let canvas = Canvas(context: cairo)
    MainActor.assumeIsolated { box.handler(canvas, Double(width), Double(height)) }
}

private let releaseDrawBox: GDestroyNotify = { data in
    guard let data else { return }
    Unmanaged<DrawBox>.fromOpaque(data).release()
}
