// SPDX-License-Identifier: GPL-3.0-or-later
// How certain it is that an answer agrees: what it was written as is compared with what sounds like it. A model that
// hears "guess" in noise writes "Yes", since people say that far more often. Pure.

import Glibc
import JarvisCore

enum AnswerCertainty {
    /// By so much an answer must be likelier than anything that sounds like it, as a logarithm, to be as likely as not. In
    /// noise, "yes" leads by 3.7 at least where it was said and by 2.2 at most where it was not; longer answers, of which
    /// nothing else was taken for one, by 2.5 at least (`SpokenConsentTests`).
    static func sureLead(ofWords count: Int) -> Double { count == 1 ? 3 : 2 }
    /// Where the model tells no likelihoods, and writes something else for other voices.
    private static let doubtful = 0.3

    /// The words as they are spoken: "Yes," as "yes".
    static func spoken(_ words: [String]) -> [String] {
        words.map { word in
            String(word.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "'" })
        }.filter { !$0.isEmpty }
    }

    /// The confidence of a result, compared with its rivals where it was.
    static func confidence(in result: DictationResult) -> Double {
        let words = spoken(result.words)
        if let likelihoods = result.likelihoods, let own = likelihoods.phrases[words] {
            let rival = likelihoods.phrases.filter { $0.key != words }.values.max() ?? -.infinity
            return min(result.confidence, 1 / (1 + exp(sureLead(ofWords: words.count) - (own - rival))))
        }
        let isAgreedOn = (result.alternatives ?? []).allSatisfy { spoken($0) == words }
        return isAgreedOn ? result.confidence : min(result.confidence, doubtful)
    }
}

extension RecognitionWorker {
    /// Has an answer compared with what sounds like it, once.
    /// - Returns: True where the result comes again.
    func asksForRivals(of result: DictationResult, _ job: RecognitionJob) -> Bool {
        guard result.alternatives == nil, job.reconsidered != job.preparation, let session = job.dictation else {
            return false
        }
        let words = AnswerCertainty.spoken(result.words)
        let rivals = answerRivals(words)
        guard !rivals.isEmpty else { return false }
        job.reconsidered = job.preparation
        session.reconsider(number: job.preparation, phrases: [words] + rivals)
        return true
    }
}
