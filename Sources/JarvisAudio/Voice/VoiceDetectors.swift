// SPDX-License-Identifier: GPL-3.0-or-later
// Which voice detector is used: the network where its weights are found, else WebRTC's, else the one made of rules.

public import JarvisPlatform
public import JarvisSignal

/// Makes voice detectors. Reads the weights once.
public struct VoiceDetectors: Sendable {
    /// Where the weights ship, for `ResourceLocator`.
    public static let weightsResource = "data/voice-activity.weights"

    /// Why the network is not used; nil where it is.
    public let fault: String?
    private let weights: VoiceNetworkWeights?

    /// Looks for the weights. A missing or damaged file is not an error: `fault` says so, and `make` falls back.
    public init(resources: ResourceLocator) {
        guard let path = resources.path(Self.weightsResource) else {
            weights = nil
            fault = "\(Self.weightsResource) is missing; voices are detected less well"
            return
        }
        do {
            weights = try VoiceNetworkWeights(bytes: AtomicFile.read(path) ?? [])
            fault = nil
        } catch {
            weights = nil
            fault = "\(path): \(error); voices are detected less well"
        }
    }

    /// A detector that has heard nothing yet, for the thread that calls.
    public func make() -> any VoiceActivityDetector {
        if let weights { return NetworkVoiceDetector(weights: weights) }
        return WebRTCVoiceDetector() ?? SpectralVoiceDetector()
    }
}
