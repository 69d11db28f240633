// SPDX-License-Identifier: GPL-3.0-or-later
// The Desktop page: how JARVIS fits in with the desktop and other programs.

import JarvisCore
import JarvisDesktopKit
import JarvisPlatform

@MainActor
enum DesktopPage {
    /// - Parameter openSetup: called to run the first setup again.
    static func sections(
        _ model: SettingsModel, _ login: any LoginLaunching, openSetup: @escaping @MainActor () -> Void
    ) -> [SettingsSection] {
        let region = Environment.region()
        return [
            SettingsSection(localized("Login"), [LoginRow(login, model)]),
            SettingsSection(
                localized("Background"),
                [
                    SwitchRow(model, \.ringsInBackground), SwitchRow(model, \.ringsAsCall),
                    SwitchRow(model, \.listensInBackground),
                    SwitchRow(model, \.listensWhileLocked), SwitchRow(model, \.answersPrograms),
                    SwitchRow(model, \.showsTrayIcon),
                ]),
            SettingsSection(
                localized("Global shortcut"),
                [SwitchRow(model, \.hasGlobalKey), KeyCommandRow(.ofThisDesktop)]),
            SettingsSection(
                localized("Calendar"),
                [
                    EntryRow(model, \.calendarFiles, .init(placeholder: localized("~/calendars/work.ics"))),
                    EntryRow(model, \.calendarFolder, .init(placeholder: localized("~/calendars/personal"))),
                ]),
            SettingsSection(
                localized("Voice notes"),
                [
                    SwitchRow(model, \.offersPrompts),
                    SliderRow(
                        model, \.promptHour,
                        .init(
                            step: 1,
                            format: { hour in
                                ClockText.time(minute: Int(hour.rounded()) * 60, in: region)
                            })),
                    SwitchRow(model, \.showsNoteLine),
                ]),
            SettingsSection(localized("Setup"), [SetupRow(open: openSetup)]),
        ]
    }
}
