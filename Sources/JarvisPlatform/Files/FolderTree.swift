// SPDX-License-Identifier: GPL-3.0-or-later
// Lists, measures and removes folders with their contents, and determines the free space on their disk. Never follows
// links to folders.

import Glibc
public import JarvisCore

/// Lists, measures and removes whole folders.
public enum FolderTree {
    /// The regular files below a folder, including links to regular files: relative paths with sizes in bytes. Skips
    /// other links, devices and anything unreadable.
    /// - Parameter depth: How many levels of subfolders to search; 0 searches only the folder itself.
    public static func files(in folder: String, depth: Int = 3) -> [String: Int] {
        var found: [String: Int] = [:]
        var names: [String] = []
        guard FileSystem().listFolder(folder, &names) >= 0 else { return [:] }
        for name in names {
            switch kind(of: folder + "/" + name) {
            case .file(let size): found[name] = size
            case .link:
                // Model caches consist of links to files elsewhere.
                if case .file(let size) = target(of: folder + "/" + name) { found[name] = size }
            case .folder where depth > 0:
                for (path, size) in files(in: folder + "/" + name, depth: depth - 1) { found[name + "/" + path] = size }
            default: break
            }
        }
        return found
    }

    /// The total size of all files below a folder, in bytes.
    public static func size(of folder: String) -> Int { files(in: folder).values.reduce(0, +) }

    /// Removes a file, a link, or a folder with its contents; does nothing if it does not exist.
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

    /// The free bytes for users on the disk that holds or will hold `path`; nil if unknown.
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

    /// The kind of the file that a link leads to.
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
