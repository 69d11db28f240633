// SPDX-License-Identifier: GPL-3.0-or-later
// Everything needed to understand one language: its lexicon, examples and weights. The caller reads the files.

/// The knowledge of one language.
package struct LanguagePack: Sendable {
    /// File names below `data/understanding/<language>`: the lexicon, then the examples.
    package static let lexiconFile = "lexicon.txt"
    package static let exampleFiles = ["time.txt", "computer.txt", "words.txt", "talk.txt", "online.txt"]

    /// Requests that make sense only after another one about the same subject.
    package static let followUpFile = "followups.txt"

    /// Statements that count only word for word.
    package static let exactFile = "exact.txt"

    /// Sentences that are always whole, such as goodbyes and questions about the assistant.
    package static let wordingsFile = "wordings.txt"

    /// The weights for `IntentEstimate`.
    package static let weightsFile = "intents.weights"

    package let lexicon: Lexicon
    package let matcher: IntentMatcher
    /// Matches requests that follow another one.
    package let followUpMatcher: IntentMatcher
    package let exactWordings: ExactWordings
    /// Sentences of an intent that have no values, whatever the examples say.
    package let wholeWordings: ExactWordings
    private let weights: IntentWeights?
    /// Content that can't be parsed, as sentences. A test keeps this empty.
    package let faults: [String]

    /// A pack without words or examples: only patterns are understood.
    package static let empty = LanguagePack(lexicon: "", examples: [])

    /// Parses the texts of a language. Faulty parts are skipped and reported in `faults`.
    /// - Parameters:
    ///   - lexicon: In the format of `Lexicon`.
    ///   - examples: In the format of `IntentLibrary`.
    ///   - followUps: In the format of `IntentLibrary`.
    ///   - exact: In the format of `ExactWordings`.
    ///   - wordings: In the format of `ExactWordings`.
    ///   - weights: In the format of `IntentWeights`; nil for no estimates.
    package init(
        lexicon: String, examples: [String], followUps: String = "", exact: String = "", wordings: String = "",
        weights bytes: [UInt8]? = nil
    ) {
        self.init(
            LanguageExamples(lexicon: lexicon, examples: examples, followUps: followUps),
            LanguageStatements(exact: exact, wordings: wordings, weights: bytes))
    }

    /// Joins the parts of a language, which can be read at the same time.
    package init(_ examples: LanguageExamples, _ statements: LanguageStatements) {
        lexicon = examples.lexicon
        matcher = examples.matcher
        followUpMatcher = examples.followUpMatcher
        exactWordings = statements.exact
        wholeWordings = statements.whole
        weights = statements.weights
        faults = examples.faults + statements.faults
    }

    /// The identifiers of all intents that have examples.
    package var intents: Set<String> { matcher.library.intents }

    /// What an intent does, to complete "Did you want me to …?"; nil if the examples don't say.
    package func title(of intent: String) -> String? { matcher.library.titles[intent] }

    /// The request in the wording that examples use.
    package func rewritten(_ utterance: Utterance) -> Utterance { utterance.rewritten(by: lexicon) }

    /// True for a content word found in no example.
    package func isUnknown(_ word: String) -> Bool {
        let representative = lexicon.representative(of: word)
        return matcher.library.place(of: representative) == nil && !lexicon.lightWords.contains(representative)
            && NumberWords.value(of: [word]) == nil
    }

    /// True for a light word or one from the intent's examples: "days" doesn't belong to a volume.
    package func belongs(_ word: String, to intent: String) -> Bool {
        lexicon.isLight(word) || matcher.library.has(word, in: intent)
    }

    /// True if an example of the intent contains the word.
    package func occurs(_ word: String, in intent: String) -> Bool { matcher.library.has(word, in: intent) }

    /// True if a follow-up of the intent contains the word.
    package func occursInFollowUp(_ word: String, of intent: String) -> Bool {
        followUpMatcher.library.has(word, in: intent)
    }

    /// The likelihood of each intent; nil without weights.
    package func estimate(of utterance: Utterance, applications: ApplicationIndex) -> IntentEstimate? {
        weights.map {
            IntentEstimate($0, features: RequestFeatures.of(utterance, pack: self, applications: applications))
        }
    }

    /// True if some requests of this kind say what is unwanted: "I don't need the timer anymore".
    package func isAskedByNegation(_ intent: String) -> Bool { matcher.library.negated.contains(intent) }
}

/// The lexicon of a language and its examples.
package struct LanguageExamples: Sendable {
    let lexicon: Lexicon
    let matcher: IntentMatcher
    let followUpMatcher: IntentMatcher
    let faults: [String]

    /// Parses texts, as `LanguagePack` does.
    package init(lexicon text: String, examples: [String], followUps: String) {
        var faults: [String] = []
        do {
            lexicon = try Lexicon(reading: text)
        } catch {
            faults.append("\(LanguagePack.lexiconFile): \(error)")
            lexicon = Lexicon()
        }
        let library = IntentLibrary(reading: examples, lexicon: lexicon)
        matcher = IntentMatcher(library)
        let short = IntentLibrary(reading: [followUps], lexicon: lexicon)
        followUpMatcher = IntentMatcher(short)
        self.faults = faults + library.faults + short.faults
    }
}

/// The whole sentences of a language and its weights.
package struct LanguageStatements: Sendable {
    let exact: ExactWordings
    let whole: ExactWordings
    let weights: IntentWeights?
    let faults: [String]

    /// Parses texts and weights, as `LanguagePack` does.
    package init(exact: String, wordings: String, weights bytes: [UInt8]?) {
        var faults: [String] = []
        do {
            weights = try bytes.map { try IntentWeights(bytes: $0) }
        } catch {
            faults.append("\(LanguagePack.weightsFile): \(error)")
            weights = nil
        }
        self.exact = ExactWordings(reading: exact)
        whole = ExactWordings(reading: wordings)
        self.faults = faults + self.exact.faults + whole.faults
    }
}
