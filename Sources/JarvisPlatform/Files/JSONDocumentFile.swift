// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps a JSON document in a file that several processes change: locks it, replaces it atomically, and sets a damaged
// file aside.

import Glibc
public import JarvisCore

/// A file that contains a JSON object.
public struct JSONDocumentFile: Sendable {
    /// The content of the file.
    public enum Content {
        case absent
        case document(JSONObject)
        /// The content is not a JSON object, for this reason.
        case damaged(String)
    }

    /// Describes a damaged file, and how much of it was saved.
    public struct Damage: Hashable, Sendable {
        /// The parser's message.
        public var reason: String
        /// The path that the file was moved to.
        public var keptAs: String
        /// The part of the file that could be read; may be empty.
        public var salvaged: JSONObject

        /// A notice to the user about the damaged file.
        public func notice(of path: String) -> Notice { .fileDamaged(path: path, reason: reason, keptAs: keptAs) }
    }

    public let path: String
    public let system: FileSystem

    public init(path: String, system: FileSystem = FileSystem()) {
        self.path = path
        self.system = system
    }

    /// The folder that contains the file.
    public var folder: String { Folder.parent(of: path) }

    /// The file's name within its folder.
    public var name: String { String(path.dropFirst(folder.count + 1)) }

    /// Yields after each burst of file changes by any process, buffering at most one. Finishes at once if the file
    /// cannot be watched.
    public func changes() -> AsyncStream<Void> {
        try? Folder.create(folder, system: system)
        return (try? FileWatcher.changes(folder: folder, name: name)) ?? AsyncStream { $0.finish() }
    }

    /// Runs `body` while no other process can change the file; creates the folder if missing.
    public func locked<Result>(_ body: () throws(StoreFailure) -> Result) throws(StoreFailure) -> Result {
        try Folder.create(folder, system: system)
        return try lock().locked(exclusively: true, body)
    }

    private func lock() throws(StoreFailure) -> OpenFile {
        do {
            return try OpenFile(path + ".lock", flags: O_RDWR | O_CREAT, system: system)
        } catch {
            // If something else has the lock's name, the user has to move that. Otherwise name the file, which the user
            // knows.
            throw error.isWrongKind ? error : error.at(path)
        }
    }

    /// Reads the file's current content.
    public func load() throws(StoreFailure) -> Content {
        guard let bytes = try AtomicFile.read(path, system: system) else { return .absent }
        do {
            let value = try JSONValue(parsing: bytes)
            return value.asObject.map(Content.document) ?? .damaged("it isn't a JSON object")
        } catch {
            return .damaged("\(error.reason) at byte \(error.offset)")
        }
    }

    /// The document; an empty one if there is no file.
    /// - Throws: `StoreFailure`, which is `damaged` for a damaged file; the file is left unchanged.
    public func document() throws(StoreFailure) -> JSONObject {
        // The file is replaced atomically, so it can be read without the lock.
        switch try load() {
        case .absent: JSONObject()
        case .document(let document): document
        case .damaged(let reason): throw .damaged(path: path, reason: reason, keptAs: nil)
        }
    }

    /// Changes a value in the document while other processes are locked out, and keeps the rest of the document.
    /// - Parameters:
    ///   - setAside: Called after a damaged file was renamed and its readable part put in its place.
    ///   - read: Extracts the value from a document.
    ///   - write: Replaces the value in a document.
    public func update<Value: Equatable, Result>(
        setAside report: (Damage) -> Void, read: (JSONObject) -> Value,
        write: (Value, inout JSONObject) -> Void, _ change: (inout Value) -> Result
    ) throws(StoreFailure) -> Result {
        try locked { () throws(StoreFailure) in
            var document = JSONObject()
            switch try load() {
            case .absent: break
            case .document(let found): document = found
            case .damaged(let reason):
                let damage = try replaceDamaged(reason)
                document = damage.salvaged
                report(damage)
            }
            let before = read(document)
            var value = before
            let result = change(&value)
            guard value != before else { return result }
            write(value, &document)
            try save(document)
            return result
        }
    }

