// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis voices: lists the installed voices with their delays, and marks the one in use.

import ArgumentParser
import JarvisCommands
import JarvisCore
import JarvisSpeechModels
import JarvisPlatform
import JarvisSynthesis

struct VoicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "voices", abstract: "List the installed voices, or choose one.",
        subcommands: [VoicesListCommand.self, VoicesUseCommand.self], defaultSubcommand: VoicesListCommand.self)
}

struct VoicesListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the installed voices.")
    @Flag(help: "Also measure how fast the chosen voice and the natural ones start speaking.") var measure = false
    @OptionGroup var output: JSONOption
    @OptionGroup var global: GlobalOptions

    func run() throws {
        let composition = try Composition(global)
        let synthesizer = composition.synthesizer
        composition.printNotices()
        defer { composition.finishNotices() }
        let voices = try runBlocking { try await synthesizer.voices() }
        let chosen = Voice.heard(composition.settings.current.voice, of: voices)
        var delays = composition.measuredDelays()
        for voice in voices where measure && (voice.kind == .natural || voice.id == chosen) {
            delays[voice.id] = try runBlocking { try await VoiceDelay.milliseconds(of: voice.id, synthesizer) }
        }
        if output.json {
            try Console.json(.array(voices.map { Self.json($0, delay: delays[$0.id]) }))
        } else {
            for voice in voices { try Console.say(Self.line(voice, delay: delays[voice.id])) }
        }
    }

    private static func json(_ voice: Voice, delay: Int?) -> JSONValue {
        var object: JSONObject = [
            "id": .text(voice.id), "name": .text(voice.name),
            "languages": .array(voice.languages.map(JSONValue.text)), "kind": .text(voice.kind.rawValue),
            "licence": .text(voice.licence),
        ]
        object["bytes"] = voice.byteCount.map { .integer(Int64($0)) }
        object["firstSoundMilliseconds"] = delay.map { .integer(Int64($0)) }
        return .object(object)
    }

    /// The voice's identifier and name, followed by its size, licence and delay if known.
    private static func line(_ voice: Voice, delay: Int?) -> String {
        var facts: [String] = []
        if let bytes = voice.byteCount { facts.append("\(bytes / 1_000_000) MB") }
        if voice.kind == .natural, !voice.licence.isEmpty { facts.append(voice.licence) }
        if let delay { facts.append("first sound after \(delay) ms") }
        return voice.id + "\t" + voice.name + (facts.isEmpty ? "" : "\t" + facts.joined(separator: ", "))
    }
}

extension Composition {
    /// The delays of natural voices in milliseconds by name, as measured during installation.
    fileprivate func measuredDelays() -> [String: Int] {
        let models = (try? models())?.installed() ?? []
        let delays = models.compactMap { model in
            model.record.firstSoundMilliseconds.flatMap { delay in
                naturalVoices.name(inFolder: model.folder).map { ($0, delay) }
            }
        }
        return Dictionary(delays) { first, _ in first }
    }
}
