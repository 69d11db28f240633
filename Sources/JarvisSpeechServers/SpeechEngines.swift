// SPDX-License-Identifier: GPL-3.0-or-later
// All speech engines behind one door: the composition root gives the embedded ones and the settings, and gets a recognizer
// and a synthesizer that follow the settings while they change.

public import JarvisCore
public import JarvisNetwork
public import JarvisPlatform
import Synchronization

/// The engines of ears and mouth.
public final class SpeechEngines: SpeechEngineMonitor {
    public let recognizer: SelectedRecognizer
    public let synthesizer: SelectedSynthesizer
    /// What people should know about the servers, from now on, such as that one does not answer. One listener; what was
    /// said before it came waits, but for all but the newest.
    public let notices: AsyncStream<String>
    private let settings: @Sendable () -> SpeechSettings
    private let parts: EngineParts

    /// Opens nothing.
    /// - Parameters:
    ///   - recognizer: The embedded one, which is always there.
    ///   - synthesizer: The embedded one, which is always there.
    ///   - keys: The keys of servers.
    ///   - desktopLanguage: What a recognition server is told while the settings name no language.
    ///   - settings: The settings as they are now; called from any thread.
    public init(
        recognizer: any SpeechRecognizer, synthesizer: any SpeechSynthesizer, keys: KeyRing,
        network: NetworkOnDemand = NetworkOnDemand(), desktopLanguage: String = Environment.language(),
        settings: @escaping @Sendable () -> SpeechSettings
    ) {
        let (notices, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(1))
        self.notices = notices
        self.settings = settings
        parts = EngineParts(
            network: network, keys: keys, desktopLanguage: desktopLanguage, notice: { continuation.yield($0) })
        self.recognizer = SelectedRecognizer(embedded: recognizer, settings: settings, parts: parts)
        self.synthesizer = SelectedSynthesizer(embedded: synthesizer, settings: settings, parts: parts)
    }

    /// Hosts other than this computer that hear the user or read the replies, as set now.
    public var remoteHosts: [String] { settings().remoteHosts }

    /// How the engines that are set have been doing, without asking them.
    public var report: SpeechEngineReport {
        SpeechEngineReport(recognition: recognizer.health, synthesis: synthesizer.health)
    }

    /// The voices from which `synthesis.voice` chooses; empty for engines without a list.
    public func serverVoices() async throws -> [Voice] { try await synthesizer.serverVoices() }

    /// Asks the engines that are set whether they are there; those that are will be used again at once. Sends no sound
    /// and no text of the user's.
    public func probe() async -> SpeechEngineReport {
        let asked = settings()
        async let recognition = probeRecognition()
        async let synthesis = probeSynthesis()
        let report = await SpeechEngineReport(recognition: recognition, synthesis: synthesis)
        if settings() == asked {
            if report.recognition?.state == .answering { recognizer.serverReturned() }
            if report.synthesis?.state == .answering { synthesizer.serverReturned() }
        }
        return report
    }

    private func probeRecognition() async -> EngineHealth? {
        let speech = settings()
        let server = speech.recognitionServer
        switch speech.recognition {
        case .embedded: return nil
        case .openAI, .whisperServer:
            return await measured(server.address) { [parts] in try await parts.endpoint(server).probe() }
        case .wyoming:
            return await measured(server.address, defaultPort: 10_300) { [parts] in
                let wyoming = try parts.wyoming(server, defaultPort: 10_300)
                guard try await wyoming.info().recognizesSpeech else {
                    throw ServerFailure(
                        server: wyoming.address.display, kind: .malformed("a Wyoming server without recognition"))
                }
            }
        }
    }

    private func probeSynthesis() async -> EngineHealth? {
        let speech = settings()
        let server = speech.synthesisServer
        switch speech.synthesis {
        case .embedded: return nil
        case .openAI: return await measured(server.address) { [parts] in try await parts.endpoint(server).probe() }
        case .wyoming:
            return await measured(server.address, defaultPort: 10_200) { [parts] in
                let wyoming = try parts.wyoming(server, defaultPort: 10_200)
                guard try await !wyoming.info().voices.isEmpty else {
                    throw ServerFailure(
                        server: wyoming.address.display, kind: .malformed("a Wyoming server without voices"))
                }
            }
        case .piper:
            return await measured(PiperSynthesizer.programName) { [synthesizer] in
                _ = try await synthesizer.serverVoices()
            }
        }
    }

    private func measured(_ name: String, defaultPort: Int? = nil, _ ask: @Sendable () async throws -> Void) async
        -> EngineHealth
    {
        let schemes = Set(ServerAddress.Scheme.allCases)
        let display = (try? ServerAddress(name, schemes: schemes, defaultPort: defaultPort))?.display
        var health = EngineHealth(server: display ?? name)
        let start = ContinuousClock.now
        do {
            try await ask()
            health.state = .answering
            health.latencyMilliseconds = (ContinuousClock.now - start) / .milliseconds(1)
        } catch {
            health.state = .failing
            health.lastFailure =
                switch error {
                case let failure as ServerFailure: failure
                case SynthesisFailure.serverFailed(let failure): failure
                case let error as ServerAddressError: ServerFailure(server: name, kind: .invalidAddress(error.advice))
                default: ServerFailure(server: health.server, kind: .cancelled)
                }
        }
        return health
    }
}
