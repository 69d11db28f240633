// SPDX-License-Identifier: GPL-3.0-or-later
// `show [--pane NAME]`: the window with fakes behind it, until it is closed; for eyes and for tools outside.

import JarvisDesktop

@MainActor
struct ShowCheck {
    var pane: PaneName?

    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--pane": pane = rest.popFirst().flatMap(PaneName.init)
            default: break
            }
        }
    }

    func run() -> Int32 {
        var options = DesktopApplication.Options()
        options.isUnique = false
        let desktop = DesktopApplication(sampleServices(), options: options)
        desktop.onFirstFrame = { [weak desktop] in
            if let pane { desktop?.window?.openPane(pane) }
        }
        return desktop.run()
    }
}
