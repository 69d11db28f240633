// SPDX-License-Identifier: GPL-3.0-or-later
// Sets the accessibility properties of widgets. GTK 4.8 can't make announcements, so status texts are in widgets with
// the role `status`, whose changes screen readers announce.

import CGtk
import GioKit

/// The roles of custom widgets; GTK's controls already have theirs.
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
        jarvis_accessible_set_text(raw, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description)
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
