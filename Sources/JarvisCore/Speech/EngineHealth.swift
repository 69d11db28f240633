// SPDX-License-Identifier: GPL-3.0-or-later
// The health of a speech server, for `jarvis doctor`, the settings and the window.

/// The health of one external speech engine.
public struct EngineHealth: Hashable, Sendable {
    public enum State: String, Hashable, Sendable {
        /// Not tried yet.
        case unknown
        case answering
        case failing
    }

    public var state = State.unknown
    /// "host:port", or a program's name.
    public var server: String
    /// Time from the end of the request to the first useful byte of the answer, in milliseconds; the latest measurement.
    public var latencyMilliseconds: Double?
    /// The latest failure; nil once it answers again.
    public var lastFailure: ServerFailure?
    /// The number of observations so far; it shows whether an unchanged state is a new result.
    public var observationCount = 0

    public init(server: String) {
        self.server = server
    }
}

/// The health of the configured engines.
public struct SpeechEngineReport: Hashable, Sendable {
    /// Nil for the embedded recognizer.
    public var recognition: EngineHealth?
    /// Nil for the embedded synthesizer.
    public var synthesis: EngineHealth?

    public init(recognition: EngineHealth? = nil, synthesis: EngineHealth? = nil) {
        self.recognition = recognition
        self.synthesis = synthesis
    }
}

/// Reports the health of external engines.
public protocol SpeechEngineMonitor: Sendable {
    /// The health of the configured engines as observed so far, without contacting them.
    var report: SpeechEngineReport { get }
    /// Checks whether the configured engines respond. Sends none of the user's sound or text.
    func probe() async -> SpeechEngineReport
}

extension SpeechSettings {
    /// Hosts that receive the user's speech or the replies under these settings. Empty if both engines run on this
    /// computer; then nothing leaves it.
    public var remoteHosts: [String] {
        var hosts: [String] = []
        let schemes = Set(ServerAddress.Scheme.allCases)
        func add(_ server: SpeechServer) {
            guard let address = try? ServerAddress(server.address, schemes: schemes, defaultPort: 1),
                !address.isThisComputer, !hosts.contains(address.host)
            else { return }
            hosts.append(address.host)
        }
        if recognition != .embedded { add(recognitionServer) }
        if synthesis == .openAI || synthesis == .wyoming { add(synthesisServer) }
        return hosts
    }
}
