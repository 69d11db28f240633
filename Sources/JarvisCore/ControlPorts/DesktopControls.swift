// SPDX-License-Identifier: GPL-3.0-or-later
// All desktop ports together, as skills receive them.

/// The parts of the desktop that skills can control.
public struct DesktopControls: Sendable {
    public var sound: any SoundControl
    public var media: any MediaControl
    public var brightness: any BrightnessControl
    public var session: any SessionControl
    public var clipboard: any Clipboard
    public var readings: any MachineReadings
    /// JARVIS's own window; nil without one.
    public var window: (any WindowControl)?
    /// Dark or light mode; nil if not available.
    public var colorScheme: (any ColorSchemeControl)?

    public init(
        sound: any SoundControl, media: any MediaControl, brightness: any BrightnessControl,
        session: any SessionControl, clipboard: any Clipboard, readings: any MachineReadings,
        window: (any WindowControl)? = nil, colorScheme: (any ColorSchemeControl)? = nil
    ) {
        self.sound = sound
        self.media = media
        self.brightness = brightness
        self.session = session
        self.clipboard = clipboard
        self.readings = readings
        self.window = window
        self.colorScheme = colorScheme
    }
}
