// SPDX-License-Identifier: GPL-3.0-or-later
// A container whose children stand where a function of its size puts them: for screens whose proportions are a rule of
// the design and not of boxes in boxes. The function runs inside GTK's allocation, so a resized window is never drawn
// with the places of the size before.

import CGtk
import GioKit

/// A child's place in its container, in logical pixels from the upper left corner.
public struct Place: Hashable, Sendable {
    public var x, y, width, height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
}

/// Children that a function places.
public final class ArrangedBox: Widget {
    /// - Parameter children: lowest first.
    public init(_ children: [Widget]) {
        super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        setRole(.group)
        gtk_widget_set_layout_manager(widget, gtk_custom_layout_new(nil, measureArranged, allocateArranged))
        for child in children { gtk_box_append(pointer(), child.widget) }
    }

    /// Sets the function that gives each child its place, in the order of the children, for a width and a height. A
    /// place that is smaller than its child needs is widened.
    public func arrange(_ places: @escaping @MainActor (_ width: Int, _ height: Int) -> [Place]) {
        let box = Unmanaged.passRetained(ArrangementBox(places))
        g_object_set_data_full(pointer(), ArrangementBox.key, box.toOpaque(), releaseArrangement)
        gtk_widget_queue_resize(widget)
    }
}

extension Widget {
    /// The width that the widget would like.
    public final var naturalWidth: Int { measured(widget, GTK_ORIENTATION_HORIZONTAL, for: -1).natural }

    /// The width that the widget cannot do without.
    public final var minimumWidth: Int { measured(widget, GTK_ORIENTATION_HORIZONTAL, for: -1).minimum }

    /// The height that the widget would like at this width.
    public final func naturalHeight(forWidth width: Int) -> Int {
        measured(widget, GTK_ORIENTATION_VERTICAL, for: max(width, minimumWidth)).natural
    }
}

/// The Swift code behind one container.
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

/// The box claims no room for its children: the window's least size does. They are asked nevertheless, because GTK
/// wants every widget measured before it is placed.
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
    // GTK allocates on the thread of the main loop, which is the main actor's; the box does not leave the call.
    nonisolated(unsafe) let box = Unmanaged<ArrangementBox>.fromOpaque(data).takeUnretainedValue()
    let places = MainActor.assumeIsolated { box.arrange(Int(width), Int(height)) }
    for (child, place) in zip(children(of: widget), places) where gtk_widget_should_layout(child) != 0 {
        let width = max(place.width, measured(child, GTK_ORIENTATION_HORIZONTAL, for: -1).minimum)
        let height = max(place.height, measured(child, GTK_ORIENTATION_VERTICAL, for: width).minimum)
        var area = GtkAllocation(x: gint(place.x), y: gint(place.y), width: gint(width), height: gint(height))
        gtk_widget_size_allocate(child, &area, -1)
    }
}
