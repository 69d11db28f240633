// SPDX-License-Identifier: GPL-3.0-or-later
// Test host for what must be measured in a process of its own, or needs an environment of its own from its start.
//
//     jarvis-systemcheck children COUNT AT-ONCE   runs `cat` with 1 MiB; prints what was left behind, and 0 is right
//     jarvis-systemcheck quiet                    processor milliseconds while a child has closed its errors

import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "children" where arguments.count == 3:
    await ChildrenCheck.run(count: Int(arguments[1]) ?? 1000, atOnce: Int(arguments[2]) ?? 16)
case "quiet": await QuietCheck.run()
default:
    print("usage: jarvis-systemcheck children COUNT AT-ONCE | quiet")
    exit(2)
}
