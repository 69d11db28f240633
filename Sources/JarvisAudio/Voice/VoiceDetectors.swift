// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the voice detector: the network if its weights exist, or else WebRTC's, or else the rule-based one.

public import JarvisPlatform
public import JarvisSignal

/// Makes voice detectors; reads the network's weights only once.
public struct VoiceDetectors: Sendable {
    /// The resource path of the weights that come with the program, for `ResourceLocator`.
    public static let weightsResource = "data/voice-activity.weights"

    /// The reason why the network is not used; nil if it is.
    public let fault: String?
    private let weights: VoiceNetworkWeights?

    /// Loads the weights. A missing or damaged file is not an error: `fault` reports it, and `make` falls back.
    public init(resources: ResourceLocator) {
        guard let path = resources.path(Self.weightsResource) else {
            weights = nil
            fault = "\(Self.weightsResource) is missing, so voice detection is less accurate"
            return
        }
        do {
            weights = try VoiceNetworkWeights(bytes: AtomicFile.read(path) ?? [])
            fault = nil
        } catch {
            weights = nil
            fault = "\(path): \(error), so voice detection is less accurate"
        }
    }

    /// Makes a new detector for the calling thread.
    public func make() -> any VoiceActivityDetector {
        if let weights { return NetworkVoiceDetector(weights: weights) }
        return WebRTCVoiceDetector() ?? SpectralVoiceDetector()
    }
}
