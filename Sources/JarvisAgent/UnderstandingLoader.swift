// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the language files once, at start-up or on the first request, on its own thread.

import JarvisPlatform
import JarvisUnderstanding
import Synchronization

/// Loads the rules by which requests are understood and keeps them.
final class UnderstandingLoader: Sendable {
    private let catalogue: SkillCatalogue
    private let read: @Sendable () -> LanguagePack
    private let worker = WorkerThread(name: "understanding")
    private let understanding = Mutex<Understanding?>(nil)

    /// - Parameter read: Reads the language files.
    init(_ catalogue: SkillCatalogue, read: @escaping @Sendable () -> LanguagePack) {
        self.catalogue = catalogue
        self.read = read
    }

    /// Returns the rules at once; nil before the files have been read. Starts reading them if needed.
    func newest() -> Understanding? {
        if let known = understanding.withLock({ $0 }) { return known }
        worker.async { [self] in _ = current() }
        return nil
    }

    /// The rules, once the files have been read.
    func loaded() async -> Understanding {
        if let known = understanding.withLock({ $0 }) { return known }
        // The job throws nothing.
        return (try? await worker.run { [self] in current() }) ?? Understanding(catalogue: catalogue, pack: .empty)
    }

    /// The rules. Reads the files on the calling thread if that hasn't happened yet.
    func current() -> Understanding {
        understanding.withLock { known in
            if let known { return known }
            let fresh = Understanding(catalogue: catalogue, pack: read())
            known = fresh
            return fresh
        }
    }
}
