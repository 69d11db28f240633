// SPDX-License-Identifier: GPL-3.0-or-later
// All fakes of the ports together.

public import JarvisCore

/// A desktop that lives in memory only.
public struct FakeDesktop: Sendable {
    public var sound: FakeSoundControl
    public var media: FakeMediaControl
    public var brightness = FakeBrightnessControl()
    public var session = FakeSessionControl()
    public var clipboard = FakeClipboard()
    public var readings: FakeMachineReadings
    /// nil: there is no window.
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

    /// As skills get it.
    public var controls: DesktopControls {
        DesktopControls(
            sound: sound, media: media, brightness: brightness, session: session, clipboard: clipboard,
            readings: readings, window: window, colorScheme: colorScheme)
    }
}
