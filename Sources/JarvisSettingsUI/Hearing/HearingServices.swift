// SPDX-License-Identifier: GPL-3.0-or-later
// What the settings need to try the microphone and the voices; the composition root creates it.

public import JarvisAssistant
public import JarvisCore

/// The services behind the sound displays in the settings.
public struct HearingServices: Sendable {
    /// Makes a test that follows the microphone independently of the conversation.
    public var makeTrial: @Sendable () -> HearingTrial
    /// Makes a test that records a few seconds, in memory only.
    public var makeSoundTrial: @Sendable () -> SoundTrial
    /// Makes a player of voices, independent of the conversation's.
    public var makePlayer: @Sendable () -> any SpeechPlayer
    /// The folder for waveform thumbnails of voices; nil stores none.
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
