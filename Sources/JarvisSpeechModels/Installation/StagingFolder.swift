// SPDX-License-Identifier: GPL-3.0-or-later
// The folder beside a model's place in which the model is put together. Its lock keeps a second installation of the same
// model away; what was fetched stays in it when an installation is stopped, and is used by the next one.

import CProcess
import Glibc
import JarvisCore
import JarvisPlatform

/// The locked staging folder of one model.
final class StagingFolder: Sendable {
    let path: String
    private let destination: String
    private let lock: OpenFile

    /// What is fetched; it survives a stopped installation.
    var download: String { path + "/download" }
    var unpacked: String { path + "/unpacked" }
    /// What will be the model's folder.
    var model: String { path + "/model" }
    private var sourceMark: String { path + "/source" }

    /// - Parameters:
    ///   - models: The folder of all models; made where it is missing.
    ///   - source: What is installed: what an earlier attempt fetched from elsewhere is removed.
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
        // A child that is just being started still has the file: closing it would leave the lock for a moment.
        lock.unlock()
    }

    static func path(_ models: String, _ id: String) -> String { models + "/.staging-" + id }

    private static func locked(_ path: String, _ id: String) throws -> OpenFile {
        while true {
            try Folder.create(path)
            let folder = try OpenFile(path, flags: O_RDONLY | O_DIRECTORY)
            guard try folder.lock() else { throw ModelFailure.busy(id: id) }
            // Another installation may have ended, and have removed the folder, between opening and locking.
            var named = FileStatus()
            if FileSystem().statusOfPath(path, &named) >= 0, try folder.status().isSameFile(as: named) { return folder }
        }
    }

    /// Puts the model into its place, in that of an older one if there is one.
    func place() throws {
        try Folder.synchronize(model)
        // Both change places at once: there is always one of them.
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

    /// Takes a model out of its place, at once; its files go with `discard`.
    func takeOut() throws {
        try FolderTree.remove(path + "/old")
        try StoreFailure.check(FileSystem().rename(destination, path + "/old"), destination)
        try Folder.synchronize(Folder.parent(of: destination))
    }

    /// Keeps what was fetched, for the next attempt; where that is nothing, keeps nothing.
    func keepDownload() {
        guard FolderTree.files(in: download).contains(where: { $0.value > 0 && !$0.key.hasSuffix(".json") }) else {
            return discard()
        }
        for leftover in [unpacked, model] { try? FolderTree.remove(leftover) }
    }

    /// Keeps nothing. The name goes before the lock does.
    func discard() {
        try? FolderTree.remove(path)
    }
}
