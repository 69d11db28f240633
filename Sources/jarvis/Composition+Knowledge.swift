// SPDX-License-Identifier: GPL-3.0-or-later
// Where calendars and the dictionary come from.

import JarvisCalendar
import JarvisCore
import JarvisDictionary
import JarvisPlatform

extension Composition {
    /// The files that the settings name, or where calendar programs keep theirs.
    var calendars: CalendarFiles {
        let data = Folder.parent(of: directories.data)
        return CalendarFiles(
            places: { [settings] in
                CalendarPlaces(
                    setting: settings.current.calendarFiles, home: Environment.value("HOME") ?? "/", data: data)
            }, clock: wallClock)
    }

    /// WordNet has a variable of its own for where it is.
    var dictionary: WordNet { WordNet(folders: WordNet.folders(variable: Environment.value("WNSEARCHDIR"))) }
}
