// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis devices: lists microphones and speakers.

import ArgumentParser
import JarvisCommands
import JarvisCore
import JarvisPlatform

struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "List microphones and speakers; * marks the default.")
    @OptionGroup var output: JSONOption
    @OptionGroup var global: GlobalOptions

    func run() throws {
        let listing = try Composition(global).devices()
        let devices = try runBlocking { try await listing.devices() }
        if output.json {
            let list = devices.map { device in
                JSONValue.object([
                    "id": .text(device.id), "name": .text(device.name),
                    "direction": .text(device.direction.rawValue), "isDefault": .flag(device.isDefault),
                    "isMonitor": .flag(device.isMonitor),
                ])
            }
            try Console.json(.array(list))
        } else {
            for device in devices where !device.isMonitor {
                try Console.say(
                    "\(device.isDefault ? "*" : " ") \(device.direction.rawValue)\t\(device.id)\t\(device.name)")
            }
        }
    }
}
