// SPDX-License-Identifier: GPL-3.0-or-later
// What writing files leaves behind: temporary files of killed processes, and damaged files that were set aside. The first
// go as soon as their writers are known to be dead, of the second a few are kept for a while.

import Glibc

/// Finds and removes what is left beside data files.
public enum Leftovers {
    /// How many damaged copies of one file are kept, and for how long.
    public static let mostCopies = 3
    public static let longestDays = 90
    /// A file is written in less time than this, also by a process that another namespace hides from us.
    private static let writingSeconds = 60
    /// After this a process of the same number is another one.
    private static let writerSeconds = 86_400

    static let damageMark = ".damaged-"

    /// The name without such a mark, and the number behind the mark: "lists.json.damaged-2" → "lists.json", 2.
    static func number(in name: String, after mark: String) -> (base: String, number: Int)? {
        guard let place = name.ranges(of: mark).last else { return nil }
        let digits = name[place.upperBound...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ 48...57 ~= $0 }), let number = Int(digits) else { return nil }
        return (String(name[..<place.lowerBound]), number)
    }

    /// Removes from these folders what killed processes left of files that they wrote, and damaged copies that are too old
    /// or too many. Folders in them are looked at as well, links are not followed.
    /// - Parameter now: in seconds since the epoch; nil: by the clock.
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

    /// Everything that stands beside a file because of it: copies that were set aside, and what is being written or was left
    /// half written.
    public static func beside(_ path: String) -> [String] {
        let (folder, file) = (Folder.parent(of: path), String(path.split(separator: "/").last ?? ""))
        return names(in: folder).filter { name in
            [number(in: name, after: damageMark)?.base, number(in: name, after: ".new-")?.base].contains(file)
        }.sorted().map { folder + "/" + $0 }
    }

    /// The name under which a damaged file is set aside: above those of the copies before it.
    static func place(for path: String) -> String {
        let copies = copies(of: path)
        return "\(path)\(damageMark)\((copies.first?.number ?? 0) + 1)"
    }

    /// Removes the older copies of a file.
    static func prune(copiesOf path: String) { prune(copies(of: path).map(\.path), now: time(nil)) }

    /// The copies of one file, newest first.
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

    /// Seconds since a file got its name or its content; nil for anything but a file.
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
