// SPDX-License-Identifier: GPL-3.0-or-later
// Test host that owns GTK: runs one named check in a process of its own. Exit 0 passed, 1 failed, 77 no display,
// 2 unknown check.

import GtkKit
import Glibc
import JarvisDesktop
import JarvisVisuals

var arguments = Array(CommandLine.arguments.dropFirst())
// GTK has to know before it starts whether OpenGL will be needed.
let renderer = arguments.firstIndex(of: "--renderer").flatMap { index in
    arguments[(index + 1)...].first.flatMap(SceneBackendRequest.init)
}
guard DesktopApplication.openDisplay(for: renderer ?? .automatic) else {
    print("jarvis-uicheck: there is no display")
    exit(77)
}
let check = arguments.isEmpty ? "show" : arguments.removeFirst()
switch check {
case "show": exit(ShowCheck(arguments).run())
case "look": exit(LookCheck(arguments).run())
case "appearance": exit(AppearanceCheck(arguments).run())
case "pacing": exit(PacingCheck(arguments).run())
case "storm": exit(StormCheck(arguments).run())
case "leaks": exit(LeakCheck(arguments).run())
default:
    print("jarvis-uicheck: there is no check named \(check)")
    exit(2)
}
