// SPDX-License-Identifier: GPL-3.0-or-later
// Fitting dictated words into existing text.

import JarvisDesktopControl
import Testing

struct JoinedTextTests {
    @Test(arguments: [
        // Spoken, before, after, typed.
        ("Hello there.", "", "", "Hello there."),
        ("hello there", "", "", "Hello there"),
        ("This is new.", "It is old.", "", " This is new."),
        ("This is new.", "It is old. ", "", "This is new."),
        ("And then some.", "First this", "", " and then some."),
        ("And then some.", "First this, ", "", "and then some."),
        ("Very", "it is ", "good", "very "),
        ("Very.", "it is", " good", " very"),
        ("I think so.", "well, ", "", "I think so."),
        ("I'm here", "well, ", "", "I'm here"),
        ("NASA said so.", "well, ", "", "NASA said so."),
        ("In brackets.", "see (", ")", "in brackets"),
        ("A new line.", "one\n", "", "A new line."),
        ("Not again.", "word", ".", " not again"),
        ("  ", "word", "", ""),
        ("Ärger", "", "", "Ärger"),
    ])
    func dictatedWordsFitTheSurroundingText(spoken: String, before: String, after: String, typed: String) {
        #expect(JoinedText.fitting(spoken, between: before, and: after) == typed)
    }
}
