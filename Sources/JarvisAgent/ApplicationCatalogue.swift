// SPDX-License-Identifier: GPL-3.0-or-later
// The installed applications by name, read again only when they may have changed: each reading opens every desktop entry,
// and a request is matched at each pause of the speaker. Reading is done on a thread of its own, never on the caller's.

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

    /// The applications as they were when they were last read, at once; nil before the first time. They are read again
    /// in the background if they may have changed.
    func newest() -> ApplicationIndex? {
        let newest = reading.withLock { $0?.index }
        worker.async { [self] in _ = refreshed() }
        return newest
    }

    /// The same as they were read; empty before the first time.
    func newestList() -> [InstalledApplication] { reading.withLock { $0?.applications ?? [] } }

    /// The applications as they are now.
    func current() async -> ApplicationIndex {
        // The job throws nothing.
        (try? await worker.run { [self] in refreshed() }) ?? ApplicationIndex([])
    }

    /// The applications as they are now; reads them on the calling thread where that is needed.
    func refreshed() -> ApplicationIndex {
        // Asked first: what changes while the entries are read is read again next time.
        let version = launcher.applicationsVersion()
        if let known = reading.withLock({ $0 }), let version, known.version == version { return known.index }
        let applications = launcher.applications()
        let index = ApplicationIndex(applications)
        reading.withLock { $0 = Reading(index: index, applications: applications, version: version) }
        return index
    }
}
