// SPDX-License-Identifier: GPL-3.0-or-later
// Shows desktop notifications, through org.freedesktop.Notifications or the portal. Without either, nothing happens.

import CGtk
import GioKit

/// The content of a notification.
public struct DesktopNotification {
    public var title: String
    public var body: String
    /// The buttons: their labels, with the application actions that they activate ("stop-ringing").
    public var buttons: [(label: String, action: String)]
    /// True for a notification that the user must not miss.
    public var isUrgent: Bool

    public init(title: String, body: String, buttons: [(label: String, action: String)] = [], isUrgent: Bool = false) {
        self.title = title
        self.body = body
        self.buttons = buttons
        self.isUrgent = isUrgent
    }
}

extension Application {
    /// Checked first, since GLib would log a warning without a session bus, or after the application has ended.
    private var canNotify: Bool {
        g_application_get_is_registered(pointer()) != 0 && g_application_get_dbus_connection(pointer()) != nil
    }

    /// Shows a notification, replacing an earlier one of this identity. A click on it activates the application.
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

    /// Withdraws a notification, if it is shown.
    public func withdrawNotification(_ identity: String) {
        guard canNotify else { return }
        g_application_withdraw_notification(pointer(), identity)
    }
}
