// SPDX-License-Identifier: GPL-3.0-or-later
// Test host for measurements that need their own process, or their own environment from the start.
//
//     jarvis-systemcheck children COUNT AT-ONCE   runs `cat` with 1 MiB; prints the leaks, which should be 0
//     jarvis-systemcheck quiet                    processor milliseconds while a child's standard error is closed
//     jarvis-systemcheck applications             the applications that can be opened, one per line
//     jarvis-systemcheck download URL FILE SHA256 | read-slowly URL | requests URL COUNT | fetch URL   see NetworkCheck
//     jarvis-systemcheck open ID | address URL    opens one
//     jarvis-systemcheck handover ID | URL        opens one where another process must start it
//     jarvis-systemcheck calendar                 the appointments of the files on the standard input, see CalendarCheck

import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "children" where arguments.count == 3:
    await ChildrenCheck.run(count: Int(arguments[1]) ?? 1000, atOnce: Int(arguments[2]) ?? 16)
case "quiet": await QuietCheck.run()
case "applications": ApplicationsCheck.list()
case "open" where arguments.count == 2: await ApplicationsCheck.open(arguments[1])
case "address" where arguments.count == 2: await ApplicationsCheck.open(address: arguments[1])
case "handover" where arguments.count == 2: await ApplicationsCheck.handOver(arguments[1])
case "download" where arguments.count == 4:
    await NetworkCheck.download(arguments[1], to: arguments[2], sha256: arguments[3])
case "read-slowly" where arguments.count == 2: await NetworkCheck.readSlowly(arguments[1])
case "requests" where arguments.count == 3:
    await NetworkCheck.requests(arguments[1], count: Int(arguments[2]) ?? 10_000)
case "fetch" where arguments.count == 2: await NetworkCheck.fetch(arguments[1])
case "calendar": await CalendarCheck.run()
default:
    print("usage: jarvis-systemcheck children COUNT AT-ONCE | quiet | applications | open ID | address URL | …")
    exit(2)
}
