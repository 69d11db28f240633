// SPDX-License-Identifier: GPL-3.0-or-later
// Composes voice notes: loads the prompts in the user's language.

import JarvisCommands
import JarvisStore
import JarvisPlatform

extension Composition {
    /// The prompts of the day; nil if they can't be read, which is reported.
    func makePromptBook() -> PromptBook? {
        let language = Environment.language()
        do {
            return PromptBook(
                path: directories.data + "/daily-prompt.json", table: try PromptBook.table(language, resources),
                locale: language, clock: wallClock, notice: tellNotice)
        } catch {
            Console.note("jarvis: \(error.commandAdvice)")
            return nil
        }
    }
}
