// SPDX-License-Identifier: GPL-3.0-or-later
// What the page Privacy needs beside a window's other services; the composition root fills it in.

public import JarvisCore
public import JarvisPlatform
public import JarvisStore

/// The parts of the page Privacy.
public struct PrivacyServices: Sendable {
    /// What has gone to which server since the program began.
    public var traffic: @Sendable () -> [TrafficEntry]
    /// Figures about days; nil where none can be kept.
    public var statistics: StatisticsFile?
    /// Recordings of what was said; nil where there can be none.
    public var recordings: (any RecordingLibrary)?
    /// Everything that is kept of the user; nil where that is not known.
    public var kept: (any KeptDataLibrary)?

    public init(
        traffic: @escaping @Sendable () -> [TrafficEntry] = { [] }, statistics: StatisticsFile? = nil,
        recordings: (any RecordingLibrary)? = nil, kept: (any KeptDataLibrary)? = nil
    ) {
        self.traffic = traffic
        self.statistics = statistics
        self.recordings = recordings
        self.kept = kept
    }
}
