// SPDX-License-Identifier: GPL-3.0-or-later

import GioKit
import Testing

@MainActor
struct DesktopSettingsTests {
    @Test func aFlagIsReadAndSetInMemory() throws {
        let settings = try #require(DesktopSettings(schema: "org.gnome.desktop.notifications", inMemory: true))
        #expect(settings.flag("show-banners") == true)
        #expect(settings.setFlag("show-banners", false))
        #expect(settings.flag("show-banners") == false)
        let other = try #require(DesktopSettings(schema: "org.gnome.desktop.notifications", inMemory: true))
        #expect(other.flag("show-banners") == true, "what is in memory is its own")
    }

    @Test func whatIsNotThereIsNilAndEndsNothing() throws {
        #expect(DesktopSettings(schema: "org.example.Nonsense", inMemory: true) == nil)
        let settings = try #require(DesktopSettings(schema: "org.gnome.desktop.notifications", inMemory: true))
        #expect(settings.flag("nonsense") == nil)
        #expect(!settings.setFlag("nonsense", true))
        // A list, not a flag.
        #expect(settings.flag("application-children") == nil)
    }
}
