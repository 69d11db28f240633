// SPDX-License-Identifier: GPL-3.0-or-later
// The program's widgets: at most one window of each size, with or without the main window.

import GtkKit
import JarvisCore

extension DesktopApplication {
    /// The open widget of this size; nil if there is none.
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

    /// Closes a widget. Closing the last window ends the conversation, unless the session outlives its windows.
    func closeWidget(_ size: WidgetSize) {
        guard let widget = widgets[size] else { return }
        remove(widget)
        if window == nil, widgets.isEmpty { lastWindowClosed() }
        onWindowChange?()
    }

    /// Closes all widgets because the program ends.
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
