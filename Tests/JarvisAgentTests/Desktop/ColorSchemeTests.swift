// SPDX-License-Identifier: GPL-3.0-or-later
// Dark and light mode, on a desktop that allows the change and on one that does not.

import JarvisCore
import JarvisControlTesting
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ColorSchemeTests {
    private let rig = AgentRig()

    @Test(arguments: [
        "switch to dark mode", "turn on dark mode", "dark mode", "use the dark theme", "enable dark mode",
    ])
    func darkModeRequestsMakeTheDesktopDark(request: String) async throws {
        #expect(try await rig.ask(request).text == "The desktop is now dark.")
        #expect(await rig.desktop.colorScheme.scheme() == .dark)
        #expect(try await rig.ask(request).text == "The desktop is already dark.")
        #expect(try await rig.ask("is dark mode on").text == "The desktop is dark.")
        #expect(try await rig.ask("switch to light mode").text == "The desktop is now light.")
        #expect(rig.settings.current.appearance.theme == .dark, "JARVIS's own theme is another matter")
    }

    @Test(arguments: ["turn off dark mode", "light mode", "switch to the light theme", "turn dark mode off"])
    func lightModeRequestsMakeTheDesktopLight(request: String) async throws {
        try await rig.ask("dark mode")
        #expect(try await rig.ask(request).text == "The desktop is now light.")
        #expect(try await rig.ask("undo that").text == "The desktop is dark again.")
        #expect(await rig.desktop.colorScheme.scheme() == .dark)
    }

    @Test func withoutDesktopSupportOnlyTheOwnWindowChanges() async throws {
        rig.desktop.colorScheme.remove()
        #expect(
            try await rig.ask("switch to dark mode").text
                == "I can't change this desktop's colours. My window is already dark.")
        #expect(
            try await rig.ask("switch to light mode").text
                == "I can't change this desktop's colours. My window is now light."
        )
        #expect(rig.settings.current.appearance.theme == .light)
        #expect(try await rig.ask("dark mode").text.hasSuffix("My window is now dark."))
        #expect(try await rig.ask("undo that").text == "My window has its old theme back.")
        #expect(rig.settings.current.appearance.theme == .light)
        #expect(try await rig.ask("is dark mode on").text.hasPrefix("I can't tell whether the desktop"))
    }

    @Test(arguments: ["it is dark outside", "turn the lights off", "make the screen darker", "i like light music"])
    func otherUsesOfDarkAndLightChangeNothing(text: String) async throws {
        #expect(try await rig.ask(text).skill != "color-scheme")
        #expect(await rig.desktop.colorScheme.scheme() == .light)
    }
}
