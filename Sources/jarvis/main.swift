// SPDX-License-Identifier: GPL-3.0-or-later
// The program: parses the command line and runs one command. Synchronous on purpose: GTK needs the process's main
// thread, which an asynchronous entry point gives away on Linux.

import ArgumentParser
import Glibc

do {
    try Jarvis.refuseUnknownCommand(CommandLine.arguments.dropFirst().first)
    var command = try Jarvis.parseAsRoot()
    try command.run()
} catch {
    exit(Console.report(error))
}
