// SPDX-License-Identifier: GPL-3.0-or-later
// Measures hearing and speaking on recordings and synthetic voices; scripts/bench speech runs its sections, tests some
// of them.

import ArgumentParser

struct SpeechCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "jarvis-speechcheck", abstract: "Measures ears and mouth.",
        subcommands: [
            BargeInCheck.self, CaptionsCheck.self, CommandsCheck.self, CyclesCheck.self, DictationCheck.self,
            EndpointCheck.self, FuzzCheck.self, HostileTextsCheck.self, LiveBargeIn.self, LiveCheck.self,
            ModelMemoryCheck.self, NaturalCheck.self,
            PhantomCheck.self, ProsodyCheck.self, RepliesCheck.self, SpeakableCheck.self, SpeakableCost.self,
            TurnCheck.self, VoiceCheck.self, WakeCheck.self,
        ])
}

/// Top-level code is not asynchronous enough to select the asynchronous `run`.
func start() async {
    do {
        var command = try SpeechCheck.parseAsRoot()
        if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
    } catch {
        SpeechCheck.exit(withError: error)
    }
}

await start()
