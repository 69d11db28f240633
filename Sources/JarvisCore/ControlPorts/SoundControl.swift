// SPDX-License-Identifier: GPL-3.0-or-later
// Port to the volumes of the desktop: speakers, microphone, and each application that plays.

/// A speaker or a microphone, with its volume.
public struct SoundDevice: Hashable, Sendable, Identifiable {
    /// The sound server's name for it.
    public var id: String
    /// The device's own description, for people.
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

/// An application with streams into the speakers; all of them have one volume here.
public struct PlayingApplication: Hashable, Sendable, Identifiable {
    /// Stays the same for as long as the application plays.
    public var id: String
    /// As it calls itself, for example "Firefox".
    public var name: String
    /// The name of its program's file, for example "firefox-esr"; empty where the sound server does not know it.
    public var binary: String
    /// True for JARVIS itself.
    public var isJarvis: Bool
    /// False while all its streams are paused.
    public var isPlaying: Bool
    /// Of its loudest stream.
    public var volume: Level
    /// True when none of its streams is heard.
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

/// Reads and sets volumes. What is returned is what the sound server says after the change. Changes come one after
/// another, so that two steps at once are two steps.
public protocol SoundControl: Sendable {
    /// All speakers, the default one first.
    func outputs() async throws(SoundFailure) -> [SoundDevice]
    /// The default speaker.
    /// - Throws: `noOutput` where there is none.
    func output() async throws(SoundFailure) -> SoundDevice
    /// The default microphone.
    /// - Throws: `noInput` where there is none.
    func input() async throws(SoundFailure) -> SoundDevice
    /// Sets the default speaker's volume; the balance of its channels stays, and so does its mute.
    /// - Throws: `notAVolume` for what is not in 0…1.
    func changeVolume(_ change: LevelChange) async throws(SoundFailure) -> SoundDevice
    /// Mutes the default speaker, or lets it be heard.
    func setMuted(_ isMuted: Bool) async throws(SoundFailure) -> SoundDevice

    /// Applications that have something to play, paused ones too, by name.
    func applications() async throws(SoundFailure) -> [PlayingApplication]
    /// Sets one application's volume.
    /// - Throws: `notPlaying` when it has gone; `notAVolume` for what is not in 0…1.
    func changeVolume(
        _ change: LevelChange, of application: PlayingApplication.ID
    ) async throws(SoundFailure) -> PlayingApplication
    /// Mutes one application, or lets it be heard.
    func setMuted(
        _ isMuted: Bool, application: PlayingApplication.ID
    ) async throws(SoundFailure) -> PlayingApplication
}
