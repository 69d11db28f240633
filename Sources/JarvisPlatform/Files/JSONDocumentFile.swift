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
        let lock = try OpenFile(path + ".lock", flags: O_RDWR | O_CREAT, system: system)
        return try lock.locked(exclusively: true, body)
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

    /// Replaces the file; to be called while it is locked.
    public func save(_ document: JSONObject) throws(StoreFailure) {
        // The file may be a link into a folder that is kept elsewhere.
        try AtomicFile.write(AtomicFile.target(of: path), JSONValue.object(document).indentedBytes, system: system)
    }

    /// The whole objects in a damaged file that `isWanted`, in the file's order.
    public func salvagedObjects(where isWanted: (JSONObject) -> Bool) throws(StoreFailure) -> [JSONObject] {
        let bytes = try AtomicFile.read(path, system: system) ?? []
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
            } else if byte == UInt8(ascii: "}"), let start = starts.popLast(), place - start < Self.longestSalvaged {
                let object = (try? JSONValue(parsing: Array(bytes[start...place])))?.asObject
                if let object, isWanted(object) { found.append(object) }
            }
        }
        return found
    }

    /// Objects of more bytes are not looked at, so that a file of nothing but brackets is soon read.
    private static let longestSalvaged = 4096

    /// Gives the file another name, so that nothing in it is lost.
    /// - Returns: the new path: `<path>.damaged-<n>`.
    public func setAside() throws(StoreFailure) -> String {
        var number = 1
        while Environment.exists("\(path).damaged-\(number)") { number += 1 }
        let place = "\(path).damaged-\(number)"
        try StoreFailure.check(system.rename(path, place), path)
        return place
    }
}
