// SPDX-License-Identifier: GPL-3.0-or-later
// Handles keys, clicks and focus with controllers, which a widget owns once they are added to it.

import CGtk
public import GioKit

/// Receives events of the widget that it is added to.
public class EventController: GObjectRef {
    init(_ controller: OpaquePointer) {
        super.init(adopting: UnsafeMutableRawPointer(controller))
    }

    /// Receives events before the widget's children do.
    public final func captures() { gtk_event_controller_set_propagation_phase(opaque, GTK_PHASE_CAPTURE) }
}

/// A pressed key, with the modifiers that are held down.
public struct KeyPress: Hashable, Sendable {
    /// GDK's value of the key.
    public var key: UInt32
    public var isControlDown: Bool
    public var isShiftDown: Bool
    public var isAltDown: Bool

    public static let space = UInt32(GDK_KEY_space)
    public static let letterS = UInt32(GDK_KEY_s)
    public static let escape = UInt32(GDK_KEY_Escape)
    /// The keys that move the focus, with and without Shift.
    public static let tabs: Set = [UInt32(GDK_KEY_Tab), UInt32(GDK_KEY_ISO_Left_Tab), UInt32(GDK_KEY_KP_Tab)]
    public static let menu = UInt32(GDK_KEY_Menu)
    public static let delete = UInt32(GDK_KEY_Delete)
    public static let f12 = UInt32(GDK_KEY_F12)

    public static let left = UInt32(GDK_KEY_Left)
    public static let right = UInt32(GDK_KEY_Right)
    public static let down = UInt32(GDK_KEY_Down)
    public static let up = UInt32(GDK_KEY_Up)
    public static let home = UInt32(GDK_KEY_Home)
    public static let end = UInt32(GDK_KEY_End)
    /// The shortcut for undo, Control+Z.
    public static let undo = KeyPress(key: UInt32(GDK_KEY_z), isControlDown: true)
    /// The keys for plus: on the main keys, with or without Shift, and on the keypad.
    public static let plus: Set = [UInt32(GDK_KEY_plus), UInt32(GDK_KEY_equal), UInt32(GDK_KEY_KP_Add)]
    public static let minus: Set = [UInt32(GDK_KEY_minus), UInt32(GDK_KEY_underscore), UInt32(GDK_KEY_KP_Subtract)]
    public static let zero: Set = [UInt32(GDK_KEY_0), UInt32(GDK_KEY_KP_0), UInt32(GDK_KEY_KP_Insert)]

    public init(key: UInt32, isControlDown: Bool = false, isShiftDown: Bool = false, isAltDown: Bool = false) {
        self.key = key
        self.isControlDown = isControlDown
        self.isShiftDown = isShiftDown
        self.isAltDown = isAltDown
    }

    init(key: UInt32, state: UInt32) {
        self.init(
            key: key, isControlDown: state & GDK_CONTROL_MASK.rawValue != 0,
            isShiftDown: state & GDK_SHIFT_MASK.rawValue != 0, isAltDown: state & GDK_ALT_MASK.rawValue != 0)
    }

    /// True without Control, Shift or Alt.
    public var isPlain: Bool { !isControlDown && !isShiftDown && !isAltDown }
}

/// Receives key presses.
public final class KeyController: EventController {
    public init() { super.init(gtk_event_controller_key_new()) }

    /// Calls `handler` for each press and each repetition; it returns whether it has handled the key.
    public func onPress(_ handler: @escaping @MainActor (KeyPress) -> Bool) {
        connect("key-pressed") { arguments in
            arguments.reply(handler(KeyPress(key: arguments.unsigned(1), state: arguments.flags(3))))
        }
    }

    public func onRelease(_ handler: @escaping @MainActor (KeyPress) -> Void) {
        connect("key-released") { arguments in
            handler(KeyPress(key: arguments.unsigned(1), state: arguments.flags(3)))
        }
    }
}

/// Receives clicks of one pointer button.
public final class ClickGesture: EventController {
    /// - Parameter button: 1 for the primary button, 3 for the secondary, 0 for any.
    public init(button: UInt32 = 1) {
        super.init(gtk_gesture_click_new())
        gtk_gesture_single_set_button(opaque, button)
    }

    /// Calls `handler` with the number of presses in quick succession, and the position.
    public func onPress(_ handler: @escaping @MainActor (_ count: Int, _ x: Double, _ y: Double) -> Void) {
        connect("pressed") { handler($0.integer(1), $0.double(2), $0.double(3)) }
    }

    public func onRelease(_ handler: @escaping @MainActor () -> Void) { on("released", handler) }

    /// Calls `handler` when a drag or another gesture cancels the press, after which neither a click nor a release
    /// follows.
    public func onCancel(_ handler: @escaping @MainActor () -> Void) { on("cancel", handler) }

    /// Claims this press, so that all other gestures ignore it.
    public func claim() { gtk_gesture_set_state(opaque, GTK_EVENT_SEQUENCE_CLAIMED) }
}

/// A long press of the primary button or one finger.
public final class LongPressGesture: EventController {
    public init() { super.init(gtk_gesture_long_press_new()) }

    public func onPress(_ handler: @escaping @MainActor (_ x: Double, _ y: Double) -> Void) {
        connect("pressed") { handler($0.double(1), $0.double(2)) }
    }
}

/// Tracks keyboard focus entering and leaving a widget and its children.
public final class FocusController: EventController {
    public init() { super.init(gtk_event_controller_focus_new()) }

    public func onEnter(_ handler: @escaping @MainActor () -> Void) { on("enter", handler) }
    public func onLeave(_ handler: @escaping @MainActor () -> Void) { on("leave", handler) }
}
