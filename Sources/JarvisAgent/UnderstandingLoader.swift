// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the files of the language once, at the start or the first request, on a thread of its own.

import JarvisPlatform
import JarvisUnderstanding
import Synchronization

/// Keeps how requests are read.
final class UnderstandingLoader: Sendable {
    private let catalogue: SkillCatalogue
    private let read: @Sendable () -> LanguagePack
    private let worker = WorkerThread(name: "understanding")
    private let understanding = Mutex<Understanding?>(nil)

    /// - Parameter read: reads the files of the language.
    init(_ catalogue: SkillCatalogue, read: @escaping @Sendable () -> LanguagePack) {
        self.catalogue = catalogue
        self.read = read
    }

    /// At once; nil before the files have been read, which begins then.
    func newest() -> Understanding? {
        if let known = understanding.withLock({ $0 }) { return known }
        worker.async { [self] in _ = current() }
        return nil
    }

    /// Once the files have been read.
    func loaded() async -> Understanding {
        if let known = understanding.withLock({ $0 }) { return known }
        // The job throws nothing.
        return (try? await worker.run { [self] in current() }) ?? Understanding(catalogue: catalogue, pack: .empty)
    }

    /// Reads the files on the calling thread where they have not been read.
    func current() -> Understanding {
        understanding.withLock { known in
            if let known { return known }
            let fresh = Understanding(catalogue: catalogue, pack: read())
            known = fresh
            return fresh
        }
    }
}
