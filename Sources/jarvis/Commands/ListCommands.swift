// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis voices and jarvis devices: what there is to choose from.

import ArgumentParser
import JarvisCore
import JarvisPlatform

struct VoicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "voices", abstract: "List the installed voices.")
    @OptionGroup var output: JSONOption
    @OptionGroup var global: GlobalOptions

    func run() throws {
        let synthesizer = try Composition(global).synthesizer
        let voices = try runBlocking { try await synthesizer.voices() }
        if output.json {
            let list = voices.map { voice in
                JSONValue.object([
                    "id": .text(voice.id), "name": .text(voice.name),
                    "languages": .array(voice.languages.map(JSONValue.text)),
                ])
            }
            try Console.json(.array(list))
        } else {
            for voice in voices { try Console.say("\(voice.id)\t\(voice.name)") }
        }
    }
}

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
