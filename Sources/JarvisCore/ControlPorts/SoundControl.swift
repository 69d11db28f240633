// SPDX-License-Identifier: GPL-3.0-or-later
// Port to the desktop's volumes: speakers, microphone, and each playing application.

/// A speaker or a microphone, with its volume.
public struct SoundDevice: Hashable, Sendable, Identifiable {
    /// The sound server's name for it.
    public var id: String
    /// The device's own description.
    public var name: String
    public var isDefault: Bool
    public var volume: Level
    public var isMuted: Bool

    public init(id: String, name: String, isDefault: Bool, volume: Level, isMuted: Bool) {
        self.id = id
        self.name = name
        self.isDefault = isDefault
        self.volume = volume
        self.isMuted = isMuted
    }
}

/// An application with playback streams, treated as one volume.
public struct PlayingApplication: Hashable, Sendable, Identifiable {
    /// Stable for as long as the application plays.
    public var id: String
    /// The application's own name, for example "Firefox".
    public var name: String
    /// The file name of its program, for example "firefox-esr"; empty if the sound server does not know it.
    public var binary: String
    /// True for JARVIS itself.
    public var isJarvis: Bool
    /// False if all its streams are paused.
    public var isPlaying: Bool
    /// The volume of its loudest stream.
    public var volume: Level
    /// True if all its streams are muted.
    public var isMuted: Bool

    public init(
        id: String, name: String, binary: String = "", isJarvis: Bool = false, isPlaying: Bool = true, volume: Level,
        isMuted: Bool = false
    ) {
        self.id = id
        self.name = name
        self.binary = binary
        self.isJarvis = isJarvis
        self.isPlaying = isPlaying
        self.volume = volume
        self.isMuted = isMuted
    }
}

/// Reads and sets volumes. Methods return what the sound server reports after the change. Changes run one after
/// another, so two simultaneous steps add up.
public protocol SoundControl: Sendable {
    /// All speakers, the default one first.
    func outputs() async throws(SoundFailure) -> [SoundDevice]
    /// The default speaker.
    /// - Throws: `noOutput` if there is none.
    func output() async throws(SoundFailure) -> SoundDevice
    /// The default microphone.
    /// - Throws: `noInput` if there is none.
    func input() async throws(SoundFailure) -> SoundDevice
    /// Sets the default speaker's volume and keeps its channel balance and mute.
    /// - Throws: `notAVolume` outside 0…1.
    func changeVolume(_ change: LevelChange) async throws(SoundFailure) -> SoundDevice
    /// Mutes or unmutes the default speaker.
    func setMuted(_ isMuted: Bool) async throws(SoundFailure) -> SoundDevice

    /// Applications with playback streams, including paused ones, sorted by name.
    func applications() async throws(SoundFailure) -> [PlayingApplication]
    /// Sets one application's volume.
    /// - Throws: `notPlaying` if it is gone; `notAVolume` outside 0…1.
    func changeVolume(
        _ change: LevelChange, of application: PlayingApplication.ID
    ) async throws(SoundFailure) -> PlayingApplication
    /// Mutes or unmutes one application.
    func setMuted(
        _ isMuted: Bool, application: PlayingApplication.ID
    ) async throws(SoundFailure) -> PlayingApplication
}
