// SPDX-License-Identifier: GPL-3.0-or-later
// A row with a choice of a microphone or speakers, by the desktop's names.

import JarvisCore
import JarvisDesktopKit

@MainActor
final class DeviceRow {
    let row: ChoiceRow<String?>
    private let direction: AudioDevice.Direction
    private let read: @Sendable (Settings) -> String?

    init(
        _ model: SettingsModel, _ path: any WritableKeyPath<Settings, String?> & Sendable,
        _ direction: AudioDevice.Direction, help: String? = nil
    ) {
        self.direction = direction
        read = { $0[keyPath: path] }
        row = ChoiceRow(
            model, path, help: help,
            describeMissing: { name in
                name.map { localized("%1 (not connected)", $0) } ?? localized("Default")
            })
    }

    /// Offers the devices, the default first. Leaves out output monitors, except the chosen one.
    func offer(_ devices: [AudioDevice], _ settings: Settings) {
        let chosen = read(settings)
        let own = devices.filter { $0.direction == direction && (!$0.isMonitor || $0.id == chosen) }
        let current = own.first(where: \.isDefault).map { localized("Default (%1)", $0.name) }
        row.offer(
            [.init(value: nil, name: current ?? localized("Default"))] + own.map { .init(value: $0.id, name: $0.name) },
            settings)
    }
}
