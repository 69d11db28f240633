// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import JarvisUnderstanding

struct DegreeWordsTests {
    @Test func degreesAndColoursComeFromTheLexicon() throws {
        let degrees = try Lexicon(
            reading: """
                degree most: plein, tout à fait
                degree topmost: jusque … haut
                color FF0000: rouge
                """
        ).degrees
        #expect(degrees.isOf(.most, "plein") && !degrees.isOf(.least, "plein") && !degrees.isOf(.most, "tout"))
        #expect(degrees.has(.topmost, in: ["jusque", "tout", "en", "haut"]))
        #expect(!degrees.has(.topmost, in: ["en", "haut"]))
        #expect(degrees.color(["rouge"]) == 0xFF0000 && degrees.color(["vert"]) == nil)
    }

    @Test(arguments: ["degree huge: a", "degree: a", "color red: red", "color FF00: red"])
    func otherKindsAreFaults(line: String) {
        #expect(throws: Lexicon.Fault.self) { try Lexicon(reading: line) }
    }
}
