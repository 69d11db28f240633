// SPDX-License-Identifier: GPL-3.0-or-later
// Assembles all speech engines: combines the embedded engines and the settings into a recognizer and a synthesizer that
// follow changes of the settings.

public import JarvisCore
public import JarvisNetwork
public import JarvisPlatform
import Synchronization

/// The recognizer and the synthesizer that follow the settings.
public final class SpeechEngines: SpeechEngineMonitor {
    public let recognizer: SelectedRecognizer
    public let synthesizer: SelectedSynthesizer
    private let settings: @Sendable () -> SpeechSettings

    /// Creates the engines without opening a connection.
    /// - Parameters:
    ///   - recognizer: The embedded recognizer, which is always available.
    ///   - synthesizer: The embedded synthesizer, which is always available.
    ///   - keys: The API keys of servers.
    ///   - desktopLanguage: Sent to a recognition server if the settings name no language.
    ///   - notice: Shows notices about the servers, for example that one does not answer.
    ///   - settings: The current settings; called from any thread.
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

    /// Hosts other than this computer that currently receive the user's speech or the text of replies.
    public var remoteHosts: [String] { settings().remoteHosts }

    /// The last known health of the chosen engines.
    public var report: SpeechEngineReport {
        SpeechEngineReport(recognition: recognizer.health, synthesis: synthesizer.health)
    }

    /// The voices for `synthesis.voice`; empty for engines without a list.
    public func serverVoices() async throws -> [Voice] { try await synthesizer.serverVoices() }

    /// Checks whether the chosen engines are available; one that has become available again is used at once. Sends none
    /// of the user's speech or text.
    public func probe() async -> SpeechEngineReport {
        async let recognition = recognizer.probe()
        async let synthesis = synthesizer.probe()
        return await SpeechEngineReport(recognition: recognition, synthesis: synthesis)
    }
}
