// SPDX-License-Identifier: GPL-3.0-or-later
// The program's entry point: parses the command line and runs one command. Synchronous on purpose: GTK needs the
// process's main thread, which an asynchronous entry point gives away on Linux.

import ArgumentParser
import Glibc
import JarvisCommands
import JarvisNetwork

EnvironmentSecrets.takeFromEnvironment()

var status: Int32 = 0
do {
    let arguments = GlobalOptions.moved(behindCommandIn: Array(CommandLine.arguments.dropFirst()))
    try Jarvis.refuseUnknownCommand(arguments)
    var command = try Jarvis.parseAsRoot(arguments)
    try command.run()
} catch {
    status = Console.report(error, of: Jarvis.self)
}
// `exit` would run C++ destructors, which would free the neural model under the thread that is still loading it.
fflush(nil)
_exit(status)
