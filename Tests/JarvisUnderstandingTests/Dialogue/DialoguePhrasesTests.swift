// SPDX-License-Identifier: GPL-3.0-or-later

@testable import JarvisUnderstanding
import Testing

@Suite struct DialoguePhrasesTests {
    @Test(arguments: [
        ("the second one", 1), ("number three", 2), ("the last one", 3), ("that last one", 3), ("the first", 0),
        ("option two please", 1), ("the pasta one", 1), ("the eggs", 2), ("I meant the rice one", 3),
        ("third one down", 2), ("the later one", 3),
    ])
    func choicesAreParsedByPositionOrName(answer: String, place: Int) {
        let names = [["the tea timer"], ["the pasta timer"], ["the eggs timer"], ["the rice timer"]]
        #expect(ChoicePhrase.indices(of: Utterance(answer).words, names: names) == [place])
    }

    @Test(arguments: [
        "cancel the tea timer now and then", "what time is it", "the fifth one", "maybe", "", "the timer",
    ])
    func otherTextIsNotAChoice(answer: String) {
        let names = [["the tea timer"], ["the pasta timer"]]
        #expect(ChoicePhrase.indices(of: Utterance(answer).words, names: names).isEmpty)
    }

    @Test(arguments: [
        ("the door code is four two seven one", "the door code is 4271"), ("call oh seven double nine.", "call 0799."),
        ("one two", "one two"), ("buy two eggs", "buy two eggs"), ("4 2 7 1", "4271"),
        ("double trouble", "double trouble"),
        ("Code: one, two, three", "Code: one, two, three"), ("", ""),
    ])
    func spokenDigitsAreWrittenAsFigures(spoken: String, written: String) {
        #expect(DigitPhrase.written(spoken) == written)
    }

    @Test(arguments: [
        (["plus", "seven"], ["48 plus seven"]), (["half", "of", "that"], ["half of 48"]),
        (["double", "it"], ["2 times 48"]),
        (["take", "that", "off", "300"], ["300 minus 48"]), (["hello"], []),
    ])
    func followUpsContinueFromTheLastResult(words: [String], requests: [String]) {
        #expect(ResultReference.requests(words, result: "48") == requests)
    }

    @Test func followUpWordsAreRecognizedAndRemoved() throws {
        let lexicon = try Lexicon(
            reading: "correction: no, i meant, make it\naddition: and\nhedge: oh\nending: instead\ntail: or so")
        func read(_ text: String) -> (FollowUpPhrase.Kind, String) {
            let phrase = FollowUpPhrase(Utterance(text), lexicon: lexicon)
            return (phrase.kind, phrase.rest.words.joined(separator: " "))
        }
        #expect(read("no, make it five minutes") == (.correction, "five minutes"))
        #expect(read("two hours instead") == (.correction, "two hours"))
        #expect(read("and in Celsius?") == (.addition, "in celsius"))
        #expect(read("oh ten minutes or so") == (.bare, "ten minutes"))
        #expect(read("no") == (.correction, ""))
    }

    @Test(arguments: [
        ("wake me at 7 am tomorrow", "half past seven", "wake me at half past seven tomorrow"),
        ("remind me to call Mum at six pm", "at eight", "remind me to call Mum at eight pm"),
        ("will it rain in Leeds on Friday", "in London", "will it rain in London on Friday"),
        ("put eggs on the list", "not eggs, leeks", "put leeks on the list"),
        ("split 90 dollars three ways", "four ways", "split 90 dollars four ways"),
    ])
    func aFollowUpReplacesTheMatchingPart(request: String, change: String, revised: String) throws {
        var revision = RequestRevision(
            of: Utterance(request), slots: [:], by: Utterance(change), lexicon: Lexicon(),
            applications: ApplicationIndex([]), keepsHeads: false)
        let texts = revision.candidates().map(\.text)
        #expect(texts.contains(revised), "\(texts)")
    }
}
