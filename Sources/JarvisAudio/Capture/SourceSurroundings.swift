// SPDX-License-Identifier: GPL-3.0-or-later
// The microphones around a capture stream, and where the stream belongs among them. Pure, but for the asking.

import JarvisCore

/// All microphones at one moment.
struct SourceSurroundings {
    var sources: [SourceState]
    var defaultName: String?

    init(sources: [SourceState] = [], defaultName: String? = nil) {
        self.sources = sources
        self.defaultName = defaultName
    }

    init(_ connection: PulseConnection) throws(AudioFailure) {
        sources = try connection.sourceStates()
        defaultName = try connection.defaultDevices().source
    }

    func named(_ name: String?) -> SourceState? {
        guard let name else { return nil }
        return sources.first { $0.device.id == name }
    }

    /// Where a stream that records from `current` has to move because of what has happened since `before`: to the
    /// chosen microphone that has come back, or to the new default; nil: it is right where it is. A stream that the
    /// user has moved by hand stays there until one of both happens.
    func destination(chosen: String?, current: String?, since before: SourceSurroundings) -> String? {
        if let chosen {
            guard current != chosen, named(chosen) != nil, before.named(chosen) == nil else { return nil }
            return chosen
        }
        guard let name = defaultName, name != before.defaultName, name != current,
            let source = named(name), !source.device.isMonitor
        else { return nil }
        return name
    }
}
