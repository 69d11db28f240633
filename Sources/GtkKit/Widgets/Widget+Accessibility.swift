// SPDX-License-Identifier: GPL-3.0-or-later
// What a widget tells assistive technology. GTK 4.8 has no announcements: status texts live in widgets of role
// `status`, whose changes screen readers follow.

import CGtk
import GioKit

/// Roles that the product gives to its own widgets; GTK's controls have theirs already.
public enum AccessibleRole {
    case alert, group, image, log, meter, none, radio, radioGroup, region, status, tab, tabList, tabPanel, timer

    var gtk: GtkAccessibleRole {
        switch self {
        case .alert: GTK_ACCESSIBLE_ROLE_ALERT
        case .group: GTK_ACCESSIBLE_ROLE_GROUP
        case .image: GTK_ACCESSIBLE_ROLE_IMG
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

extension Widget {
    /// Sets the role; only before the widget is first shown.
    public final func setRole(_ role: AccessibleRole) {
        jarvis_accessible_set_role(raw, role.gtk)
    }

    /// The name that a screen reader speaks.
    public final func setAccessibleLabel(_ label: String) {
        jarvis_accessible_set_text(raw, GTK_ACCESSIBLE_PROPERTY_LABEL, label)
    }

    /// The description that a screen reader adds to the name.
    public final func setAccessibleDescription(_ description: String) {
        jarvis_accessible_set_text(raw, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description)
    }

    /// Whether this one of several is the chosen one.
    public final func setAccessiblySelected(_ isSelected: Bool) {
        jarvis_accessible_set_selected(raw, isSelected ? 1 : 0)
    }

    /// Whether this radio button is the chosen one.
    public final func setAccessiblyChecked(_ isChecked: Bool) {
        jarvis_accessible_set_checked(raw, isChecked ? 1 : 0)
    }

    /// A value within a range, with the words for it.
    public final func setAccessibleValue(_ value: Double, in range: ClosedRange<Double>, text: String) {
        jarvis_accessible_set_value(raw, value, range.lowerBound, range.upperBound, text)
    }

    /// Names this widget by another widget's text.
    public final func setAccessibleLabel(by other: Widget) {
        jarvis_accessible_set_relation(raw, GTK_ACCESSIBLE_RELATION_LABELLED_BY, other.raw)
    }
}
