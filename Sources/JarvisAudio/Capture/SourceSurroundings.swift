// SPDX-License-Identifier: GPL-3.0-or-later
// Lists the available microphones, and decides which of them a capture stream should use. Pure, except for the query.

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

    /// The microphone to which a stream that records from `current` has to move, because of changes since `before`: the
    /// chosen microphone if it has come back, or a new default. Nil if it has to stay; so does a stream that the user
    /// has moved by hand, until one of these happens.
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
