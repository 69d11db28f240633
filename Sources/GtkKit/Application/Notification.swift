// SPDX-License-Identifier: GPL-3.0-or-later
// Notifications of the desktop, by org.freedesktop.Notifications or its portal. Where neither is there, nothing happens.

import CGtk
import GioKit

/// What a notification says and offers.
public struct DesktopNotification {
    public var title: String
    public var body: String
    /// Texts of buttons, with the actions of the application that they activate ("stop-ringing").
    public var buttons: [(label: String, action: String)]
    /// It must not go unseen.
    public var isUrgent: Bool

    public init(title: String, body: String, buttons: [(label: String, action: String)] = [], isUrgent: Bool = false) {
        self.title = title
        self.body = body
        self.buttons = buttons
        self.isUrgent = isUrgent
    }
}

extension Application {
    /// Without a session bus GLib would complain, and once the application has ended.
    private var canNotify: Bool {
        g_application_get_is_registered(pointer()) != 0 && g_application_get_dbus_connection(pointer()) != nil
    }

    /// Shows a notification, in the place of an earlier one with this identity. Pressed, it activates the application.
    public func notify(_ identity: String, _ notification: DesktopNotification) {
        guard canNotify,
            let content = g_notification_new(notification.title)
        else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(content)) }
        g_notification_set_body(content, notification.body)
        g_notification_set_priority(
            content, notification.isUrgent ? G_NOTIFICATION_PRIORITY_URGENT : G_NOTIFICATION_PRIORITY_NORMAL)
        for button in notification.buttons {
            g_notification_add_button(content, button.label, "app." + button.action)
        }
        g_application_send_notification(pointer(), identity, content)
    }

    /// Takes a notification away; one that is not there is left alone.
    public func withdrawNotification(_ identity: String) {
        guard canNotify else { return }
        g_application_withdraw_notification(pointer(), identity)
    }
}
