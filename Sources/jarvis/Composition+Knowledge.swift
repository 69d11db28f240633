// SPDX-License-Identifier: GPL-3.0-or-later
// Composes the calendar sources and the dictionary.

import JarvisKnowledge
import JarvisCore
import JarvisPlatform

extension Composition {
    /// The calendar files named in the settings, or else the desktop's calendars and files in programs' usual
    /// locations.
    var calendars: AllCalendars {
        let data = Folder.parent(of: directories.data)
        return AllCalendars(
            service: EvolutionCalendars(clock: wallClock),
            places: { [settings] in
                let (current, home) = (settings.current, Environment.value("HOME") ?? "/")
                var places = CalendarPlaces(setting: current.calendarFiles, home: home, data: data)
                places.include(CalendarPlaces.expanded(current.calendarFolder, home: home))
                return places
            },
            files: { [wallClock] places in CalendarFiles(places: { places }, clock: wallClock) })
    }

    /// The calendar folder that the settings allow to be changed.
    var calendarWriter: VdirCalendar {
        VdirCalendar(clock: wallClock) { [settings] in
            CalendarPlaces.expanded(settings.current.calendarFolder, home: Environment.value("HOME") ?? "/")
        }
    }

    /// The dictionary, WordNet, which has its own environment variable for its location.
    var dictionary: WordNet { WordNet(folders: WordNet.folders(variable: Environment.value("WNSEARCHDIR"))) }
}
