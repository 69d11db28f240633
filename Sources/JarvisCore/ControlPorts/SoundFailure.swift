// SPDX-License-Identifier: GPL-3.0-or-later
// What can go wrong with volumes.

/// A volume that could not be read or set.
public enum SoundFailure: ExplainedFailure, Hashable {
    /// No sound server answers; `reason` is the client library's own message.
    case serverUnavailable(reason: String)
    /// There is no speaker.
    case noOutput
    /// There is no microphone.
    case noInput
    /// Only 0…1 can be set; `percent` is the value asked for.
    case notAVolume(percent: Int)
    /// The application with this name or identity is not playing anything.
    case notPlaying(String)
    /// The server refused; `reason` is its own message.
    case refused(reason: String)

    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .serverUnavailable:
            FailureText(
                reader.say("The sound server isn't responding."),
                reader.say("Start PipeWire (with pipewire-pulse) or PulseAudio."))
        case .noOutput: FailureText(reader.say("No speakers found."), reader.say("Connect some and try again."))
        case .noInput: FailureText(reader.say("No microphone found."), reader.say("Connect one and try again."))
        case .notAVolume(let percent):
            FailureText(
                reader.say("The volume can't be %1 percent.", String(percent)),
                reader.say("Choose 0 to 100 percent."))
        case .notPlaying(let name):
            FailureText(
                reader.say("%1 isn't playing anything.", name), reader.say("Start something there and try again."))
        case .refused(let reason):
            FailureText(
                reader.say("I couldn't change the volume (%1).", reason),
                reader.say("Try it in the desktop's sound settings."))
        }
    }
}
