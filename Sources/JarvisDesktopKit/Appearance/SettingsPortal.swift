// SPDX-License-Identifier: GPL-3.0-or-later
// Follows the desktop's preferences through the settings portal, which works on any desktop.

import GioKit
import GtkKit

/// Follows org.freedesktop.portal.Settings.
@MainActor
final class SettingsPortal {
    private static let appearance = "org.freedesktop.appearance"
    /// The group with GNOME's contrast switch; older portals offer only that one.
    private static let accessibility = "org.gnome.desktop.a11y.interface"

    private let proxy = BusProxy(
        .init(
            .session, name: "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop",
            interface: "org.freedesktop.portal.Settings", startsService: true))
    private var values: [String: [String: BusValue]] = [:]
    private let handler: @MainActor () -> Void

    /// - Parameter handler: called when a preference of this class may have changed.
    init(_ handler: @escaping @MainActor () -> Void) {
        self.handler = handler
        proxy.onOwnerChange = { [weak self] in self?.readAll() }
        proxy.onSignal = { [weak self] name, arguments in
            guard let self, name == "SettingChanged", arguments.count == 3, let namespace = arguments[0].asText,
                let key = arguments[1].asText
            else { return }
            values[namespace, default: [:]][key] = arguments[2]
            self.handler()
        }
    }

    var prefersReducedMotion: Bool { values[Self.appearance]?["reduced-motion"]?.asInteger == 1 }

    var prefersHighContrast: Bool {
        values[Self.appearance]?["contrast"]?.asInteger == 1
            || values[Self.accessibility]?["high-contrast"]?.asFlag == true
    }

    /// The colour scheme; nil if the portal reports none.
    var colorScheme: DesktopState.ColorScheme? {
        switch values[Self.appearance]?["color-scheme"]?.asInteger {
        case 1: .dark
        case 2: .light
        case 0: .unknown
        default: nil
        }
    }

    private func readAll() {
        guard proxy.isThere else {
            values = [:]
            return handler()
        }
        proxy.call("ReadAll", "(['\(Self.appearance)', '\(Self.accessibility)'],)") { [weak self] reply in
            guard let self, let namespaces = reply?.first?.asTable else { return }
            values = namespaces.compactMapValues(\.asTable)
            handler()
        }
    }
}
