// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates how certainly an answer means yes, by comparing the transcript with similar-sounding alternatives. A model
// that hears "guess" in noise writes "Yes", since people say that far more often. Pure.

import Glibc
import JarvisCore

enum AnswerCertainty {
    /// The log likelihood by which an answer has to lead all similar-sounding ones to be right in half of the cases. In
    /// noise, "yes" leads by at least 3.7 if it was said, and by at most 2.2 if it was not. Longer answers, which no
    /// other words were mistaken for, lead by at least 2.5 (`SpokenConsentTests`).
    static func sureLead(ofWords count: Int) -> Double { count == 1 ? 3 : 2 }
    /// The confidence if the model gives no likelihoods, and writes something else for altered voices.
    private static let doubtful = 0.3

    /// The words as spoken: "Yes," as "yes".
    static func spoken(_ words: [String]) -> [String] {
        words.map { word in
            String(word.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "'" })
        }.filter { !$0.isEmpty }
    }

    /// The confidence in a result, compared with its rivals if possible.
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
    /// Asks dictation once to compare an answer with similar-sounding ones.
    /// - Returns: True if the comparison was requested, so that the result will arrive again.
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
