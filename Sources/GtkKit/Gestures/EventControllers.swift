// SPDX-License-Identifier: GPL-3.0-or-later
// Keys, clicks and focus as controllers that a widget owns once added.

import CGtk
public import GioKit

/// Listens to events of the widget that it is added to.
public class EventController: GObjectRef {
    init(_ controller: OpaquePointer) {
        super.init(adopting: UnsafeMutableRawPointer(controller))
    }

    /// Sees events before the widget's children do.
    public final func captures() { gtk_event_controller_set_propagation_phase(opaque, GTK_PHASE_CAPTURE) }
}

/// A pressed key.
public struct KeyPress: Hashable, Sendable {
    /// GDK's key value.
    public var key: UInt32
    public var isControlDown: Bool
    public var isShiftDown: Bool
    public var isAltDown: Bool

    public static let space = UInt32(GDK_KEY_space)
    public static let letterS = UInt32(GDK_KEY_s)
    public static let escape = UInt32(GDK_KEY_Escape)
    public static let menu = UInt32(GDK_KEY_Menu)
    public static let delete = UInt32(GDK_KEY_Delete)
    public static let f12 = UInt32(GDK_KEY_F12)

    public static let left = UInt32(GDK_KEY_Left)
    public static let right = UInt32(GDK_KEY_Right)
    public static let down = UInt32(GDK_KEY_Down)
    public static let up = UInt32(GDK_KEY_Up)
    public static let home = UInt32(GDK_KEY_Home)
    public static let end = UInt32(GDK_KEY_End)
    /// Control+Z.
    public static let undo = KeyPress(key: UInt32(GDK_KEY_z), isControlDown: true)
    /// On the main keys with and without Shift, and on the keypad.
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

    /// True with none of Control, Shift and Alt.
    public var isPlain: Bool { !isControlDown && !isShiftDown && !isAltDown }
}

/// Follows the keyboard.
public final class KeyController: EventController {
    public init() { super.init(gtk_event_controller_key_new()) }

    /// `handler` answers whether it has dealt with the key; key repeat calls it again.
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

/// Follows one pointer button.
public final class ClickGesture: EventController {
    /// - Parameter button: 1 primary, 3 secondary, 0 any.
    public init(button: UInt32 = 1) {
        super.init(gtk_gesture_click_new())
        gtk_gesture_single_set_button(opaque, button)
    }

    /// Called with the number of presses in quick succession and the place.
    public func onPress(_ handler: @escaping @MainActor (_ count: Int, _ x: Double, _ y: Double) -> Void) {
        connect("pressed") { handler($0.integer(1), $0.double(2), $0.double(3)) }
    }

    public func onRelease(_ handler: @escaping @MainActor () -> Void) { on("released", handler) }

    /// The press was taken away (by a drag, or another gesture): neither click nor release will follow.
    public func onCancel(_ handler: @escaping @MainActor () -> Void) { on("cancel", handler) }

    /// Keeps the events of this press from everybody else.
    public func claim() { gtk_gesture_set_state(opaque, GTK_EVENT_SEQUENCE_CLAIMED) }
}

/// A long press of the primary button or a finger.
public final class LongPressGesture: EventController {
    public init() { super.init(gtk_gesture_long_press_new()) }

    public func onPress(_ handler: @escaping @MainActor (_ x: Double, _ y: Double) -> Void) {
        connect("pressed") { handler($0.double(1), $0.double(2)) }
    }
}

/// Follows keyboard focus into and out of a widget and its children.
public final class FocusController: EventController {
    public init() { super.init(gtk_event_controller_focus_new()) }

    public func onEnter(_ handler: @escaping @MainActor () -> Void) { on("enter", handler) }
    public func onLeave(_ handler: @escaping @MainActor () -> Void) { on("leave", handler) }
}
