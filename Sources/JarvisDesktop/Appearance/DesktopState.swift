// SPDX-License-Identifier: GPL-3.0-or-later
// What the desktop and the machine say about how programs should look and move.

/// The desktop's preferences and the machine's condition; the defaults hold where the desktop says nothing.
public struct DesktopState: Hashable, Sendable {
    /// The desktop's colour scheme.
    public enum ColorScheme: String, Sendable {
        case unknown, dark, light
    }

    /// False: nothing may move by itself, not even for a moment.
    public var areAnimationsEnabled = true
    /// Motion should be avoided; changes of opacity are welcome.
    public var prefersReducedMotion = false
    public var prefersHighContrast = false
    public var colorScheme = ColorScheme.unknown
    public var isPowerSaving = false
    /// The window cannot be seen: the screen is locked.
    public var isLocked = false
    /// Light that falls on the machine, in lux; nil without a sensor, or while it is not read.
    public var illuminance: Double?
    /// Charge of the battery, 0…1; nil where there is none.
    public var charge: Double?

    public init() {}
}

/// Follows the desktop.
@MainActor
public protocol DesktopWatching: AnyObject, Sendable {
    /// The latest values.
    var state: DesktopState { get }
    /// Called when the state has changed.
    var onChange: (@MainActor () -> Void)? { get set }
    /// Reads what is known at once; to be called when the toolkit is up.
    func prepare()
    /// Asks the services of the session and the machine, whose answers come later; to be called when nothing is
    /// urgent now.
    func connect()
    /// Begins or ends to read the light sensor.
    func followLight(_ follows: Bool)
}
