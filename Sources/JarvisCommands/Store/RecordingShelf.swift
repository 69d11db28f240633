// SPDX-License-Identifier: GPL-3.0-or-later
// Gives the window access to the recordings: plays, deletes and restores them.

import JarvisCore
import JarvisPlatform
public import JarvisStore
import JarvisSignal

/// Plays, deletes and restores the recordings of a store.
public struct RecordingShelf: RecordingLibrary {
    private let store: RecordingStore

    public init(_ store: RecordingStore) {
        self.store = store
    }

    public func recordings() async throws -> [KeptRecording] {
        try await store.recordings().reversed().map { recording in
            KeptRecording(
                id: recording.id, recordedAtMilliseconds: recording.recordedAt.millisecondsSinceEpoch,
                durationSeconds: recording.durationSeconds, text: recording.text)
        }
    }

    public func sound(of id: String) async throws -> (samples: [Int16], sampleRateHertz: Int) {
        let path = path(id, ".wav")
        guard let bytes = try AtomicFile.read(path) else { throw StoreFailure.inputOutput(path: path, errno: 2) }
        do {
            let sound = try WAVFile.decode(bytes)
            return (sound.int16Samples, sound.sampleRateHertz)
        } catch {
            throw StoreFailure.damaged(path: path, reason: "\(error)", keptAs: nil)
        }
    }

    public func take(_ id: String) async throws -> TakenRecording? {
        var files: [String: [UInt8]] = [:]
        for ending in [".wav", ".json"] { files[ending] = try AtomicFile.read(path(id, ending)) }
        return try await store.delete([id]).isEmpty ? TakenRecording(id: id, files: files) : nil
    }

    public func restore(_ recording: TakenRecording) async throws {
        try Folder.create(Folder.parent(of: path(recording.id, "")), system: FileSystem())
        for (ending, bytes) in recording.files { try AtomicFile.write(path(recording.id, ending), bytes) }
    }

    private func path(_ id: String, _ ending: String) -> String { "\(store.path)/\(id)\(ending)" }
}
