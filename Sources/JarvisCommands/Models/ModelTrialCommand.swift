// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis models try: runs as a child process that tests a model.

import ArgumentParser
import JarvisCore
import JarvisPlatform
import JarvisSpeechModels

struct ModelTrialCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "try", abstract: "Load a model, use it once and print its speed and memory.", shouldDisplay: false)
    @Argument(help: "The model's folder.") var folder: String

    func run() throws {
        let library = ResourceLocator.standard().speechLibraryFolder
        do {
            try Console.json(ModelTrial.measure(folder, libraryFolder: library).document)
        } catch let failure as any ExplainedFailure {
            // Leave out the advice, which the parent command adds.
            throw CommandFailure(failure.explained(to: .commandLine).whatHappened)
        }
    }
}
