// SPDX-License-Identifier: GPL-3.0-or-later
// How the user says the wake phrase, in its own small file: `{"version":1,"phrase":…,"pronunciations":[…],
// "threshold-offset":…,"hearings":[…],"scores":[…]}`. A damaged file, or one from a later version, is ignored but kept.

public import JarvisCore
import JarvisPlatform

/// Reads and writes the wake word calibration.
public struct JSONWakeCalibrationStore: Sendable {
    private static let version: Int64 = 1
    private let file: JSONDocumentFile
    private let notice: @Sendable (Notice) -> Void

    /// - Parameter notice: Called when `save` sets a damaged file aside.
    public init(path: String, notice: @escaping @Sendable (Notice) -> Void = { _ in }) {
        file = JSONDocumentFile(path: path, system: FileSystem())
        self.notice = notice
    }

    /// Yields after each burst of file changes by any process. Finishes at once if the file cannot be watched.
    public func changes() -> AsyncStream<Void> { file.changes() }

    /// The calibration for this phrase; nil if there is none, or it is unreadable or out of range.
    public func load(for phrase: String) -> WakeCalibration? {
        guard let content = try? file.load(), case .document(let object) = content,
            object["version"]?.asInteger == Self.version, object["phrase"]?.asText == phrase,
            let ways = object["pronunciations"]?.asArray, let offset = object["threshold-offset"]?.asDouble
        else { return nil }
        let pronunciations = ways.compactMap { $0.asText?.split(separator: " ").map(String.init) }
            .filter { !$0.isEmpty && $0.allSatisfy { phone in phone.allSatisfy { $0.isASCII && $0.isUppercase } } }
        guard !pronunciations.isEmpty, (-60...0).contains(offset) else { return nil }
        return WakeCalibration(
            phrase: phrase, pronunciations: pronunciations, thresholdOffset: offset,
            hearings: (object["hearings"]?.asArray ?? []).compactMap(\.asText),
            scores: (object["scores"]?.asArray ?? []).compactMap(\.asDouble))
    }

    /// Replaces the stored calibration. Sets a damaged file aside first.
    /// - Throws: `StoreFailure.laterVersion` if a later version wrote the file.
    public func save(_ calibration: WakeCalibration) throws(StoreFailure) {
        let (file, path) = (file, file.path)
        try file.locked { () throws(StoreFailure) in
            var object: JSONObject = [:]
            switch try file.load() {
            case .document(let present): object = present
            case .damaged(let reason):
                let damage = try file.replaceDamaged(reason)
                notice(damage.notice(of: path))
                object = damage.salvaged
            case .absent: break
            }
            if let version = object["version"]?.asInteger, version > Self.version {
                throw StoreFailure.laterVersion(path: path)
            }
            object["version"] = .integer(Self.version)
            object["phrase"] = .text(calibration.phrase)
            object["pronunciations"] = .array(
                calibration.pronunciations.map { .text($0.joined(separator: " ")) })
            object["threshold-offset"] = .number(calibration.thresholdOffset)
            object["hearings"] = .array(calibration.hearings.map { .text($0) })
            object["scores"] = .array(calibration.scores.map { .number($0) })
            try file.save(object)
        }
    }
}
