// SPDX-License-Identifier: GPL-3.0-or-later
// Port to the screen's brightness.

/// A screen's backlight and its current brightness.
public struct Brightness: Hashable, Sendable {
    /// The kernel's name for the backlight, for example "intel_backlight".
    public var device: String
    public var level: Level

    public init(device: String, level: Level) {
        self.device = device
        self.level = level
    }
}

/// Reads and sets the brightness of the built-in screen. Methods return what the kernel reports after the change.
public protocol BrightnessControl: Sendable {
    /// - Throws: `noBacklight` if no screen has a brightness that can be set.
    func brightness() async throws(BrightnessFailure) -> Brightness
    /// Changes the brightness, but never so far that the screen becomes unreadable.
    /// - Throws: `notABrightness` outside 0…1; `notPermitted`.
    func change(_ change: LevelChange) async throws(BrightnessFailure) -> Brightness
}

/// A brightness that could not be read or set.
public enum BrightnessFailure: ExplainedFailure, Hashable {
    /// No screen here has a backlight that programs can set.
    case noBacklight
    /// Only 0…1 can be set; `percent` is the value asked for.
    case notABrightness(percent: Int)
    /// Neither logind nor the kernel lets this program set it; `reason` is logind's own message.
    case notPermitted(reason: String)
    /// The kernel does not report the brightness; `path` is the file that should hold it.
    case unreadable(path: String)

    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .noBacklight:
            FailureText(
                reader.say("I can't change this screen's brightness."),
                reader.say("Use the buttons on the monitor."))
        case .notABrightness(let percent):
            FailureText(
                reader.say("The brightness can't be %1 percent.", String(percent)),
                reader.say("Choose 0 to 100 percent."))
        case .notPermitted:
            FailureText(
                reader.say("I'm not allowed to change the brightness."),
                reader.say("Use the brightness keys, or run JARVIS in your desktop session."))
        case .unreadable(let path):
            FailureText(
                reader.say("I couldn't read the brightness from %1.", path),
                reader.say("Use the brightness keys, or restart the computer."))
        }
    }
}
