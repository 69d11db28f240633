// SPDX-License-Identifier: GPL-3.0-or-later
// Folders with everything in them, and the room on their disk. Links to folders are never followed.

import Glibc
public import JarvisCore

/// Works on whole folders.
public enum FolderTree {
    /// The regular files below a folder, and links to such: their paths in it, with their sizes in bytes. Links to anything
    /// else, devices and what cannot be looked at are left out.
    /// - Parameter depth: How many folders deep files are looked for; 0 is the folder itself.
    public static func files(in folder: String, depth: Int = 3) -> [String: Int] {
        var found: [String: Int] = [:]
        var names: [String] = []
        guard FileSystem().listFolder(folder, &names) >= 0 else { return [:] }
        for name in names {
            switch kind(of: folder + "/" + name) {
            case .file(let size): found[name] = size
            case .link:
                // Caches of models consist of links to files elsewhere.
                if case .file(let size) = target(of: folder + "/" + name) { found[name] = size }
            case .folder where depth > 0:
                for (path, size) in files(in: folder + "/" + name, depth: depth - 1) { found[name + "/" + path] = size }
            default: break
            }
        }
        return found
    }

    /// The sizes of all files below a folder, in bytes.
    public static func size(of folder: String) -> Int { files(in: folder).values.reduce(0, +) }

    /// Removes a file, a link, or a folder with everything in it; nothing happens when there is none.
    public static func remove(_ path: String) throws(StoreFailure) {
        switch kind(of: path) {
        case .nothing: return
        case .folder:
            var names: [String] = []
            try StoreFailure.check(FileSystem().listFolder(path, &names), path)
            for name in names { try remove(path + "/" + name) }
            guard rmdir(path) == 0 else { throw StoreFailure(errno: errno, path: path) }
        default: try StoreFailure.check(FileSystem().remove(path), path)
        }
    }

    /// True for a folder itself, false for a link to one.
    public static func isFolder(_ path: String) -> Bool { kind(of: path) == .folder }

    /// How many bytes more a user may write to the disk that holds `path`, or will hold it; nil where that is unknown.
    public static func freeBytes(at path: String) -> Int? {
        var (path, status) = (path, statvfs())
        while statvfs(path, &status) != 0 {
            guard errno == ENOENT, path.count > 1 else { return nil }
            path = Folder.parent(of: path)
        }
        return Int(
            clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
    }

    private enum Kind: Equatable {
        case nothing, folder, link, other
        case file(size: Int)
    }

    private static func kind(of path: String) -> Kind {
        var status = stat()
        return lstat(path, &status) == 0 ? kind(status) : .nothing
    }

    /// What a link leads to.
    private static func target(of path: String) -> Kind {
        var status = stat()
        return stat(path, &status) == 0 ? kind(status) : .nothing
    }

    private static func kind(_ status: stat) -> Kind {
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file(size: Int(status.st_size))
        case S_IFDIR: return .folder
        case S_IFLNK: return .link
        default: return .other
        }
    }
}
