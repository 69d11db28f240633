// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis voices: which voices are installed.

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
