// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisAgent
import JarvisTesting
import Testing

struct ClauseSplitterTests {
    private static let cases: [(text: String, clauses: [String])] = [
        ("It is noon. All is well.", ["It is noon. ", "All is well."]),
        ("The value is 3.5 meters. Good.", ["The value is 3.5 meters. ", "Good."]),
        ("Use a tool, e.g. a hammer. Done.", ["Use a tool, e.g. a hammer. ", "Done."]),
        ("Mr. Smith is here. He waits.", ["Mr. Smith is here. ", "He waits."]),
        ("Wait! Really? Yes.", ["Wait! ", "Really? ", "Yes."]),
        (
            "At the end of the day, it rains. It pours, too.",
            ["At the end of the day, ", "it rains. ", "It pours, too."]
        ),
        ("Well, yes.", ["Well, yes."]),
        ("It is 7 p.m. now. Bye.", ["It is 7 p.m. now. ", "Bye."]),
        ("It is 7 p.m. Now go.", ["It is 7 p.m. ", "Now go."]),
        ("First line\nsecond line", ["First line\n", "second line"]),
        ("He said \"stop.\" Then he left.", ["He said \"stop.\" ", "Then he left."]),
        ("1. Open it.\n2. Close it.", ["1. Open it.\n", "2. Close it."]),
    ]

    @Test(arguments: cases.indices, [1, 3, 7, 1000])
    func clausesDoNotDependOnHowTheTextArrives(index: Int, pieceLength: Int) {
        let (text, clauses) = Self.cases[index]
        #expect(split(text, pieceLength: pieceLength) == clauses)
    }

    @Test func aTextWithoutPunctuationIsCutAtSpaces() {
        let text = String(repeating: "word ", count: 200)
        let clauses = split(text, pieceLength: 10)
        #expect(clauses.joined() == text)
        #expect(clauses.count >= 4 && clauses.allSatisfy { $0.count <= 230 && $0.hasSuffix(" ") })
    }

    @Test func whitespaceYieldsNoClause() {
        #expect(split("  \n ", pieceLength: 2).isEmpty)
        #expect(split("", pieceLength: 1).isEmpty)
    }

    @Test func aClauseIsReturnedAsSoonAsTheNextWordBegins() {
        var splitter = ClauseSplitter()
        #expect(splitter.add("It is noon.").isEmpty)
        #expect(splitter.add(" A") == ["It is noon. "])
    }

    @Test(
        arguments: [
            ("One. Two.", ["One.", "Two."]), ("It is 2.5 miles. Yes!", ["It is 2.5 miles.", "Yes!"]),
            ("Say \"help\". Then go.", ["Say \"help\".", "Then go."]), ("", []), ("  ", []), ("No end", ["No end"]),
            ("Why? Because\nit is.", ["Why?", "Because", "it is."]), ("At 9 a. m. sharp.", ["At 9 a. m. sharp."]),
            ("At the end of the day, it rains.", ["At the end of the day, it rains."]),
        ] as [(String, [String])])
    func aFinishedTextIsCutIntoWholeSentences(text: String, sentences: [String]) {
        #expect(ClauseSplitter.sentences(of: text) == sentences)
    }

    /// Text without sentences is cut into speakable clauses, in time proportional to its length.
    @Test(.timeLimit(.minutes(5)), arguments: HostileText.parts)
    func hostileTextIsCutIntoBoundedClauses(part: String) {
        let text = HostileText.row(of: part, length: 5_000)
        var splitter = ClauseSplitter()
        let clauses = splitter.add(text)
        let rest = splitter.finish()
        let joined = clauses.joined() + (rest ?? "")
        #expect(joined == text || rest == nil && text.hasPrefix(joined))
        let isFenced = text.hasPrefix("```") || text.hasPrefix("~~~")
        // The limit allows for the space behind a clause, which belongs to it.
        #expect(isFenced || clauses.allSatisfy { $0.count <= 4_500 })
    }

    @Test func longSentencesStayWhole() {
        let sentence = String(repeating: "word ", count: 150) + "end. "
        let sentences = ClauseSplitter.sentences(of: String(repeating: sentence, count: 40))
        #expect(sentences.count == 40 && Set(sentences) == [String(sentence.dropLast())])
    }

    private func split(_ text: String, pieceLength: Int) -> [String] {
        var splitter = ClauseSplitter()
        var clauses: [String] = []
        var rest = Substring(text)
        while !rest.isEmpty {
            clauses += splitter.add(rest.prefix(pieceLength))
            rest = rest.dropFirst(pieceLength)
        }
        if let last = splitter.finish() { clauses.append(last) }
        return clauses
    }

    @Test func aBlockOfCodeIsOneClause() {
        let code = "```swift\nlet x = 1. let y = 2.\n\nprint(x)\n```\n"
        let text = "Here it is.\n" + code + "Is that all? Yes."
        for step in [1, 3, 7, 500] {
            var splitter = ClauseSplitter()
            var clauses: [String] = []
            var rest = text[...]
            while !rest.isEmpty {
                clauses += splitter.add(rest.prefix(step))
                rest = rest.dropFirst(step)
            }
            clauses += [splitter.finish()].compactMap { $0 }
            #expect(clauses.joined() == text, "step \(step)")
            #expect(clauses.contains { $0.contains("```swift") && $0.contains("print(x)") }, "step \(step): \(clauses)")
        }
    }

    @Test func anUnclosedBlockIsReturnedAtTheEnd() {
        var splitter = ClauseSplitter()
        #expect(splitter.add("~~~\na. b. c.\nd.\n").isEmpty)
        #expect(splitter.finish() == "~~~\na. b. c.\nd.\n")
    }
}
