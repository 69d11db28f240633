// SPDX-License-Identifier: GPL-3.0-or-later
// Drags, pinches, turns, swipes and scrolling, from mouse, touchpad and touch screen.

import CGtk
import GioKit

/// Follows the primary button or one finger from its press to its release.
public final class DragGesture: EventController {
    public init() {
        super.init(gtk_gesture_drag_new())
        gtk_gesture_single_set_button(opaque, 1)
    }

    /// Called with the place of the press.
    public func onBegin(_ handler: @escaping @MainActor (_ x: Double, _ y: Double) -> Void) {
        connect("drag-begin") { handler($0.double(1), $0.double(2)) }
    }

    /// Called with the distance from the place of the press.
    public func onMove(_ handler: @escaping @MainActor (_ x: Double, _ y: Double) -> Void) {
        connect("drag-update") { handler($0.double(1), $0.double(2)) }
    }

    /// Called with whether it was another finger that ended the drag of the first.
    public func onEnd(_ handler: @escaping @MainActor (_ isAnotherFingerDown: Bool) -> Void) {
        connect("drag-end") { arguments in
            let event = arguments.object(0).flatMap { gtk_event_controller_get_current_event(OpaquePointer($0)) }
            handler(event.map { gdk_event_get_event_type($0) == GDK_TOUCH_BEGIN } ?? false)
        }
    }

    /// The press was taken away: its end no longer counts.
    public func onCancel(_ handler: @escaping @MainActor () -> Void) { on("cancel", handler) }
}

/// Follows the distance and the direction of two fingers, on a touch screen or a touchpad.
@MainActor
public final class PinchGesture {
    private let zoom = EventController(gtk_gesture_zoom_new())
    private let turn = EventController(gtk_gesture_rotate_new())

    /// - Parameter widget: where the fingers are.
    public init(on widget: Widget) {
        for gesture in [zoom, turn] { widget.add(gesture) }
        // Neither takes the fingers away from the other.
        gtk_gesture_group(zoom.opaque, turn.opaque)
    }

    /// Two fingers are down.
    public func onBegin(_ handler: @escaping @MainActor () -> Void) { zoom.on("begin", handler) }

    /// Called with the distance as a multiple of the first one, and the turn in radians, clockwise.
    public func onChange(_ handler: @escaping @MainActor (_ scale: Double, _ angle: Double) -> Void) {
        let change: @MainActor () -> Void = { [weak zoom, weak turn] in
            guard let zoom, let turn else { return }
            handler(gtk_gesture_zoom_get_scale_delta(zoom.opaque), gtk_gesture_rotate_get_angle_delta(turn.opaque))
        }
        zoom.on("scale-changed", change)
        turn.on("angle-changed", change)
    }
}

/// A quick movement of one finger on a touch screen.
public final class TouchSwipeGesture: EventController {
    public init() {
        super.init(jarvis_swipe_gesture_new(1))
        gtk_gesture_single_set_touch_only(opaque, 1)
    }

    /// Called with the speed at the end, in pixels per second.
    public func onSwipe(_ handler: @escaping @MainActor (_ x: Double, _ y: Double) -> Void) {
        connect("swipe") { handler($0.double(1), $0.double(2)) }
    }
}

/// A quick movement of several fingers on a touchpad.
public final class TouchpadSwipeGesture: EventController {
    /// - Parameter fingers: how many.
    public init(fingers: Int) { super.init(jarvis_swipe_gesture_new(guint(fingers))) }

    /// Called with the speed at the end, in pixels per second.
    public func onSwipe(_ handler: @escaping @MainActor (_ x: Double, _ y: Double) -> Void) {
        connect("swipe") { handler($0.double(1), $0.double(2)) }
    }
}

/// Vertical scrolling by wheel or touchpad.
public final class ScrollController: EventController {
    public init() { super.init(gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL)) }

    /// One step of scrolling.
    public struct Step: Hashable, Sendable {
        /// Downwards; clicks of a wheel, or pixels.
        public var distance: Double
        /// True where the distance is in pixels.
        public var isInPixels: Bool
        public var isControlDown: Bool

        public init(distance: Double, isInPixels: Bool = false, isControlDown: Bool = false) {
            self.distance = distance
            self.isInPixels = isInPixels
            self.isControlDown = isControlDown
        }
    }

    /// `handler` answers whether it has dealt with the step.
    public func onScroll(_ handler: @escaping @MainActor (Step) -> Bool) {
        connect("scroll") { arguments in
            guard let controller = arguments.object(0).map(OpaquePointer.init) else { return }
            let state = gtk_event_controller_get_current_event_state(controller)
            arguments.reply(
                handler(
                    Step(
                        distance: arguments.double(2),
                        isInPixels: gtk_event_controller_scroll_get_unit(controller) == GDK_SCROLL_UNIT_SURFACE,
                        isControlDown: state.rawValue & GDK_CONTROL_MASK.rawValue != 0)))
        }
    }
}
