// SPDX-License-Identifier: GPL-3.0-or-later
// What the settings need to let the microphone and the voices be tried; the composition root fills it in.

public import JarvisAssistant
public import JarvisCore

/// The parts behind what can be seen and heard in the settings.
public struct HearingServices: Sendable {
    /// Watches the microphone beside the conversation.
    public var makeTrial: @Sendable () -> HearingTrial
    /// Records a few seconds in memory.
    public var makeSoundTrial: @Sendable () -> SoundTrial
    /// Plays voices apart from the conversation.
    public var makePlayer: @Sendable () -> any SpeechPlayer
    /// Keeps the pictures of voices.
    public var cacheFolder: String?

    public init(
        makeTrial: @escaping @Sendable () -> HearingTrial, makeSoundTrial: @escaping @Sendable () -> SoundTrial,
        makePlayer: @escaping @Sendable () -> any SpeechPlayer, cacheFolder: String? = nil
    ) {
        self.makeTrial = makeTrial
        self.makeSoundTrial = makeSoundTrial
        self.makePlayer = makePlayer
        self.cacheFolder = cacheFolder
    }
}
