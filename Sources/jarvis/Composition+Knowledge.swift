// SPDX-License-Identifier: GPL-3.0-or-later
// Where calendars and the dictionary come from.

import JarvisKnowledge
import JarvisCore
import JarvisPlatform

extension Composition {
    /// The files that the settings name; else what the desktop's calendars have, and files where programs keep theirs.
    var calendars: AllCalendars {
        let data = Folder.parent(of: directories.data)
        return AllCalendars(
            service: EvolutionCalendars(clock: wallClock),
            places: { [settings] in
                CalendarPlaces(
                    setting: settings.current.calendarFiles, home: Environment.value("HOME") ?? "/", data: data)
            },
            files: { [wallClock] places in CalendarFiles(places: { places }, clock: wallClock) })
    }

    /// WordNet has a variable of its own for where it is.
    var dictionary: WordNet { WordNet(folders: WordNet.folders(variable: Environment.value("WNSEARCHDIR"))) }
}