    /// Replaces the file. Call this while it is locked.
    public func save(_ document: JSONObject) throws(StoreFailure) {
        // Write to a link's target, since the user may keep the file elsewhere.
        try AtomicFile.write(AtomicFile.target(of: path), JSONValue.object(document).indentedBytes, system: system)
    }

    /// Sets a damaged file aside and replaces it with its readable part. Call this while the file is locked.
    public func replaceDamaged(_ reason: String) throws(StoreFailure) -> Damage {
        let salvaged = try salvagedDocument()
        return try replaceDamaged(reason) { _ in salvaged }
    }

    /// Sets a damaged file aside and replaces it with another document; if that is empty, writes no file.
    /// - Parameter salvaged: Returns the new document, given the new path of the damaged file.
    /// - Throws: `StoreFailure` if the document can't be saved; the damaged file is then back in place for another
    ///   attempt.
    public func replaceDamaged(
        _ reason: String, by salvaged: (_ keptAs: String) -> JSONObject
    ) throws(StoreFailure) -> Damage {
        let place = try setAside()
        let document = salvaged(place)
        do {
            if document != JSONObject() { try save(document) }
        } catch {
            _ = system.rename(place, path)
            throw error
        }
        Leftovers.prune(copiesOf: path)
        return Damage(reason: reason, keptAs: place, salvaged: document)
    }

    /// The part of the document before the damage.
    public func salvagedDocument() throws(StoreFailure) -> JSONObject {
        JSONValue(salvaging: try AtomicFile.read(path, system: system) ?? [])?.asObject ?? JSONObject()
    }

    /// Removes the file for good, including the copies set aside and temporary files.
    public func erase() throws(StoreFailure) {
        // Don't create a lock file if there is nothing to remove.
        guard Environment.exists(path) || !Leftovers.beside(path).isEmpty else { return }
        try locked { () throws(StoreFailure) in
            // A link's target holds the data, so erase the target.
            let target = AtomicFile.target(of: path)
            for file in Set([path, target] + Leftovers.beside(path) + Leftovers.beside(target)) {
                let result = system.remove(file)
                if result != -Int(ENOENT) { try StoreFailure.check(result, file) }
            }
            try Folder.synchronize(folder, system: system)
        }
    }

    /// The complete objects in a damaged file that satisfy `isWanted`, in the order of the file.
    public func salvagedObjects(where isWanted: (JSONObject) -> Bool) throws(StoreFailure) -> [JSONObject] {
        let bytes = try AtomicFile.read(path, system: system) ?? []
        return bytes.withUnsafeBufferPointer { Self.objects(in: $0, where: isWanted) }
    }

    private static func objects(
        in bytes: UnsafeBufferPointer<UInt8>, where isWanted: (JSONObject) -> Bool
    ) -> [JSONObject] {
        var (starts, found): ([Int], [JSONObject]) = ([], [])
        var (isText, isEscaped) = (false, false)
        for (place, byte) in bytes.enumerated() {
            if isText {
                // A JSON string doesn't span lines, so the effect of a damaged one ends here.
                if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\"") && !isEscaped { isText = false }
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            } else if byte == UInt8(ascii: "\"") {
                (isText, isEscaped) = (true, false)
            } else if byte == UInt8(ascii: "{") {
                starts.append(place)
            } else if byte == UInt8(ascii: "}"), let start = starts.popLast(), place - start < longestSalvaged {
                let object = (try? JSONValue(parsing: UnsafeBufferPointer(rebasing: bytes[start...place])))?.asObject
                if let object, isWanted(object) { found.append(object) }
            }
        }
        return found
    }

    /// The largest object to salvage, in bytes, so that a file of nothing but brackets doesn't take long.
    private static let longestSalvaged = 1 << 20

    /// Renames the file, so that none of its content is lost.
    /// - Returns: The new path: `<path>.damaged-<n>`.
    private func setAside() throws(StoreFailure) -> String {
        let place = Leftovers.place(for: path)
        try StoreFailure.check(system.rename(path, place), path)
        return place
    }
}
