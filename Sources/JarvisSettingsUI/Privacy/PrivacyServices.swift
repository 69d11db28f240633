// SPDX-License-Identifier: GPL-3.0-or-later
// What the Privacy page needs in addition to a window's other services; the composition root creates it.

public import JarvisCore
public import JarvisPlatform
public import JarvisStore

/// The services of the Privacy page.
public struct PrivacyServices: Sendable {
    /// Returns the traffic by server since the program started.
    public var traffic: @Sendable () -> [TrafficEntry]
    /// The file of daily figures; nil if they can't be stored.
    public var statistics: StatisticsFile?
    /// Recorded utterances; nil if there can be none.
    public var recordings: (any RecordingLibrary)?
    /// All stored user data; nil if unknown.
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
