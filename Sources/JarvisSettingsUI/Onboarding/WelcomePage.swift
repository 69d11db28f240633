// SPDX-License-Identifier: GPL-3.0-or-later
// The first page, where the logo assembles itself. The microphone is still closed.

import GtkKit
import JarvisDesktopKit

@MainActor
final class WelcomePage: SetupPage {
    let title = localized("Welcome")
    let root: Widget

    let introduction: String

    private let logo = AssemblingLogo()

    init() {
        let lead = SetupLayout.text(localized("Hi, I'm JARVIS."), "setup-lead")
        lead.setRole(.none)
        let text = SetupLayout.readable(
            localized("Everything stays on this computer unless you say otherwise.\nSetup takes a minute."),
            "setup-text")
        introduction = "\(lead.text) \(text.text)"
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
