// SPDX-License-Identifier: GPL-3.0-or-later
// What can go wrong with media players.

/// Why a media player could not be controlled.
public enum MediaFailure: ExplainedFailure, Hashable {
    /// There is no session bus; `reason` is GIO's own message.
    case unavailable(reason: String)
    /// No running player can be controlled.
    case noPlayer
    /// No player matches the spoken name.
    case notRunning(name: String)
    /// The player has been closed; `name` is its name or identity.
    case gone(name: String)
    /// The player says that it cannot do this right now.
    case unable(name: String, MediaAbility)
    /// Only 0…1 can be set; `percent` is the value asked for.
    case notAVolume(percent: Int)
    /// The player did not answer in time.
    case notAnswering(name: String)
    /// The player refused; `reason` is its own message.
    case refused(name: String, reason: String)

    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .unavailable:
            FailureText(
                reader.say("I can't reach media players: there's no session bus."),
                reader.say("Log in to a desktop, or install dbus-user-session."))
        case .noPlayer:
            FailureText(reader.say("No media player is running."), reader.say("Start one and try again."))
        case .notRunning(let name):
            FailureText(reader.say("%1 isn't running.", name), reader.say("Start it and try again."))
        case .gone(let name):
            FailureText(reader.say("%1 has been closed.", name), reader.say("Start it and try again."))
        case .unable(let name, let ability) where ability.isMode:
            FailureText(ability.sentence(name, for: reader), reader.say("Try it in the app itself."))
        case .unable(let name, let ability):
            FailureText(ability.sentence(name, for: reader), reader.say("Choose something to play there first."))
        case .notAVolume(let percent):
            FailureText(
                reader.say("The volume can't be %1 percent.", String(percent)),
                reader.say("Choose 0 to 100 percent."))
        case .notAnswering(let name):
            FailureText(reader.say("%1 isn't responding.", name), reader.say("Close it and start it again."))
        case .refused(let name, let reason):
            FailureText(
                reader.say("%1 refused (%2).", name, reason), reader.say("Try it in the app itself."))
        }
    }
}

/// What a player may be unable to do.
public enum MediaAbility: Hashable, Sendable {
    case play, pause, next, previous, stop, seek, volume, shuffle, loop, rate

    /// An ability that does not depend on what is loaded.
    var isMode: Bool { [.shuffle, .loop, .rate].contains(self) }

    func sentence(_ name: String, for reader: FailureReader) -> String {
        switch self {
        case .play: reader.say("%1 has nothing to play.", name)
        case .pause: reader.say("%1 can't pause.", name)
        case .next: reader.say("There's nothing after this in %1.", name)
        case .previous: reader.say("There's nothing before this in %1.", name)
        case .stop: reader.say("%1 can't stop.", name)
        case .seek: reader.say("I can't seek in %1.", name)
        case .volume: reader.say("%1 has no volume of its own.", name)
        case .shuffle: reader.say("I can't change whether %1 shuffles.", name)
        case .loop: reader.say("I can't change whether %1 repeats.", name)
        case .rate: reader.say("I can't change how fast %1 plays.", name)
        }
    }
}
