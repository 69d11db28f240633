// SPDX-License-Identifier: GPL-3.0-or-later
// How a speech server is doing, for doctor, settings and the window.

/// The state of one speech engine outside of the program.
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
    /// From the end of what was sent to the first useful byte of the answer, in milliseconds; the last that was measured.
    public var latencyMilliseconds: Double?
    /// Why it failed last; nil once it answers again.
    public var lastFailure: ServerFailure?
    /// How often using it has told something: tells the same news twice from old news.
    public var observationCount = 0

    public init(server: String) {
        self.server = server
    }
}

/// The state of the engines that the settings name.
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

/// Tells how the engines outside of the program are doing.
public protocol SpeechEngineMonitor: Sendable {
    /// How the engines that are set have been doing, without asking them.
    var report: SpeechEngineReport { get }
    /// Asks the engines that are set whether they are there. Sends no sound and no text of the user's.
    func probe() async -> SpeechEngineReport
}

extension SpeechSettings {
    /// Hosts that hear the user or read the replies as set: what leaves this computer goes there and nowhere else.
    /// Empty for engines on this computer.
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
