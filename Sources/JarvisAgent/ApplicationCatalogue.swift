// SPDX-License-Identifier: GPL-3.0-or-later
// Indexes the installed applications by name. Reading them opens every desktop entry, and a request is matched at each
// pause of the speaker, so the index is rebuilt only after a possible change, on its own thread.

import JarvisCore
import JarvisPlatform
import JarvisUnderstanding
import Synchronization

/// Keeps the newest index of the installed applications.
final class ApplicationCatalogue: Sendable {
    private struct Reading {
        var index: ApplicationIndex
        var applications: [InstalledApplication]
        var version: UInt64?
    }

    private let launcher: any Launcher
    private let worker = WorkerThread(name: "applications")
    private let reading = Mutex<Reading?>(nil)

    init(_ launcher: any Launcher) {
        self.launcher = launcher
    }

    /// Returns the newest index at once, or nil before the first read. Refreshes it in the background if it may be out
    /// of date.
    func newest() -> ApplicationIndex? {
        let newest = reading.withLock { $0?.index }
        worker.async { [self] in _ = refreshed() }
        return newest
    }

    /// The applications of the newest index; empty before the first read.
    func newestList() -> [InstalledApplication] { reading.withLock { $0?.applications ?? [] } }

    /// The applications as they are now.
    func current() async -> ApplicationIndex {
        // The job throws nothing.
        (try? await worker.run { [self] in refreshed() }) ?? ApplicationIndex([])
    }

    /// The applications as they are now. Reads them on the calling thread if they may have changed.
    func refreshed() -> ApplicationIndex {
        // Ask for the version first: a change during the read then causes another read next time.
        let version = launcher.applicationsVersion()
        if let known = reading.withLock({ $0 }), let version, known.version == version { return known.index }
        let applications = launcher.applications()
        let index = ApplicationIndex(applications)
        reading.withLock { $0 = Reading(index: index, applications: applications, version: version) }
        return index
    }
}
