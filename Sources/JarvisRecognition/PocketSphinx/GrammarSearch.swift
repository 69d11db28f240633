// SPDX-License-Identifier: GPL-3.0-or-later
// The search for commands: a decoder with the grammar, and beside it one with a loop of all phones. The grammar always
// finds something; the loop says how well the sound could be explained at best, and the difference per frame tells
// commands from other speech. Both decoders know only the words they need, so that together they cost some 8 MB, and
// both hear everything, so that they adapt alike.

import JarvisCore
import JarvisPlatform

final class GrammarSearch: GrammarRecognizer {
    let name = PocketSphinxModel.engineName
    private let grammar: Decoder
    private let loop: Decoder
    private let kinds: Set<GrammarKind>
    private let words: Set<String>
    private var isRunning = false

    /// - Throws: `RecognitionFailure`.
    init(model: PocketSphinxModel, commands: Grammar?, stopPhrases: Grammar?) throws {
        try model.check(forDictation: false)
        var dictionary = PronunciationDictionary()
        words = (commands?.words ?? []).union(stopPhrases?.words ?? [])
        try dictionary.add(words, from: model.dictionary)
        for word in words.subtracting(dictionary.words).sorted() {
            dictionary.add(word, phones: model.pronouncer(word))
        }
        // Heard without its r as often as with it; the dictionary has only the latter.
        if words.contains("jarvis") { dictionary.add("jarvis", phones: ["JH", "AA", "V", "IH", "S"]) }
        let wordsFile = try MemoryFile(dictionary.lines.joined(separator: "\n") + "\n")
        grammar = try Decoder(
            acousticModel: model.acousticModel, dictionary: wordsFile.path, arguments: Self.grammarArguments)
        var kinds: Set<GrammarKind> = []
        if let commands {
            try grammar.add(grammar: commands.jsgf, name: GrammarKind.command.rawValue)
            kinds.insert(.command)
        }
        if let stopPhrases {
            try grammar.add(grammar: stopPhrases.jsgf, name: GrammarKind.stopPhrase.rawValue)
            kinds.insert(.stopPhrase)
        }
        self.kinds = kinds

        let phones = Self.phones.split(separator: " ")
        let phonesFile = try MemoryFile(phones.map { "\($0.lowercased()) \($0)\n" }.joined())
        loop = try Decoder(
            acousticModel: model.acousticModel, dictionary: phonesFile.path, arguments: Self.loopArguments)
        let choice = phones.map { $0.lowercased() }.joined(separator: " | ")
        try loop.add(
            grammar: "#JSGF V1.0;\ngrammar loop;\npublic <utterance> = (\(choice))+;\n", name: "loop")
    }

    func has(_ kind: GrammarKind) -> Bool { kinds.contains(kind) }

    var knowsChannel: Bool { grammar.knowsChannel }

    func start(_ kind: GrammarKind) throws {
        try grammar.start(search: kind.rawValue)
        try loop.start(search: "loop")
        isRunning = true
    }

    func process(_ samples: [Int16]) {
        grammar.process(samples)
        loop.process(samples)
    }

    /// The best match so far; not all of a command may have been said.
    func partial() -> GrammarMatch? { match() }

    /// Ends the utterance.
    func end() -> GrammarMatch? {
        guard isRunning else { return nil }
        isRunning = false
        grammar.end()
        loop.end()
        return match()
    }

    /// Searches a whole utterance again, right after its first search, whose end has put the channel's mean mostly
    /// where this utterance has it: another voice or another room needs that. (The library's own mode for whole
    /// utterances would do the same, but ends the process when it finds no silence to remove.)
    func searchAgain(_ samples: [Int16], _ kind: GrammarKind) throws -> GrammarMatch? {
        try start(kind)
        grammar.process(samples)
        loop.process(samples)
        return end()
    }

    func scores(of phrases: [[String]], in samples: [Int16]) throws -> [[String]: Double] {
        let known = phrases.filter { words.isSuperset(of: $0) }
        var scores: [[String]: Double] = [:]
        // The first one twice: the channel's mean moves to that of the utterance, which must not favour those that follow.
        for phrase in known.prefix(1) + known {
            let rule = "#JSGF V1.0;\ngrammar phrase;\npublic <utterance> = \(phrase.joined(separator: " "));\n"
            try grammar.add(grammar: rule, name: Self.phraseName)
            try grammar.start(search: Self.phraseName)
            grammar.process(samples)
            grammar.end()
            let frames = grammar.frameCount
            if frames > 0, let best = grammar.hypothesis() { scores[phrase] = Double(best.score) / Double(frames) }
        }
        return scores
    }

    private static let phraseName = "phrase"

    /// The longest silence inside a result, frames of 10 ms.
    private static let longestPause = 80

    private func match() -> GrammarMatch? {
        let frames = grammar.frameCount
        guard frames > 0, let best = grammar.hypothesis(), let reference = loop.hypothesis() else { return nil }
        let words = Decoder.plainWords(best.text)
        let segments = grammar.segments()
        // Scores are relative to the models that are still in the race. When only silence is left, it costs nothing,
        // and speech that fits no command hides in one long "silence" with the best of scores. Real silence of this
        // length never gets here: the front end removes it.
        guard !words.isEmpty, !segments.contains(where: { !$0.isWord && $0.frames > Self.longestPause }) else {
            return nil
        }
        let spoken = segments.filter(\.isWord).reduce(0) { $0 + $1.frames }
        return GrammarMatch(
            words: words, margin: Double(best.score - reference.score) / Double(frames),
            wordShare: Double(spoken) / Double(frames), frameCount: frames)
    }

    /// The lattice of a grammar brings nothing but work.
    private static let loopArguments = ["-bestpath", "no"]
    /// Silence and noises between words cost by this weight; by the default, a command with pauses in it is dear.
    private static let grammarArguments = loopArguments + ["-lw", "1"]

    static let phones =
        "AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH"
}
