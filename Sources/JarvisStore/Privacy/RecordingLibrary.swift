// SPDX-License-Identifier: GPL-3.0-or-later
// The port of the recordings, for those who show and play them.

/// A recording of what the user said.
public struct KeptRecording: Hashable, Sendable, Identifiable {
    public var id: String
    /// When it was made, in milliseconds since 1970.
    public var recordedAtMilliseconds: Int64
    public var durationSeconds: Double
    /// What was understood; empty when nothing was.
    public var text: String

    public init(id: String, recordedAtMilliseconds: Int64, durationSeconds: Double, text: String) {
        self.id = id
        self.recordedAtMilliseconds = recordedAtMilliseconds
        self.durationSeconds = durationSeconds
        self.text = text
    }
}

/// A recording that was taken away and can come back.
public struct TakenRecording: Hashable, Sendable {
    public var id: String
    /// The files' contents, by the endings of their names.
    public var files: [String: [UInt8]]

    public init(id: String, files: [String: [UInt8]]) {
        self.id = id
        self.files = files
    }
}

/// The recordings that are kept. Errors are `StoreFailure`.
public protocol RecordingLibrary: Sendable {
    /// All of them, newest first.
    func recordings() async throws -> [KeptRecording]
    /// The sound: mono, 16 bits.
    func sound(of id: String) async throws -> (samples: [Int16], sampleRateHertz: Int)
    /// Deletes one.
    /// - Returns: what brings it back; nil when it has gone already.
    func take(_ id: String) async throws -> TakenRecording?
    func restore(_ recording: TakenRecording) async throws
}
