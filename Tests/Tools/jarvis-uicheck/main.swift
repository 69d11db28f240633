// SPDX-License-Identifier: GPL-3.0-or-later
// Test host that owns GTK: runs one named check in its own process. Exit status 0: passed, 1: failed, 77: no display,
// 2: unknown check.

import GtkKit
import Glibc
import JarvisDesktop
import JarvisPlatform
import JarvisVisuals

var arguments = Array(CommandLine.arguments.dropFirst())
// What a program without a window shows: GTK isn't started.
if arguments.first == "without-window" {
    BackgroundText.prepare(.standard())
    print(BackgroundText.listening)
    exit(0)
}
// GTK must know before it starts whether OpenGL will be needed.
let renderer = arguments.firstIndex(of: "--renderer").flatMap { index in
    arguments[(index + 1)...].first.flatMap(SceneBackendRequest.init)
}
guard DesktopApplication.openDisplay(for: renderer ?? .automatic) else {
    print("jarvis-uicheck: there is no display")
    exit(77)
}
let check = arguments.isEmpty ? "show" : arguments.removeFirst()
/// The window's handlers hold a check weakly: without this an optimized build would release it before they are called.
@MainActor
func run<Check: AnyObject>(_ check: Check, _ body: (Check) -> Int32) -> Never {
    exit(withExtendedLifetime(check) { body(check) })
}
switch check {
case "show": run(ShowCheck(arguments)) { $0.run() }
case "look": run(LookCheck(arguments)) { $0.run() }
case "controls": run(ControlsCheck(arguments)) { $0.run() }
case "hold": run(HoldCheck(arguments)) { $0.run() }
case "appearance": run(AppearanceCheck(arguments)) { $0.run() }
case "pacing": run(PacingCheck(arguments)) { $0.run() }
case "storm": run(StormCheck(arguments)) { $0.run() }
case "survive": run(SurviveCheck(arguments)) { $0.run() }
case "settings": run(SettingsCheck(arguments)) { $0.run() }
case "scroll": run(ScrollCheck(arguments)) { $0.run() }
case "stream": run(StreamCheck(arguments)) { $0.run() }
case "turn": run(TurnCheck()) { $0.run() }
case "still": run(StillCheck()) { $0.run() }
case "caption": run(CaptionCheck()) { $0.run() }
case "banner": run(BannerCheck()) { $0.run() }
case "consent": run(ConsentCheck()) { $0.run() }
case "quick": run(QuickCheck()) { $0.run() }
case "detach": run(DetachCheck(arguments)) { $0.run() }
case "clipboard": run(ClipboardCheck(arguments)) { $0.run() }
case "widget": run(WidgetCheck()) { $0.run() }
case "pill": run(HoldPillCheck()) { $0.run() }
case "leaks": run(LeakCheck(arguments)) { $0.run() }
default:
    print("jarvis-uicheck: there is no check named \(check)")
    exit(2)
}
