// SPDX-License-Identifier: GPL-3.0-or-later
// The folder of recordings: writes, lists and removes them. All calls block; the owner chooses the thread.

import FoundationEssentials
import Glibc
import JarvisCore
import JarvisPlatform
import JarvisSignal

/// `<data>/recordings/<day>/<time>.wav` and `.json`: files with mode 0600 in folders with mode 0700.
///
/// The JSON file:
/// `{"format":"jarvis-recording","version":1,"recordedAt":1763706184000,"durationSeconds":2.1,"text":"…",
/// "confidence":0.9,"engine":"…","search":"grammar"}`. The last four keys are missing if no words were recognized.
struct RecordingFolder: Sendable {
    let path: String
    let clock: any WallClock
    let system: FileSystem

    /// Writes a recording under a new name, and then removes the one that it replaces. Sound and text therefore always
    /// match, even if a write fails or the program ends in between.
    /// - Parameter earlier: The name of the recording to replace; nil for a new one.
    /// - Returns: The recording's name.
    func write(_ recording: UtteranceRecording, replacing earlier: String?) throws(StoreFailure) -> String {
        let id = freeID(RecordingName.id(recording.beganAt, clock))
        let place = path + "/" + id
        let sound = WAVFile.encode(recording.samples, sampleRateHertz: AudioFrame.sampleRateHertz)
        try Folder.create(Folder.parent(of: place), system: system)
        do {
            try AtomicFile.write(place + ".wav", sound, system: system)
            try AtomicFile.write(place + ".json", Self.document(recording).indentedBytes, system: system)
        } catch {
            for suffix in [".wav", ".json"] { _ = system.remove(place + suffix) }
            throw error
        }
        // The new version is safe. One that can't be removed is kept as long as any other recording.
        if let earlier { _ = try? remove(earlier) }
        return id
    }

    private static func document(_ recording: UtteranceRecording) -> JSONValue {
        var document: JSONObject = [
            "format": .text("jarvis-recording"), "version": .integer(1),
            "recordedAt": .integer(recording.beganAt.millisecondsSinceEpoch),
            "durationSeconds": .number(Double(recording.samples.count) / Double(AudioFrame.sampleRateHertz)),
        ]
        if let transcript = recording.transcript {
            document["text"] = .text(transcript.text)
            document["confidence"] = .number(transcript.confidence)
            document["engine"] = .text(transcript.engine)
            document["search"] = .text(transcript.search.rawValue)
        }
        return .object(document)
    }

    /// All recordings, oldest first.
    func list() -> [Recording] {
        ids().map { id, instant in
            let bytes = try? AtomicFile.read("\(path)/\(id).json", system: system)
            let document = bytes.flatMap { try? JSONValue(parsing: $0) }?.asObject
            return Recording(
                id: id, recordedAt: instant, durationSeconds: document?["durationSeconds"]?.asDouble ?? 0,
                text: document?["text"]?.asText ?? "")
        }
    }

    /// Removes a recording, and its day folder if that is then empty.
    /// - Returns: False if there is none with this name.
    @discardableResult
    func remove(_ id: String) throws(StoreFailure) -> Bool {
        guard RecordingName.instant(id, clock) != nil else { return false }
        let results = [".wav", ".json"].map { system.remove("\(path)/\(id)\($0)") }
        for result in results where result != -Int(ENOENT) { try StoreFailure.check(result, "\(path)/\(id)") }
        // Fails if the folder still has files, as intended.
        rmdir(Folder.parent(of: path + "/" + id))
        return results.contains { $0 >= 0 }
    }

    /// Removes recordings made before `limit`.
    func remove(before limit: Timestamp) throws(StoreFailure) {
        for (id, instant) in ids() where instant < limit { try remove(id) }
    }

    private func ids() -> [(String, Timestamp)] {
        names(in: path).flatMap { day in
            Set(names(in: "\(path)/\(day)").compactMap(Self.stem)).sorted().map { "\(day)/\($0)" }
        }.compactMap { id in RecordingName.instant(id, clock).map { (id, $0) } }
    }

    private func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    private static func stem(_ name: String) -> String? {
        for suffix in [".wav", ".json"] where name.hasSuffix(suffix) { return String(name.dropLast(suffix.count)) }
        return nil
    }

    private func freeID(_ id: String) -> String {
        var candidate = id
        var number = 1
        while Environment.exists("\(path)/\(candidate).wav") {
            number += 1
            candidate = "\(id)-\(number)"
        }
        return candidate
    }
}
