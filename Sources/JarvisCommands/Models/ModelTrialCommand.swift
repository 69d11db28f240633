// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis models try: what the program runs as its own child to try a model out.

import ArgumentParser
import JarvisCore
import JarvisPlatform
import JarvisSpeechModels

struct ModelTrialCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "try", abstract: "Load a model, use it once and print what it needs.", shouldDisplay: false)
    @Argument(help: "The model's folder.") var folder: String

    func run() throws {
        let library = ResourceLocator.standard().speechLibraryFolder
        do {
            try Console.json(ModelTrial.measure(folder, libraryFolder: library).document)
        } catch let failure as any ExplainedFailure {
            // What is to be done says who asked.
            throw CommandFailure(failure.explained(to: .commandLine).whatHappened)
        }
    }
}
