// SPDX-License-Identifier: GPL-3.0-or-later
// The texts that tell how people of a language ask: a lexicon and examples. The reader of the files hands them over.

/// What is known of one language.
package struct LanguagePack: Sendable {
    /// The files of a language, below `data/understanding/<language>`: its lexicon, then its examples.
    package static let lexiconFile = "lexicon.txt"
    package static let exampleFiles = ["time.txt", "computer.txt", "words.txt", "talk.txt", "online.txt"]

    /// Requests that mean something only after another one of the same subject.
    package static let followUpFile = "followups.txt"

    /// The wordings of intents that take no others.
    package static let exactFile = "exact.txt"

    /// The weights of the estimate.
    package static let weightsFile = "intents.weights"

    package let lexicon: Lexicon
    package let matcher: IntentMatcher
    /// Finds what is meant after another request.
    package let followUpMatcher: IntentMatcher
    package let exactWordings: ExactWordings
    private let weights: IntentWeights?
    /// What could not be read, as sentences; a test keeps this empty.
    package let faults: [String]

    /// A pack that knows nothing: only patterns are understood.
    package static let empty = LanguagePack(lexicon: "", examples: [])

    /// - Parameters:
    ///   - lexicon: As `Lexicon` describes it.
    ///   - examples: As `IntentLibrary` describes them.
    ///   - followUps: In the same form.
    ///   - exact: As `ExactWordings` describes them.
    ///   - weights: As `IntentWeights` describes them; nil where there are none.
    package init(
        lexicon: String, examples: [String], followUps: String = "", exact: String = "", weights bytes: [UInt8]? = nil
    ) {
        var faults: [String] = []
        do {
            self.lexicon = try Lexicon(reading: lexicon)
        } catch {
            faults.append("\(Self.lexiconFile): \(error)")
            self.lexicon = Lexicon()
        }
        let library = IntentLibrary(reading: examples, lexicon: self.lexicon)
        matcher = IntentMatcher(library)
        let short = IntentLibrary(reading: [followUps], lexicon: self.lexicon)
        followUpMatcher = IntentMatcher(short)
        do {
            weights = try bytes.map { try IntentWeights(bytes: $0) }
        } catch {
            faults.append("\(Self.weightsFile): \(error)")
            weights = nil
        }
        exactWordings = ExactWordings(reading: exact)
        self.faults = faults + library.faults + short.faults + exactWordings.faults
    }

    /// The names of all intents that have examples.
    package var intents: Set<String> { matcher.library.intents }

    /// What an intent does, as in "Did you want me to …?"
    package func title(of intent: String) -> String? { matcher.library.titles[intent] }

    /// The request in the wording that examples are compared with.
    package func rewritten(_ utterance: Utterance) -> Utterance { utterance.rewritten(by: lexicon) }

    /// True for a word that says something and is in no example.
    package func isUnknown(_ word: String) -> Bool {
        let representative = lexicon.representative(of: word)
        return matcher.library.place(of: representative) == nil && !lexicon.lightWords.contains(representative)
            && NumberWords.value(of: [word]) == nil
    }

    /// How likely each intent is; nil where there are no weights to tell by.
    package func estimate(of utterance: Utterance, applications: ApplicationIndex) -> IntentEstimate? {
        weights.map {
            IntentEstimate($0, features: RequestFeatures.of(utterance, pack: self, applications: applications))
        }
    }

    /// True where requests of this kind are also told by saying what is not wanted: "I don't need the timer anymore".
    package func isAskedByNegation(_ intent: String) -> Bool { matcher.library.negated.contains(intent) }
}
