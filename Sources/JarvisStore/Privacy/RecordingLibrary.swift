// SPDX-License-Identifier: GPL-3.0-or-later
// The port for showing, playing and deleting recordings.

/// A stored recording of the user's speech.
public struct KeptRecording: Hashable, Sendable, Identifiable {
    public var id: String
    /// When it was recorded, in milliseconds since 1970.
    public var recordedAtMilliseconds: Int64
    public var durationSeconds: Double
    /// The transcript; empty if no words were recognized.
    public var text: String

    public init(id: String, recordedAtMilliseconds: Int64, durationSeconds: Double, text: String) {
        self.id = id
        self.recordedAtMilliseconds = recordedAtMilliseconds
        self.durationSeconds = durationSeconds
        self.text = text
    }
}

/// A deleted recording that can still be restored.
public struct TakenRecording: Hashable, Sendable {
    public var id: String
    /// The files' contents by file name suffix.
    public var files: [String: [UInt8]]

    public init(id: String, files: [String: [UInt8]]) {
        self.id = id
        self.files = files
    }
}

/// Access to the stored recordings. Errors are `StoreFailure`.
public protocol RecordingLibrary: Sendable {
    /// All recordings, newest first.
    func recordings() async throws -> [KeptRecording]
    /// The audio as 16-bit mono samples.
    func sound(of id: String) async throws -> (samples: [Int16], sampleRateHertz: Int)
    /// Deletes a recording.
    /// - Returns: The recording for `restore`; nil if it does not exist any more.
    func take(_ id: String) async throws -> TakenRecording?
    func restore(_ recording: TakenRecording) async throws
}
