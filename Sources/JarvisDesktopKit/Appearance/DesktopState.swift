// SPDX-License-Identifier: GPL-3.0-or-later
// The desktop's and the machine's preferences for how programs look and move.

/// The desktop's preferences and the machine's condition. A preference that the desktop lacks keeps its default.
public struct DesktopState: Hashable, Sendable {
    /// The desktop's colour scheme.
    public enum ColorScheme: String, Sendable {
        case unknown, dark, light
    }

    /// If false, nothing may move by itself, not even briefly.
    public var areAnimationsEnabled = true
    /// If true, avoid motion; changes of opacity are welcome.
    public var prefersReducedMotion = false
    public var prefersHighContrast = false
    public var colorScheme = ColorScheme.unknown
    public var isPowerSaving = false
    /// True if the screen is locked, so the window is invisible.
    public var isLocked = false
    /// Ambient light in lux; nil without a sensor, or while it isn't read.
    public var illuminance: Double?
    /// Battery charge, 0…1; nil without a battery.
    public var charge: Double?

    public init() {}
}

/// Follows the desktop's state.
@MainActor
public protocol DesktopWatching: AnyObject, Sendable {
    /// The latest values.
    var state: DesktopState { get }
    /// Called when the state has changed.
    var onChange: (@MainActor () -> Void)? { get set }
    /// Reads what is available at once. Call it once GTK is running.
    func prepare()
    /// Queries the services of the session and the machine, whose answers arrive later. Call it when nothing else is
    /// urgent.
    func connect()
    /// Starts or stops reading the light sensor.
    func followLight(_ follows: Bool)
}
