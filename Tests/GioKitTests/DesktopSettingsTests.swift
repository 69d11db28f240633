// SPDX-License-Identifier: GPL-3.0-or-later

import GioKit
import Testing

@MainActor
struct DesktopSettingsTests {
    @Test func flagIsReadAndSetInMemory() throws {
        let settings = try #require(DesktopSettings(schema: "org.gnome.desktop.notifications", inMemory: true))
        #expect(settings.flag("show-banners") == true)
        #expect(settings.setFlag("show-banners", false))
        #expect(settings.flag("show-banners") == false)
        let other = try #require(DesktopSettings(schema: "org.gnome.desktop.notifications", inMemory: true))
        #expect(other.flag("show-banners") == true, "what is in memory is its own")
    }

    @Test func missingSettingsAreNil() throws {
        #expect(DesktopSettings(schema: "org.example.Nonsense", inMemory: true) == nil)
        let settings = try #require(DesktopSettings(schema: "org.gnome.desktop.notifications", inMemory: true))
        #expect(settings.flag("nonsense") == nil)
        #expect(!settings.setFlag("nonsense", true))
        // A list, not a flag.
        #expect(settings.flag("application-children") == nil)
    }

    @Test func choiceIsReadAndSetByName() throws {
        let settings = try #require(DesktopSettings(schema: "org.gnome.desktop.interface", inMemory: true))
        #expect(settings.text("color-scheme") == "default")
        #expect(settings.setText("color-scheme", "prefer-dark"))
        #expect(settings.text("color-scheme") == "prefer-dark")
        #expect(!settings.setText("color-scheme", "prefer-purple"), "there is no such choice")
        #expect(settings.text("color-scheme") == "prefer-dark")
    }

    @Test func flagIsNotText() throws {
        let settings = try #require(DesktopSettings(schema: "org.gnome.desktop.notifications", inMemory: true))
        #expect(settings.text("show-banners") == nil && !settings.setText("show-banners", "yes"))
        #expect(settings.text("nonsense") == nil && !settings.setText("nonsense", "yes"))
    }
}
