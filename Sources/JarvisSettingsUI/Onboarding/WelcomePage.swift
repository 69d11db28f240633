// SPDX-License-Identifier: GPL-3.0-or-later
// The first page, where the logo assembles itself. The microphone is still closed.

import GtkKit
import JarvisDesktopKit

@MainActor
final class WelcomePage: SetupPage {
    let title = localized("Welcome")
    let root: Widget

    private let logo = AssemblingLogo()

    init() {
        let lead = SetupLayout.text(localized("I am JARVIS."), "setup-lead")
        let text = SetupLayout.text(
            localized(
                "Nothing you say leaves this computer unless you decide so. In four minutes you choose my voice, I "
                    + "learn to hear you, and you decide what I may use. Every step can be skipped, and all of it can "
                    + "be changed later in Settings."),
            "setup-text")
        for label in [lead, text] {
            label.setTextAlignment(0.5)
            label.centersLines()
        }
        root = SetupLayout.page(title, isCentered: true, [logo.root, lead, text])
        let click = ClickGesture()
        click.onPress { [weak logo] _, _, _ in logo?.complete() }
        logo.root.add(click)
    }

    func begin() { logo.begin() }
    func end() { logo.end() }
}
