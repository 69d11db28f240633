// SPDX-License-Identifier: GPL-3.0-or-later
// All port fakes together.

public import JarvisCore

/// An in-memory desktop.
public struct FakeDesktop: Sendable {
    public var sound: FakeSoundControl
    public var media: FakeMediaControl
    public var brightness = FakeBrightnessControl()
    public var session = FakeSessionControl()
    public var clipboard = FakeClipboard()
    public var readings: FakeMachineReadings
    /// The window; nil if there is none.
    public var window: FakeWindowControl?
    public var colorScheme = FakeColorScheme()

    public init(
        applications: [PlayingApplication] = [], players: [MediaPlayer] = [],
        readings: FakeMachineReadings = FakeMachineReadings()
    ) {
        sound = FakeSoundControl(applications: applications)
        media = FakeMediaControl(players: players)
        self.readings = readings
    }

    /// The controls as skills receive them.
    public var controls: DesktopControls {
        DesktopControls(
            sound: sound, media: media, brightness: brightness, session: session, clipboard: clipboard,
            readings: readings, window: window, colorScheme: colorScheme)
    }
}
