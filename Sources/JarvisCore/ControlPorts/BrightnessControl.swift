// SPDX-License-Identifier: GPL-3.0-or-later
// Port to the brightness of the screen.

/// How bright a screen is.
public struct Brightness: Hashable, Sendable {
    /// The kernel's name for its light, for example "intel_backlight".
    public var device: String
    public var level: Level

    public init(device: String, level: Level) {
        self.device = device
        self.level = level
    }
}

/// Reads and sets the brightness of the built-in screen. What is returned is what the kernel says after the change.
public protocol BrightnessControl: Sendable {
    /// - Throws: `noBacklight` where there is no screen whose brightness can be set.
    func brightness() async throws(BrightnessFailure) -> Brightness
    /// Changes it; the screen never gets so dark that the way back is not seen.
    /// - Throws: `notABrightness` for what is not in 0…1; `notPermitted`.
    func change(_ change: LevelChange) async throws(BrightnessFailure) -> Brightness
}

/// A brightness that could not be read or set.
public enum BrightnessFailure: ExplainedFailure, Hashable {
    /// No screen here has a light that programs can set.
    case noBacklight
    /// Only 0…1 can be set; `percent` is what was asked for.
    case notABrightness(percent: Int)
    /// Neither logind nor the kernel lets this program set it; `reason` is logind's own word.
    case notPermitted(reason: String)
    /// The kernel does not tell it; `path` is where it was looked for.
    case unreadable(path: String)

    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .noBacklight:
            FailureText(
                reader.say("This computer has no screen whose brightness I can set."),
                reader.say("Use the buttons of the monitor."))
        case .notABrightness(let percent):
            FailureText(
                reader.say("The brightness cannot be %1 percent.", String(percent)),
                reader.say("Choose something from 0 to 100."))
        case .notPermitted:
            FailureText(
                reader.say("I am not allowed to set the brightness."),
                reader.say("Use the keys for it, or run JARVIS in your desktop session."))
        case .unreadable(let path):
            FailureText(
                reader.say("The brightness could not be read from %1.", path),
                reader.say("Use the keys for it; restarting the computer may help."))
        }
    }
}
