// SPDX-License-Identifier: GPL-3.0-or-later
// Places children with a function of the container's size, for screens whose proportions are a rule of the design that
// boxes within boxes can't express. The function runs during GTK's allocation, so a resized window is never drawn with
// the places for its former size.

import CGtk
import GioKit

/// A child's place in its container, in logical pixels from the upper left corner.
public struct Place: Hashable, Sendable {
    public var x, y, width, height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
}

/// A container whose children are placed by a function.
public final class ArrangedBox: Widget {
    /// - Parameter children: The children, lowest first.
    public init(_ children: [Widget]) {
        super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        setRole(.group)
        gtk_widget_set_layout_manager(widget, gtk_custom_layout_new(nil, measureArranged, allocateArranged))
        for child in children { gtk_box_append(pointer(), child.widget) }
    }

    /// Sets the function that returns each child's place for a width and a height, in the order of the children. A
    /// place that is too small for its child is enlarged.
    public func arrange(_ places: @escaping @MainActor (_ width: Int, _ height: Int) -> [Place]) {
        let box = Unmanaged.passRetained(ArrangementBox(places))
        g_object_set_data_full(pointer(), ArrangementBox.key, box.toOpaque(), releaseArrangement)
        gtk_widget_queue_resize(widget)
    }
}

extension Widget {
    /// The width that the widget requests if there is enough space.
    public final var naturalWidth: Int { measured(widget, GTK_ORIENTATION_HORIZONTAL, for: -1).natural }

    /// The smallest width that the widget can have.
    public final var minimumWidth: Int { measured(widget, GTK_ORIENTATION_HORIZONTAL, for: -1).minimum }

    /// The height that the widget requests at this width.
    public final func naturalHeight(forWidth width: Int) -> Int {
        measured(widget, GTK_ORIENTATION_VERTICAL, for: max(width, minimumWidth)).natural
    }
}

/// The placing function of one container.
private final class ArrangementBox {
    static let key = "jarvis-arrangement"
    let arrange: @MainActor (Int, Int) -> [Place]

    init(_ arrange: @escaping @MainActor (Int, Int) -> [Place]) {
        self.arrange = arrange
        LiveCounts.addClosures(1)
    }

    deinit {
        LiveCounts.addClosures(-1)
    }
}

private let releaseArrangement: GDestroyNotify = { data in
    guard let data else { return }
    Unmanaged<ArrangementBox>.fromOpaque(data).release()
}

private func children(of box: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutablePointer<GtkWidget>] {
    var children: [UnsafeMutablePointer<GtkWidget>] = []
    var next = gtk_widget_get_first_child(box)
    while let child = next {
        children.append(child)
        next = gtk_widget_get_next_sibling(child)
    }
    return children
}

/// The container requests no space for its children, since the window has a minimum size. The children are measured
/// nevertheless, because GTK requires that of every widget before it is placed.
private let measureArranged: GtkCustomMeasureFunc = { box, orientation, _, minimum, natural, _, _ in
    guard let box else { return }
    for child in children(of: box) { _ = measured(child, orientation, for: -1) }
    minimum?.pointee = 0
    natural?.pointee = 0
}

private let allocateArranged: GtkCustomAllocateFunc = { widget, width, height, _ in
    guard let widget,
        let data = g_object_get_data(
            UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self), ArrangementBox.key)
    else { return }
    // GTK allocates on the thread of the main loop, which is the main actor's; the box does not escape.
    nonisolated(unsafe) let box = Unmanaged<ArrangementBox>.fromOpaque(data).takeUnretainedValue()
    let places = MainActor.assumeIsolated { box.arrange(Int(width), Int(height)) }
    for (child, place) in zip(children(of: widget), places) where gtk_widget_should_layout(child) != 0 {
        let width = max(place.width, measured(child, GTK_ORIENTATION_HORIZONTAL, for: -1).minimum)
        let height = max(place.height, measured(child, GTK_ORIENTATION_VERTICAL, for: width).minimum)
        var area = GtkAllocation(x: gint(place.x), y: gint(place.y), width: gint(width), height: gint(height))
        gtk_widget_size_allocate(child, &area, -1)
    }
}
