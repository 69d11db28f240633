// SPDX-License-Identifier: GPL-3.0-or-later
// The sealed part of the history: a folder of segments. Their names give their order and range, so finding a message
// reads only one of them. A `HistoryFile` owns the archive and uses it only under its lock.

import Glibc
import JarvisCore
import JarvisPlatform

/// `archive/` with the segments and `index/` with their derived indexes.
///
/// Segment k is `archive/<name>.jsonl` and holds the messages with IDs from its own name up to, but not including, the
/// next segment's name. Lines outside that range are left over from an interrupted change and don't count.
final class HistoryArchive {
    enum Change { case none, grown, rewritten }

    let folder: String
    let indexFolder: String
    let system: FileSystem
    /// The segments, oldest first.
    private(set) var names: [ULID] = []
    /// The ID of the newest message; nil if there is none.
    private(set) var last: ULID?
    private var status = FileStatus()
    private var isListed = false
    /// The most recently used segments, latest last.
    private var open: [HistorySegment] = []

    init(folder: String, system: FileSystem) {
        self.folder = folder + "/archive"
        indexFolder = folder + "/index"
        self.system = system
    }

    static let segmentSuffix = ".jsonl"
    static let indexSuffix = ".index"

    func path(_ name: ULID) -> String { "\(folder)/\(name.text)\(Self.segmentSuffix)" }
    func indexPath(_ name: ULID) -> String { "\(indexFolder)/\(name.text)\(Self.indexSuffix)" }

    /// Picks up changes by other processes.
    /// - Parameters:
    ///   - isForced: Rereads the folder even if it appears unchanged.
    ///   - isCleared: The history was cleared, so the remaining files don't count.
    @discardableResult
    func refresh(isForced: Bool, isCleared: Bool) throws(StoreFailure) -> Change {
        var now = FileStatus()
        let result = isCleared ? -Int(ENOENT) : system.statusOfPath(folder, &now)
        let former = names
        if result == -Int(ENOENT) || result == -Int(ENOTDIR) {
            (names, last, open, isListed) = ([], nil, [], false)
            return former.isEmpty ? .none : .rewritten
        }
        try StoreFailure.check(result, folder)
        let isSame = isListed && now == status
        if isSame, !isForced { return .none }
        isListed = false
        open = []
        var files: [String] = []
        try StoreFailure.check(system.listFolder(folder, &files), folder)
        names = files.compactMap { Self.name($0, suffix: Self.segmentSuffix) }.sorted()
        last = try newest()
        status = now
        isListed = true
        if isSame { return .none }
        return names.count > former.count && names.starts(with: former) ? .grown : .rewritten
    }

    private func newest() throws(StoreFailure) -> ULID? {
        for place in names.indices.reversed() {
            let segment = try segment(place)
            if let position = segment.positions.last { return segment.index.id(position) }
        }
        return nil
    }

    /// The ID in a file's name; nil if the file isn't ours.
    static func name(_ file: String, suffix: String) -> ULID? {
        guard file.hasSuffix(suffix) else { return nil }
        let text = String(file.dropLast(suffix.count))
        return ULID(text).flatMap { $0.text == text ? $0 : nil }
    }

    // MARK: Looking up

    /// The segment for this ID; nil if the ID is below the first segment.
    func place(of id: ULID) -> Int? {
        let next = names.partitioningIndex { $0 > id }
        return next > 0 ? next - 1 : nil
    }

    /// The newest segment that may hold messages before this ID; nil if there is none.
    func place(before id: ULID) -> Int? {
        guard let place = place(of: id) else { return nil }
        return names[place] < id ? place : place > 0 ? place - 1 : nil
    }

    func segment(_ place: Int) throws(StoreFailure) -> HistorySegment {
        let name = names[place]
        if let known = open.firstIndex(where: { $0.name == name }) {
            let segment = open.remove(at: known)
            open.append(segment)
            return segment
        }
        let segment = try HistorySegment(
            name, path: path(name), indexPath: indexPath(name),
            limit: place + 1 < names.count ? names[place + 1] : nil, system: system)
        if open.count == 3 { open.removeFirst() }
        open.append(segment)
        return segment
    }

    /// The segment and position of a message, deleted or not.
    func find(_ id: ULID) throws(StoreFailure) -> (segment: HistorySegment, position: Int)? {
        guard let last, id <= last, let place = place(of: id) else { return nil }
        let segment = try segment(place)
        return segment.position(id).map { (segment, $0) }
    }

    func contains(_ id: ULID) throws(StoreFailure) -> Bool {
        try find(id) != nil
    }
}
