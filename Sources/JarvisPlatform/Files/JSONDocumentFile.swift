// SPDX-License-Identifier: GPL-3.0-or-later
// One JSON document in a file that several processes change: locked, replaced atomically, set aside when damaged.

import Glibc
public import JarvisCore

/// The file of a JSON object.
public struct JSONDocumentFile: Sendable {
    /// The content of the file.
    public enum Content {
        case absent
        case document(JSONObject)
        /// Not a JSON object, for the given reason.
        case damaged(String)
    }

    /// What became of a file that could not be read.
    public struct Damage: Hashable, Sendable {
        /// The parser's words.
        public var reason: String
        /// Where the file is now.
        public var keptAs: String
        /// What could be read of it; empty where that is nothing.
        public var salvaged: JSONObject

        /// For people.
        public func notice(of path: String) -> Notice { .fileDamaged(path: path, reason: reason, keptAs: keptAs) }
    }

    public let path: String
    public let system: FileSystem

    public init(path: String, system: FileSystem = FileSystem()) {
        self.path = path
        self.system = system
    }

    /// The folder that holds it.
    public var folder: String { Folder.parent(of: path) }

    /// Runs `body` while no other process changes the file; makes the folder when it is missing.
    public func locked<Result>(_ body: () throws(StoreFailure) -> Result) throws(StoreFailure) -> Result {
        try Folder.create(folder, system: system)
        return try lock().locked(exclusively: true, body)
    }

    private func lock() throws(StoreFailure) -> OpenFile {
        do {
            return try OpenFile(path + ".lock", flags: O_RDWR | O_CREAT, system: system)
        } catch {
            // People know the file, not its lock.
            throw error.at(path)
        }
    }

    /// What the file holds now.
    public func load() throws(StoreFailure) -> Content {
        guard let bytes = try AtomicFile.read(path, system: system) else { return .absent }
        do {
            let value = try JSONValue(parsing: bytes)
            return value.asObject.map(Content.document) ?? .damaged("it is not a JSON object")
        } catch {
            return .damaged("\(error.reason) at byte \(error.offset)")
        }
    }

    /// The document; an empty one where there is no file.
    /// - Throws: `StoreFailure.damaged` also, which changes nothing.
    public func document() throws(StoreFailure) -> JSONObject {
        // Replaced atomically, the file can be read without the lock.
        switch try load() {
        case .absent: JSONObject()
        case .document(let document): document
        case .damaged(let reason): throw .damaged(path: path, reason: reason, keptAs: nil)
        }
    }

    /// Changes a value that the document holds, without another process coming in between; what the document says besides
    /// is kept.
    /// - Parameters:
    ///   - setAside: Told of a damaged file that was renamed; what could be read of it is in its place then.
    ///   - read: The value of a document.
    ///   - write: Puts a value in the place of the one before.
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

    /// Replaces the file; to be called while it is locked.
    public func save(_ document: JSONObject) throws(StoreFailure) {
        // The file may be a link into a folder that is kept elsewhere.
        try AtomicFile.write(AtomicFile.target(of: path), JSONValue.object(document).indentedBytes, system: system)
    }

    /// Sets a damaged file aside, and puts what can be read of it in its place; to be called while it is locked.
    public func replaceDamaged(_ reason: String) throws(StoreFailure) -> Damage {
        let salvaged = try salvagedDocument()
        return try replaceDamaged(reason) { _ in salvaged }
    }

    /// The same with another document in its place, none where that is empty.
    /// - Parameter salvaged: is told where the damaged file is then.
    /// - Throws: where the document cannot be saved; the damaged file is where it was then, for the next one to try.
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

    /// What stands whole before the damage.
    public func salvagedDocument() throws(StoreFailure) -> JSONObject {
        JSONValue(salvaging: try AtomicFile.read(path, system: system) ?? [])?.asObject ?? JSONObject()
    }

    /// Removes the file for good, with all copies of it that were set aside or not written to their ends.
    public func erase() throws(StoreFailure) {
        // No lock is left where there was nothing.
        guard Environment.exists(path) || !Leftovers.beside(path).isEmpty else { return }
        try locked { () throws(StoreFailure) in
            // A link leads to the words themselves.
            let target = AtomicFile.target(of: path)
            for file in Set([path, target] + Leftovers.beside(path) + Leftovers.beside(target)) {
                let result = system.remove(file)
                if result != -Int(ENOENT) { try StoreFailure.check(result, file) }
            }
            try Folder.synchronize(folder, system: system)
        }
    }

    /// The whole objects in a damaged file that `isWanted`, in the file's order.
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
                // No text of JSON goes over the end of a line: there the damage ends it.
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

    /// Objects of more bytes are not looked at, so that a file of nothing but brackets is soon read.
    private static let longestSalvaged = 1 << 20

    /// Gives the file another name, so that nothing in it is lost.
    /// - Returns: the new path: `<path>.damaged-<n>`.
    private func setAside() throws(StoreFailure) -> String {
        let place = Leftovers.place(for: path)
        try StoreFailure.check(system.rename(path, place), path)
        return place
    }
}
