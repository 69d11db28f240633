// SPDX-License-Identifier: GPL-3.0-or-later
// The controls that have a picture in the documentation, and the place of each in the window.

import CGtk
import GtkKit
import JarvisCore
import JarvisDesktopKit

/// A control, identified by its style.
struct ShownControl {
    var name: String
    /// GTK's element name in the style.
    var element: String
    var styleClass: String?
    var without: String?
    /// Limits the match to controls that are on, or off.
    var isOn: Bool?
    /// True if it reacts to keyboard and pointer itself; false if its children do.
    var hasStates = true
    /// True if it is beside the pages, not in one.
    var isOverPages = false
    /// True if it belongs to the search field.
    var isInSearch = false

    /// A place with some of the controls.
    struct ControlPlace {
        var page = SettingsPage.voice
        var pane: PaneName?
        /// The state of the voice screen (`SampleState`), if this is not a pane.
        var state: String?
        /// The style class of a button to press first.
        var pressed: String?
        var controls: [ShownControl]
    }

    /// In the order of the rows.
    static let places: [ControlPlace] = [
        ControlPlace(
            page: .listening,
            controls: [
                ShownControl(name: "choice card", element: "button", styleClass: "choice-card", without: "selected"),
                ShownControl(name: "chosen card", element: "button", styleClass: "selected"),
                ShownControl(name: "switch that is off", element: "switch", isOn: false),
                ShownControl(name: "switch that is on", element: "switch", isOn: true),
                ShownControl(name: "button of a row", element: "button", styleClass: "setting-action"),
            ]),
        ControlPlace(
            page: .voice,
            controls: [
                ShownControl(name: "voice card", element: "button", styleClass: "choice-card", without: "selected"),
                ShownControl(name: "button to hear a voice", element: "button", styleClass: "hear-voice"),
                ShownControl(name: "slider", element: "scale", styleClass: "plasma"),
                ShownControl(name: "put back", element: "button", styleClass: "put-back"),
            ]),
        ControlPlace(
            page: .conversation,
            controls: [
                ShownControl(name: "field", element: "entry"),
                ShownControl(name: "drop-down", element: "dropdown"),
            ]),
        ControlPlace(
            page: .models,
            controls: [
                ShownControl(name: "server", element: "box", styleClass: "connection-row", hasStates: false),
                ShownControl(name: "button to add", element: "button", styleClass: "add-connection"),
            ]),
        ControlPlace(
            pane: .commands,
            controls: [ShownControl(name: "command card", element: "button", styleClass: "command-card")]),
        ControlPlace(
            pane: .history,
            controls: [
                ShownControl(
                    name: "chip", element: "button", styleClass: "chip", isOn: false, isOverPages: true,
                    isInSearch: true)
            ]),
        ControlPlace(
            page: .appearance,
            controls: [
                ShownControl(name: "theme card", element: "button", styleClass: "choice-card", without: "selected"),
                ShownControl(name: "chosen theme card", element: "button", styleClass: "selected"),
            ]),
        ControlPlace(
            state: "error",
            controls: [
                ShownControl(
                    name: "banner", element: "box", styleClass: "banner", hasStates: false, isOverPages: true),
                ShownControl(
                    name: "button of a banner", element: "button", styleClass: "banner-action", isOverPages: true),
            ]),
        ControlPlace(
            state: "thinking",
            controls: [
                ShownControl(
                    name: "neural loader", element: "widget", styleClass: "neural-loader", hasStates: false,
                    isOverPages: true)
            ]),
        // Last, since the speed is back to normal afterwards.
        ControlPlace(
            page: .voice, pressed: "put-back",
            controls: [
                ShownControl(name: "toast", element: "box", styleClass: "toast", hasStates: false, isOverPages: true),
                ShownControl(
                    name: "button of a toast", element: "button", styleClass: "toast-action", isOverPages: true),
            ]),
    ]

    /// The first visible one.
    @MainActor
    func widget(in window: Window) -> UnsafeMutablePointer<GtkWidget>? {
        if isOverPages { return find(in: window.widget) }
        let place = WidgetSurvey.widget(ofClass: "settings-page", in: window) ?? window
        // Only one of the pages opened so far is visible.
        return find(in: gtk_widget_get_mapped(place.widget) != 0 ? place.widget : window.widget)
    }

    @MainActor
    private func find(in widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidget>? {
        guard gtk_widget_get_mapped(widget) != 0 else { return nil }
        // The search field is above the page and not part of it.
        guard isInSearch || gtk_widget_has_css_class(widget, "pane-search") == 0 else { return nil }
        if isMeant(widget) {
            // The clickable part of a drop-down is a button inside it.
            return element == "dropdown" ? gtk_widget_get_first_child(widget) : widget
        }
        var next = gtk_widget_get_first_child(widget)
        while let child = next {
            if let found = find(in: child) { return found }
            next = gtk_widget_get_next_sibling(child)
        }
        return nil
    }

    @MainActor
    private func isMeant(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
        guard String(cString: gtk_widget_get_css_name(widget)) == element, gtk_widget_is_sensitive(widget) != 0,
            styleClass.map({ gtk_widget_has_css_class(widget, $0) != 0 }) ?? true,
            without.map({ gtk_widget_has_css_class(widget, $0) == 0 }) ?? true
        else { return false }
        let isChecked = gtk_widget_get_state_flags(widget).rawValue & GTK_STATE_FLAG_CHECKED.rawValue != 0
        return isOn.map { $0 == isChecked } ?? true
    }
}
