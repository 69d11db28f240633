// SPDX-License-Identifier: GPL-3.0-or-later
// The light or dark scheme in the settings that GNOME, Xfce and Cinnamon share.

import GioKit
import JarvisDesktopControl
import JarvisCore
import Testing

@MainActor
struct SharedColorSchemeTests {
    private func control(_ desktop: String) -> SharedColorScheme {
        SharedColorScheme(desktop: desktop, settings: { DesktopSettings(schema: $0, inMemory: true) })
    }

    @Test(arguments: ["GNOME", "ubuntu:GNOME", "XFCE", "X-Cinnamon"])
    func sharedColorSchemeIsReadAndSet(desktop: String) async {
        let control = control(desktop)
        #expect(await control.scheme() == .light)
        #expect(await control.set(.dark) == .dark)
        #expect(await control.scheme() == .dark)
        #expect(await control.set(.dark) == .dark)
        #expect(await control.set(.light) == .light)
    }

    @Test(arguments: ["KDE", "LXQt", ""])
    func otherDesktopsHaveNoSharedColorScheme(desktop: String) async {
        let control = control(desktop)
        #expect(await control.scheme() == nil)
        #expect(await control.set(.dark) == nil)
    }

    @Test func aMissingSchemaMeansNoColorScheme() async {
        let control = SharedColorScheme(desktop: "GNOME", settings: { _ in nil })
        #expect(await control.scheme() == nil)
        #expect(await control.set(.light) == nil)
    }
}
