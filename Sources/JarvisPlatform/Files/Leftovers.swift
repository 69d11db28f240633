// SPDX-License-Identifier: GPL-3.0-or-later
// Removes what is left of writing files: temporary files of killed processes, as soon as their writers are known to be
// dead; and damaged files set aside, of which a few are kept for a while.

import Glibc

/// Finds and removes the leftovers of data files.
public enum Leftovers {
    /// The number of damaged copies of a file to keep; `longestDays` says for how long.
    public static let mostCopies = 3
    public static let longestDays = 90
    /// Writing a file takes less than this, even for a process that another namespace hides.
    private static let writingSeconds = 60
    /// A temporary file older than this was left by a process that has ended, even if another one has its number now.
    private static let writerSeconds = 86_400

    static let damageMark = ".damaged-"

    /// Splits a name at a mark followed by a number: "lists.json.damaged-2" → "lists.json", 2.
    static func number(in name: String, after mark: String) -> (base: String, number: Int)? {
        guard let place = name.ranges(of: mark).last else { return nil }
        let digits = name[place.upperBound...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ 48...57 ~= $0 }), let number = Int(digits) else { return nil }
        return (String(name[..<place.lowerBound]), number)
    }

    /// Removes from these folders the temporary files of killed processes, and damaged copies that are too old or too
    /// many. Includes subfolders, but doesn't follow links.
    /// - Parameter now: The time in seconds since the epoch; nil for the current time.
    public static func tidy(_ folders: [String], now: Int? = nil, depth: Int = 2) {
        let now = now ?? time(nil)
        for folder in folders {
            let names = names(in: folder)
            for name in names where isAbandoned(folder + "/" + name, now: now) {
                _ = FileSystem().remove(folder + "/" + name)
            }
            let copies = names.compactMap { name in
                number(in: name, after: damageMark).map { (base: $0.base, number: $0.number, name: name) }
            }
            for (_, ofOne) in Dictionary(grouping: copies, by: { $0.base }) {
                prune(ofOne.sorted { $0.number > $1.number }.map { folder + "/" + $0.name }, now: now)
            }
            guard depth > 0 else { continue }
            tidy(names.map { folder + "/" + $0 }.filter(FolderTree.isFolder), now: now, depth: depth - 1)
        }
    }

    /// Removes from a folder that others write, too, the temporary files of killed processes that were to replace files
    /// whose names end like this.
    /// - Parameter now: The time in seconds since the epoch.
    public static func removeTemporaryFiles(in folder: String, ending: String, now: Int) {
        for name in names(in: folder) {
            guard AtomicFile.temporary(name)?.base.hasSuffix(ending) == true else { continue }
            if isAbandoned(folder + "/" + name, now: now) { _ = FileSystem().remove(folder + "/" + name) }
        }
    }

    /// All files that belong to a file: copies set aside, and temporary files in use or left behind.
    public static func beside(_ path: String) -> [String] {
        let (folder, file) = (Folder.parent(of: path), String(path.split(separator: "/").last ?? ""))
        return names(in: folder).filter { name in
            [number(in: name, after: damageMark)?.base, AtomicFile.temporary(name)?.base].contains(file)
        }.sorted().map { folder + "/" + $0 }
    }

    /// The path for setting a damaged file aside, numbered after its earlier copies.
    static func place(for path: String) -> String {
        let copies = copies(of: path)
        return "\(path)\(damageMark)\((copies.first?.number ?? 0) + 1)"
    }

    /// Removes the older copies of a file.
    static func prune(copiesOf path: String) { prune(copies(of: path).map(\.path), now: time(nil)) }

    /// The copies of a file, newest first.
    private static func copies(of path: String) -> [(number: Int, path: String)] {
        beside(path).compactMap { copy in number(in: copy, after: damageMark).map { ($0.number, copy) } }
            .sorted { $0.number > $1.number }
    }

    private static func prune(_ newestFirst: [String], now: Int) {
        for (place, path) in newestFirst.enumerated() {
            guard place >= mostCopies || (age(path, now: now) ?? 0) > longestDays * 86_400 else { continue }
            _ = FileSystem().remove(path)
        }
    }

    private static func isAbandoned(_ path: String, now: Int) -> Bool {
        guard let writer = AtomicFile.writer(of: path), let age = age(path, now: now), age > writingSeconds else {
            return false
        }
        let isGone = pid_t(exactly: writer).map { kill($0, 0) != 0 && errno == ESRCH } ?? true
        return isGone || age > writerSeconds
    }

    /// The seconds since a file was named or written; nil for anything but a file.
    private static func age(_ path: String, now: Int) -> Int? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return now - status.st_ctim.tv_sec
    }

    private static func names(in folder: String) -> [String] {
        var names: [String] = []
        return FileSystem().listFolder(folder, &names) < 0 ? [] : names
    }
}
