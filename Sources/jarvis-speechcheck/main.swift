// SPDX-License-Identifier: GPL-3.0-or-later
// Measures ears and mouth on recordings and synthetic voices; scripts/bench speech runs its sections, tests some of them.

import ArgumentParser

struct SpeechCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "jarvis-speechcheck", abstract: "Measures ears and mouth.", subcommands: [CyclesCheck.self])
}

SpeechCheck.main()
