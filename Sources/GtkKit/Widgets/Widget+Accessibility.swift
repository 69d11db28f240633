// SPDX-License-Identifier: GPL-3.0-or-later
// Sets the accessibility properties of widgets. With GTK 4.8, screen readers read only the focused widget and the
// window's name, so announce changes elsewhere with `Widget.announce`.

import CGtk
import GioKit

/// The roles of custom widgets; GTK's controls already have theirs.
public enum AccessibleRole {
    case alert, group, image, label, list, listItem, log, meter, none, radio, radioGroup, region, status, tab, tabList,
        tabPanel, timer

    var gtk: GtkAccessibleRole {
        switch self {
        case .alert: GTK_ACCESSIBLE_ROLE_ALERT
        case .group: GTK_ACCESSIBLE_ROLE_GROUP
        case .image: GTK_ACCESSIBLE_ROLE_IMG
        case .label: GTK_ACCESSIBLE_ROLE_LABEL
        case .list: GTK_ACCESSIBLE_ROLE_LIST
        case .listItem: GTK_ACCESSIBLE_ROLE_LIST_ITEM
        case .log: GTK_ACCESSIBLE_ROLE_LOG
        case .meter: GTK_ACCESSIBLE_ROLE_METER
        case .none: GTK_ACCESSIBLE_ROLE_PRESENTATION
        case .radio: GTK_ACCESSIBLE_ROLE_RADIO
        case .radioGroup: GTK_ACCESSIBLE_ROLE_RADIO_GROUP
        case .region: GTK_ACCESSIBLE_ROLE_REGION
        case .status: GTK_ACCESSIBLE_ROLE_STATUS
        case .tab: GTK_ACCESSIBLE_ROLE_TAB
        case .tabList: GTK_ACCESSIBLE_ROLE_TAB_LIST
        case .tabPanel: GTK_ACCESSIBLE_ROLE_TAB_PANEL
        case .timer: GTK_ACCESSIBLE_ROLE_TIMER
        }
    }
}

private let descriptionKey = "jarvis-description"

extension Widget {
    /// Sets the role. Call this before the widget is first shown.
    public final func setRole(_ role: AccessibleRole) {
        jarvis_accessible_set_role(raw, role.gtk)
    }

    /// Sets the name that a screen reader announces.
    public final func setAccessibleLabel(_ label: String) {
        jarvis_accessible_set_text(raw, GTK_ACCESSIBLE_PROPERTY_LABEL, label)
    }

    /// Sets the description that a screen reader adds after the name.
    public final func setAccessibleDescription(_ description: String) {
        let object = UnsafeMutableRawPointer(opaque).assumingMemoryBound(to: GObject.self)
        // A label says it: GTK 4.8 reports the property itself as changed when the focus first comes, and it is then
        // read twice.
        if let label = g_object_get_data(object, descriptionKey) {
            gtk_label_set_text(OpaquePointer(label), description)
        } else if let label = gtk_label_new(description) {
            let owned = g_object_ref_sink(label)
            g_object_set_data_full(object, descriptionKey, owned) { g_object_unref($0) }
            jarvis_accessible_set_relation(raw, GTK_ACCESSIBLE_RELATION_DESCRIBED_BY, label)
        }
        forgetTooltipAsDescription()
    }

    /// Keeps GTK from taking the tooltip for the description, which mostly repeats the name.
    final func forgetTooltipAsDescription() {
        jarvis_accessible_set_text(raw, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "")
    }

    /// Sets whether this item of a group is selected.
    public final func setAccessiblySelected(_ isSelected: Bool) {
        jarvis_accessible_set_selected(raw, isSelected ? 1 : 0)
    }

    /// Sets whether this radio button is checked.
    public final func setAccessiblyChecked(_ isChecked: Bool) {
        jarvis_accessible_set_checked(raw, isChecked ? 1 : 0)
    }

    /// Sets the value of a control, its range, and the value as text.
    public final func setAccessibleValue(_ value: Double, in range: ClosedRange<Double>, text: String) {
        jarvis_accessible_set_value(raw, value, range.lowerBound, range.upperBound, text)
    }

    /// Uses another widget's text as the name of this widget.
    public final func setAccessibleLabel(by other: Widget) {
        jarvis_accessible_set_relation(raw, GTK_ACCESSIBLE_RELATION_LABELLED_BY, other.raw)
    }
}
