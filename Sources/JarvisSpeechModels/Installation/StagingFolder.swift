// SPDX-License-Identifier: GPL-3.0-or-later
// The folder in which a model is assembled, next to its final place. Its lock excludes another installation of the same
// model. If an installation is stopped, the download stays in the folder for the next one.

import CProcess
import Glibc
import JarvisCore
import JarvisPlatform

/// The locked staging folder of a model.
final class StagingFolder: Sendable {
    let path: String
    private let destination: String
    private let lock: OpenFile

    /// The folder of the download, which stays when an installation is stopped.
    var download: String { path + "/download" }
    var unpacked: String { path + "/unpacked" }
    /// The folder that becomes the model's folder.
    var model: String { path + "/model" }
    private var sourceMark: String { path + "/source" }

    /// - Parameters:
    ///   - models: The folder for all models; created if missing.
    ///   - source: The source of the installation; downloads from any other source are removed.
    init(models: String, id: String, source: String? = nil) throws {
        path = Self.path(models, id)
        destination = models + "/" + id
        lock = try Self.locked(path, id)
        guard let source else { return }
        for leftover in [unpacked, model] { try FolderTree.remove(leftover) }
        if WholeFile.text(sourceMark) != source {
            try FolderTree.remove(download)
            try AtomicFile.write(sourceMark, Array(source.utf8))
        }
        try Folder.create(download)
    }

    deinit {
        // Unlock explicitly: a child process that is being started still has the file open, so closing it here would
        // keep the lock for a moment.
        lock.unlock()
    }

    static func path(_ models: String, _ id: String) -> String { models + "/.staging-" + id }

    private static func locked(_ path: String, _ id: String) throws -> OpenFile {
        while true {
            try Folder.create(path)
            let folder = try OpenFile(path, flags: O_RDONLY | O_DIRECTORY)
            guard try folder.lock() else { throw ModelFailure.busy(id: id) }
            // Another installation may have finished and removed the folder between opening and locking.
            var named = FileStatus()
            if FileSystem().statusOfPath(path, &named) >= 0, try folder.status().isSameFile(as: named) { return folder }
        }
    }

    /// Puts the model in place, replacing any older one.
    func place() throws {
        try Folder.synchronize(model)
        // Exchange both folders atomically, so that one of them is always in place.
        if Environment.exists(destination) {
            if renameat2(AT_FDCWD, model, AT_FDCWD, destination, jarvis_rename_exchange) != 0 {
                try StoreFailure.check(FileSystem().rename(destination, path + "/old"), destination)
                try StoreFailure.check(FileSystem().rename(model, destination), destination)
            }
        } else {
            try StoreFailure.check(FileSystem().rename(model, destination), destination)
        }
        try Folder.synchronize(Folder.parent(of: destination))
    }

    /// Takes an installed model out of its place atomically; `discard` then deletes its files.
    func takeOut() throws {
        try FolderTree.remove(path + "/old")
        try StoreFailure.check(FileSystem().rename(destination, path + "/old"), destination)
        try Folder.synchronize(Folder.parent(of: destination))
    }

    /// Keeps only the download, for the next attempt; if there is none, deletes everything.
    func keepDownload() {
        guard FolderTree.files(in: download).contains(where: { $0.value > 0 && !$0.key.hasSuffix(".json") }) else {
            return discard()
        }
        for leftover in [unpacked, model] { try? FolderTree.remove(leftover) }
    }

    /// Deletes the folder. Its name disappears before the lock is released.
    func discard() {
        try? FolderTree.remove(path)
    }
}
