// SPDX-License-Identifier: GPL-3.0-or-later
// The program: parses the command line and runs one command. Synchronous on purpose: GTK needs the process's main
// thread, which an asynchronous entry point gives away on Linux.

import ArgumentParser
import Glibc

do {
    let arguments = GlobalOptions.moved(behindCommandIn: Array(CommandLine.arguments.dropFirst()))
    try Jarvis.refuseUnknownCommand(arguments)
    var command = try Jarvis.parseAsRoot(arguments)
    try command.run()
} catch {
    exit(Console.report(error))
}
