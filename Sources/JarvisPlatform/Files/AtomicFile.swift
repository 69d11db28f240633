// SPDX-License-Identifier: GPL-3.0-or-later
// Whole files that are either the old one or the new one, whatever happens in between; and private folders.

import Glibc
public import JarvisCore

/// Writes whole files.
public enum AtomicFile {
    /// Replaces `path` by `bytes`: temporary file in the same folder, fsync, rename, fsync of the folder. On failure
    /// the old file stands as it was.
    public static func write(
        _ path: String, _ bytes: [UInt8], mode: UInt32 = 0o600, system: FileSystem = FileSystem()
    ) throws(StoreFailure) {
        try replace(path, mode: mode, system: system) { file throws(StoreFailure) in try file.write(bytes) }
    }

    /// Like `write`, with content that `fill` writes piece by piece.
    public static func replace(
        _ path: String, mode: UInt32 = 0o600, system: FileSystem = FileSystem(),
        fill: (OpenFile) throws(StoreFailure) -> Void
    ) throws(StoreFailure) {
        let temporary = path + temporaryMark + String(getpid())
        // What a killed process of the same id may have left is in the way of O_EXCL.
        _ = system.remove(temporary)
        do {
            let file = try OpenFile(temporary, flags: O_WRONLY | O_CREAT | O_EXCL, permissions: mode, system: system)
            try fill(file)
            try file.synchronize()
            try StoreFailure.check(system.rename(temporary, path), path)
        } catch {
            _ = system.remove(temporary)
            throw error.at(path)
        }
        try Folder.synchronize(Folder.parent(of: path), system: system)
    }

    /// The file behind a symbolic link, which a rename would put a file in the place of; `path` itself when it is none.
    public static func target(of path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static let temporaryMark = ".new-"

    /// True for the name of a file that was being written: if no one is writing it, its writer was killed.
    public static func isTemporary(_ name: String) -> Bool { writer(of: name) != nil }

    /// The process that writes a file of this name; nil for other names.
    static func writer(of name: String) -> Int? { Leftovers.number(in: name, after: temporaryMark)?.number }

    /// The bytes of a file; nil when there is none.
    public static func read(_ path: String, system: FileSystem = FileSystem()) throws(StoreFailure) -> [UInt8]? {
        do {
            let file = try OpenFile(path, flags: O_RDONLY, system: system)
            return try file.read(at: 0, count: try file.status().size)
        } catch {
            if case .inputOutput(_, ENOENT) = error { return nil }
            throw error
        }
    }
}

/// Folders.
public enum Folder {
    /// Makes `path` and the missing folders above it, each readable by the user only. Existing ones stay as they are.
    public static func create(
        _ path: String, mode: UInt32 = 0o700, system: FileSystem = FileSystem()
    ) throws(StoreFailure) {
        var status = FileStatus()
        if system.statusOfPath(path, &status) >= 0 { return }
        let above = parent(of: path)
        if above != path { try create(above, mode: mode, system: system) }
        let result = system.makeFolder(path, mode)
        if result != -Int(EEXIST) { try StoreFailure.check(result, path) }
    }

    /// Returns once the names in the folder are durable.
    public static func synchronize(_ path: String, system: FileSystem = FileSystem()) throws(StoreFailure) {
        try OpenFile(path, flags: O_RDONLY | O_DIRECTORY, system: system).synchronize()
    }

    /// The folder that holds `path`.
    public static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

extension StoreFailure {
    /// The same failure told about `path`: a person knows the file, not its temporary stand-in.
    func at(_ path: String) -> StoreFailure {
        switch self {
        case .readOnly: .readOnly(path: path)
        case .diskFull: .diskFull(path: path)
        case .inputOutput(_, let code): .inputOutput(path: path, errno: code)
        default: self
        }
    }
}
