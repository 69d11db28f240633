// SPDX-License-Identifier: GPL-3.0-or-later
// All speech engines in one place: the composition root gives the embedded ones and the settings, and gets a recognizer
// and a synthesizer that follow the settings while they change.

public import JarvisCore
public import JarvisNetwork
public import JarvisPlatform
import Synchronization

/// The recognition and synthesis engines.
public final class SpeechEngines: SpeechEngineMonitor {
    public let recognizer: SelectedRecognizer
    public let synthesizer: SelectedSynthesizer
    private let settings: @Sendable () -> SpeechSettings

    /// Opens nothing.
    /// - Parameters:
    ///   - recognizer: The embedded one, which is always there.
    ///   - synthesizer: The embedded one, which is always there.
    ///   - keys: The keys of servers.
    ///   - desktopLanguage: What a recognition server is told while the settings name no language.
    ///   - notice: Told what people should know about the servers, such as that one does not answer.
    ///   - settings: The settings as they are now; called from any thread.
    public init(
        recognizer: any SpeechRecognizer, synthesizer: any SpeechSynthesizer, keys: KeyRing,
        network: NetworkOnDemand = NetworkOnDemand(), desktopLanguage: String = Environment.language(),
        notice: @escaping @Sendable (Notice) -> Void, settings: @escaping @Sendable () -> SpeechSettings
    ) {
        self.settings = settings
        let parts = EngineParts(
            network: network, keys: keys, desktopLanguage: desktopLanguage, notice: notice)
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
        async let recognition = recognizer.probe()
        async let synthesis = synthesizer.probe()
        return await SpeechEngineReport(recognition: recognition, synthesis: synthesis)
    }
}
