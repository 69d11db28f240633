// SPDX-License-Identifier: GPL-3.0-or-later
// Voice notes put together: the prompts of the user's language.

import JarvisCommands
import JarvisStore
import JarvisPlatform

extension Composition {
    /// Says what is wrong with the prompts where they cannot be read.
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
