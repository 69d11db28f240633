// SPDX-License-Identifier: GPL-3.0-or-later
// Searches for commands with two parallel decoders: one with the grammar, the other with a loop of all phones. The
// grammar always finds something; the loop shows how well the sound can be explained at best, and the difference per
// frame distinguishes commands from other speech. Each decoder has only the words that it needs, which takes some 8 MB
// in total, and processes all sound, so that both adapt alike.

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
        // People say it without the r as often as with it, and the dictionary has only the latter pronunciation.
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

    /// The best match so far; the command may be incomplete.
    func partial() -> GrammarMatch? { match() }

    /// Ends the utterance.
    func end() -> GrammarMatch? {
        guard isRunning else { return nil }
        isRunning = false
        grammar.end()
        loop.end()
        return match()
    }

    /// Searches a whole utterance again, right after its first search, because the channel mean is then close to that
    /// of the utterance. (The library's own mode for whole utterances would do the same, but ends the process if it
    /// finds no silence to remove.)
    func searchAgain(_ samples: [Int16], _ kind: GrammarKind) throws -> GrammarMatch? {
        try start(kind)
        grammar.process(samples)
        loop.process(samples)
        return end()
    }

    func scores(of phrases: [[String]], in samples: [Int16]) throws -> [[String]: Double] {
        let known = phrases.filter { words.isSuperset(of: $0) }
        var scores: [[String]: Double] = [:]
        // Score the first phrase twice: the channel mean adapts to the utterance during the first search, which would
        // favour the later phrases.
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

    /// The longest silence inside a result, in frames of 10 ms.
    private static let longestPause = 80

    private func match() -> GrammarMatch? {
        let frames = grammar.frameCount
        guard frames > 0, let best = grammar.hypothesis(), let reference = loop.hypothesis() else { return nil }
        let words = Decoder.plainWords(best.text)
        let segments = grammar.segments()
        // Reject a result with a long silence inside. Scores are relative to the models still active: if only silence
        // is left, it costs nothing, so speech that fits no command hides in one long "silence" with the best possible
        // score. Real silence of this length never gets here, since the front end removes it.
        guard !words.isEmpty, !segments.contains(where: { !$0.isWord && $0.frames > Self.longestPause }) else {
            return nil
        }
        let spoken = segments.filter(\.isWord).reduce(0) { $0 + $1.frames }
        return GrammarMatch(
            words: words, margin: Double(best.score - reference.score) / Double(frames),
            wordShare: Double(spoken) / Double(frames), frameCount: frames)
    }

    /// Searching the lattice for a better path only costs time in a grammar.
    private static let loopArguments = ["-bestpath", "no"]
    /// The weight for the cost of silence and noises between words; with the default, commands with pauses cost too
    /// much.
    private static let grammarArguments = loopArguments + ["-lw", "1"]

    static let phones =
        "AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH"
}
