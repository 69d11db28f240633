// SPDX-License-Identifier: GPL-3.0-or-later
// Shows how text is spoken, line by line, and how long the conversion takes.

import ArgumentParser
import JarvisSpokenText

struct SpeakableCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "speakable", abstract: "Prints the lines of standard input as they are said.")

    @Option(help: "Language of the voice, a BCP 47 tag.")
    var language = "en-us"

    @Flag(help: "Take all lines as one text.")
    var whole = false

    func run() {
        var text = ""
        while let line = readLine(strippingNewline: false) {
            text += line
            guard !whole else { continue }
            while text.last?.isNewline == true { text.removeLast() }
            print(text, "⇒", SpeakableText(text.unescaped, language: language).spoken)
            text = ""
        }
        if whole {
            let begin = ContinuousClock.now
            let speakable = SpeakableText(text, language: language)
            let elapsed = ContinuousClock.now - begin
            print(speakable.spoken)
            print("\(text.utf8.count) bytes in \(fixed(elapsed / .milliseconds(1), 1, 0)) ms")
        }
    }
}

extension String {
    /// Replaces "
    /// " by a newline.
    fileprivate var unescaped: String {
        var text = ""
        var isEscape = false
        for character in self {
            if isEscape {
                text += character == "n" ? "\n" : "\\\(character)"
                isEscape = false
            } else if character == "\\" {
                isEscape = true
            } else {
                text.append(character)
            }
        }
        return isEscape ? text + "\\" : text
    }
}
