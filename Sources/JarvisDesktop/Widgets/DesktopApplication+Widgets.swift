// SPDX-License-Identifier: GPL-3.0-or-later
// The widgets of the program: one window of each size at most, beside the main window or without it.

import GtkKit
import JarvisCore

extension DesktopApplication {
    /// The widget of this size, while it is open.
    public func widget(_ size: WidgetSize) -> WidgetWindow? { widgets[size] }

    func addWidgetActions() {
        for size in WidgetSize.allCases {
            application.addAction(size.action) { [weak self] in self?.openWidget(size) }
        }
    }

    /// Opens a widget, or brings it to the front.
    public func openWidget(_ size: WidgetSize) {
        if let widget = widgets[size] { return widget.present() }
        let widget = WidgetWindow(application, services, desktop.follower(), size)
        widgets[size] = widget
        widget.onClose = { [weak self] in self?.closeWidget(size) }
        widget.present()
        desktop.connect()
        services.log.record("widget", ["size": .text(size.rawValue), "isOpen": .flag(true)])
        onWindowChange?()
    }

    /// Closes a widget; the last window that goes takes the conversation along, unless that outlives it.
    func closeWidget(_ size: WidgetSize) {
        guard let widget = widgets[size] else { return }
        remove(widget)
        if window == nil, widgets.isEmpty { lastWindowClosed() }
        onWindowChange?()
    }

    /// Closes all of them, since the program ends.
    func closeWidgets() {
        for widget in widgets.values { remove(widget) }
    }

    private func remove(_ widget: WidgetWindow) {
        widgets[widget.size] = nil
        widget.close()
        widget.window.destroy()
        services.log.record("widget", ["size": .text(widget.size.rawValue), "isOpen": .flag(false)])
    }
}
