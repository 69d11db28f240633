// SPDX-License-Identifier: GPL-3.0-or-later
// Writes whole files so that a crash leaves either the old or the new content, and creates private folders.

import Glibc
public import JarvisCore

/// Replaces and reads whole files.
public enum AtomicFile {
    /// Replaces `path` with `bytes`: writes a temporary file in the same folder, then fsync, rename, and fsync of the
    /// folder. If any step fails, the old file is unchanged.
    public static func write(
        _ path: String, _ bytes: [UInt8], mode: UInt32 = 0o600, system: FileSystem = FileSystem()
    ) throws(StoreFailure) {
        try replace(path, mode: mode, system: system) { file throws(StoreFailure) in try file.write(bytes) }
    }

    /// Replaces `path` like `write`, with content that `fill` writes in pieces.
    public static func replace(
        _ path: String, mode: UInt32 = 0o600, system: FileSystem = FileSystem(),
        fill: (OpenFile) throws(StoreFailure) -> Void
    ) throws(StoreFailure) {
        // The name contains a random number, since two threads of this process may write the same file, and a killed
        // process may have left a temporary file.
        let temporary = "\(path)\(temporaryMark)\(getpid()).\(UInt32.random(in: 0 ... .max))"
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

    /// The target of a symbolic link, because renaming over the link would replace it with a file; `path` itself if it
    /// is not a link.
    public static func target(of path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The mark in a temporary file's name, before the writing process's number and a random number.
    private static let temporaryMark = ".new-"

    /// True for the name of a temporary file. One that no running process is writing was left by a killed process.
    public static func isTemporary(_ name: String) -> Bool { writer(of: name) != nil }

    /// The number of the process that writes a file of this name; nil for other names.
    static func writer(of name: String) -> Int? { temporary(name)?.writer }

    /// The name of the file that a temporary file will replace, and the process that writes it: "lists.json.new-123.4"
    /// → "lists.json", 123. Older versions left out the second number.
    static func temporary(_ name: String) -> (base: String, writer: Int)? {
        if let (base, number) = Leftovers.number(in: name, after: temporaryMark) { return (base, number) }
        guard let (rest, _) = Leftovers.number(in: name, after: "."),
            let (base, number) = Leftovers.number(in: rest, after: temporaryMark)
        else { return nil }
        return (base, number)
    }

    /// The bytes of a file; nil if it does not exist.
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

/// Creates folders and makes them durable.
public enum Folder {
    /// Creates `path` and missing parent folders, readable by the user only. Existing ones are left unchanged.
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

    /// Returns once the folder's entries are durable.
    public static func synchronize(_ path: String, system: FileSystem = FileSystem()) throws(StoreFailure) {
        try OpenFile(path, flags: O_RDONLY | O_DIRECTORY, system: system).synchronize()
    }

    /// The folder that contains `path`.
    public static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

extension StoreFailure {
    /// True if something of the file's name exists, but is a folder, pipe, socket or device.
    public var isWrongKind: Bool {
        switch self {
        case .inputOutput(_, EISDIR), .inputOutput(_, ENXIO): true
        default: false
        }
    }

    /// The same failure with `path` in it: users know the file, not the temporary one.
    func at(_ path: String) -> StoreFailure {
        switch self {
        case .readOnly: .readOnly(path: path)
        case .diskFull: .diskFull(path: path)
        case .inputOutput(_, let code): .inputOutput(path: path, errno: code)
        default: self
        }
    }
}
