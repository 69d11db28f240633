// SPDX-License-Identifier: GPL-3.0-or-later
// Handles drags, pinches, rotations, swipes and scrolling, by mouse, touchpad and touch screen.

import CGtk
import GioKit

/// Tracks the primary button or one finger from press to release.
public final class DragGesture: EventController {
    public init() {
        super.init(gtk_gesture_drag_new())
        gtk_gesture_single_set_button(opaque, 1)
    }

    /// Calls `handler` with the position of the press, in logical pixels.
    public func onBegin(_ handler: @escaping @MainActor (_ x: Double, _ y: Double) -> Void) {
        connect("drag-begin") { handler($0.double(1), $0.double(2)) }
    }

    /// Calls `handler` with the distance from the press, in logical pixels.
    public func onMove(_ handler: @escaping @MainActor (_ x: Double, _ y: Double) -> Void) {
        connect("drag-update") { handler($0.double(1), $0.double(2)) }
    }

    /// Calls `handler` at the end of the drag; `isAnotherFingerDown` is true if a second finger ended it.
    public func onEnd(_ handler: @escaping @MainActor (_ isAnotherFingerDown: Bool) -> Void) {
        connect("drag-end") { arguments in
            let event = arguments.object(0).flatMap { gtk_event_controller_get_current_event(OpaquePointer($0)) }
            handler(event.map { gdk_event_get_event_type($0) == GDK_TOUCH_BEGIN } ?? false)
        }
    }

    /// Calls `handler` when the press is cancelled, after which its end no longer counts.
    public func onCancel(_ handler: @escaping @MainActor () -> Void) { on("cancel", handler) }
}

/// Tracks the distance and direction between two fingers, on a touch screen or touchpad.
@MainActor
public final class PinchGesture {
    private let zoom = EventController(gtk_gesture_zoom_new())
    private let turn = EventController(gtk_gesture_rotate_new())

    /// - Parameter widget: The widget that receives the gesture.
    public init(on widget: Widget) {
        for gesture in [zoom, turn] { widget.add(gesture) }
        // Group both gestures, so that neither takes the fingers from the other.
        gtk_gesture_group(zoom.opaque, turn.opaque)
    }

    /// Calls `handler` when two fingers are down.
    public func onBegin(_ handler: @escaping @MainActor () -> Void) { zoom.on("begin", handler) }

    /// Calls `handler` with the distance as a multiple of the initial one, and the rotation in radians, clockwise.
    public func onChange(_ handler: @escaping @MainActor (_ scale: Double, _ angle: Double) -> Void) {
        let change: @MainActor () -> Void = { [weak zoom, weak turn] in
            guard let zoom, let turn else { return }
            handler(gtk_gesture_zoom_get_scale_delta(zoom.opaque), gtk_gesture_rotate_get_angle_delta(turn.opaque))
        }
        zoom.on("scale-changed", change)
        turn.on("angle-changed", change)
    }
}

/// Detects a quick movement of one finger on a touch screen.
public final class TouchSwipeGesture: EventController {
    public init() {
        super.init(jarvis_swipe_gesture_new(1))
        gtk_gesture_single_set_touch_only(opaque, 1)
    }

    /// Calls `handler` with the final speed, in pixels per second.
    public func onSwipe(_ handler: @escaping @MainActor (_ x: Double, _ y: Double) -> Void) {
        connect("swipe") { handler($0.double(1), $0.double(2)) }
    }
}

/// Detects a quick movement of several fingers on a touchpad.
public final class TouchpadSwipeGesture: EventController {
    /// - Parameter fingers: The number of fingers of the gesture.
    public init(fingers: Int) { super.init(jarvis_swipe_gesture_new(guint(fingers))) }

    /// Calls `handler` with the final speed, in pixels per second.
    public func onSwipe(_ handler: @escaping @MainActor (_ x: Double, _ y: Double) -> Void) {
        connect("swipe") { handler($0.double(1), $0.double(2)) }
    }
}

/// Tracks vertical scrolling by wheel or touchpad.
public final class ScrollController: EventController {
    public init() { super.init(gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL)) }

    /// A step of scrolling.
    public struct Step: Hashable, Sendable {
        /// The distance downwards, in wheel clicks or in pixels.
        public var distance: Double
        /// True if the distance is in pixels.
        public var isInPixels: Bool
        public var isControlDown: Bool
        /// The time of the step in seconds of the display's clock; a busy program may receive it later.
        public var seconds: Double

        public init(
            distance: Double, isInPixels: Bool = false, isControlDown: Bool = false, seconds: Double = 0
        ) {
            self.distance = distance
            self.isInPixels = isInPixels
            self.isControlDown = isControlDown
            self.seconds = seconds
        }
    }

    /// Calls `handler` for each step; it returns whether it has handled the step.
    public func onScroll(_ handler: @escaping @MainActor (Step) -> Bool) {
        connect("scroll") { arguments in
            guard let controller = arguments.object(0).map(OpaquePointer.init) else { return }
            let state = gtk_event_controller_get_current_event_state(controller)
            arguments.reply(
                handler(
                    Step(
                        distance: arguments.double(2),
                        isInPixels: gtk_event_controller_scroll_get_unit(controller) == GDK_SCROLL_UNIT_SURFACE,
                        isControlDown: state.rawValue & GDK_CONTROL_MASK.rawValue != 0,
                        seconds: Double(gtk_event_controller_get_current_event_time(controller)) / 1000)))
        }
    }
}
