// SPDX-License-Identifier: GPL-3.0-or-later
// The port from dictation to a model that takes whole utterances.

import Glibc
package import JarvisCore
import JarvisSpokenText
package import JarvisSpeechModels

/// A loaded model; used only on the thread that made it.
package protocol UtteranceModel: AnyObject {
    /// True if `likelihoods` returns a value.
    var comparesPhrases: Bool { get }
    /// The text of the samples, 16 kHz mono; empty for less than a tenth of a second.
    func transcribe(_ samples: [Int16]) throws -> String
    /// How well each phrase matches the sound. Nil if the model gives no probabilities.
    /// - Parameter phrases: The words of each phrase as spoken.
    func likelihoods(of phrases: [[String]], in samples: [Int16]) throws -> PhraseLikelihoods?
    /// The phrases with another number, for each place of a number where the sound makes another one likelier. Empty if
    /// the model gives no probabilities.
    func otherNumbers(in phrases: [[String]], heardIn samples: [Int16]) throws -> [[String]]
    /// The log probability that the sound's transcript begins with the likeliest of these texts, given as written. Nil
    /// if the model gives no probabilities.
    func likelihood(ofBeginnings texts: [String], in samples: [Int16]) throws -> Double?
    /// Processor time spent in the model so far, in nanoseconds; only differences are meaningful.
    var workNanoseconds: Int { get }
}

extension UtteranceModel {
    package func otherNumbers(in phrases: [[String]], heardIn samples: [Int16]) throws -> [[String]] { [] }
}

/// Reads the calling thread's processor time.
enum ThreadTime {
    static var nanoseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}

/// A sherpa-onnx model, which gives no probabilities.
extension OfflineTranscriber: UtteranceModel {
    package var comparesPhrases: Bool { false }
    package var workNanoseconds: Int { ThreadTime.nanoseconds }

    package func likelihoods(of phrases: [[String]], in samples: [Int16]) throws -> PhraseLikelihoods? { nil }

    package func likelihood(ofBeginnings texts: [String], in samples: [Int16]) throws -> Double? { nil }
}

/// A Moonshine model, run in this process.
final class MoonshineTranscriber: UtteranceModel {
    /// A tenth of a second: words take at least that long, and the encoder fails at about 50 ms.
    private static let fewestSamples = 1_600

    let comparesPhrases = true
    var workNanoseconds: Int { ThreadTime.nanoseconds }
    private let model: MoonshineModel
    /// The latest sound and its results, which are needed again if its words are in doubt.
    private var latest: (samples: [Int16], hearing: MoonshineModel.Hearing, writing: MoonshineModel.Writing)?

    init(_ files: MoonshineModel.Files, libraryFolder: String) throws(SpeechModelFailure) {
        model = try MoonshineModel(files, libraryFolder: libraryFolder)
    }

    func transcribe(_ samples: [Int16]) throws(SpeechModelFailure) -> String {
        guard samples.count >= Self.fewestSamples else { return "" }
        return try heard(samples).writing.text
    }

    func likelihoods(of phrases: [[String]], in samples: [Int16]) throws(SpeechModelFailure) -> PhraseLikelihoods? {
        guard samples.count >= Self.fewestSamples else { return nil }
        let heard = try heard(samples)
        let forms = phrases.map { WrittenForms.forms(of: $0, like: heard.writing.text) }
        let all = try model.logProbabilities(of: forms.flatMap { $0 }, in: heard.hearing)
        let written = heard.writing.logProbability
        var likelihoods = PhraseLikelihoods(written: written, phrases: [:])
        var start = 0
        for (phrase, forms) in zip(phrases, forms) {
            let place = (start..<(start + forms.count)).max { all[$0] < all[$1] } ?? start
            let usual = try usualness(of: phrase, writtenAs: place - start, like: heard)
            likelihoods.phrases[phrase] = all[place] - written - Self.languageShare * usual
            start += forms.count
        }
        return likelihoods
    }

    func otherNumbers(in phrases: [[String]], heardIn samples: [Int16]) throws(SpeechModelFailure) -> [[String]] {
        guard samples.count >= Self.fewestSamples else { return [] }
        let heard = try heard(samples)
        let numbers = WrittenForms.numbers.sorted { $0.value < $1.value }
        var found: [[String]] = []
        for phrase in phrases {
            for place in phrase.indices.dropFirst() where WrittenForms.numbers[phrase[place]] != nil {
                let beginning = WrittenForms.forms(of: Array(phrase[..<place]), like: heard.writing.text)[0]
                // The model writes numbers in words or in figures.
                let all = try model.logProbabilities(
                    ofNext: numbers.map(\.key) + numbers.map { "\($0.value)" }, after: beginning, in: heard.hearing)
                let best = all.indices.max { all[$0] < all[$1] }.map { numbers[$0 % numbers.count].key }
                guard let best, best != phrase[place] else { continue }
                var other = phrase
                other[place] = best
                if !found.contains(other) { found.append(other) }
            }
        }
        return found
    }

    func likelihood(ofBeginnings texts: [String], in samples: [Int16]) throws(SpeechModelFailure) -> Double? {
        guard samples.count >= Self.fewestSamples else { return nil }
        return try model.logProbabilities(of: texts, in: heard(samples).hearing, goingOn: true).max()
    }

    /// The share of a number's prior likelihood to remove: the model tends to write "fifteen minutes" for "fifty
    /// minutes".
    private static let languageShare = 0.5

    /// How much likelier the model finds a phrase, before it hears any sound, than the average of the phrase and its
    /// variant with all numbers exchanged for similar-sounding ones. 0 if the phrase has no such numbers.
    /// - Parameter form: The index of the written form to compare.
    private func usualness(
        of phrase: [String], writtenAs form: Int,
        like heard: (hearing: MoonshineModel.Hearing, writing: MoonshineModel.Writing)
    ) throws(SpeechModelFailure) -> Double {
        let once = ConfusableNumbers.exchanges(in: phrase)
        func differences(_ other: [String]) -> Int { zip(other, phrase).count { $0 != $1 } }
        let others = once + once.flatMap(ConfusableNumbers.exchanges)
        guard let opposite = others.max(by: { differences($0) < differences($1) }) else { return 0 }
        let forms = [phrase, opposite].map { WrittenForms.forms(of: $0, like: heard.writing.text) }
        guard forms.allSatisfy({ form < $0.count }) else { return 0 }
        let nothing = try model.nothing(like: heard.hearing)
        let likelihoods = try model.logProbabilities(of: forms.map { $0[form] }, in: nothing)
        return (likelihoods[0] - likelihoods[1]) / 2
    }

    private func heard(
        _ samples: [Int16]
    ) throws(SpeechModelFailure) -> (hearing: MoonshineModel.Hearing, writing: MoonshineModel.Writing) {
        if let latest, latest.samples == samples { return (latest.hearing, latest.writing) }
        let earlier = latest
        latest = nil
        let hearing = try model.hear(samples)
        let goesOn = earlier.map {
            $0.samples.prefix(Self.fewestSamples).elementsEqual(samples.prefix(Self.fewestSamples))
        }
        let writing = try model.write(hearing, after: goesOn == true ? earlier?.writing : nil)
        latest = (samples, hearing, writing)
        return (hearing, writing)
    }
}

/// A model on its own thread; ending the thread also frees the runtime's per-thread memory.
final class ThreadedModel: UtteranceModel {
    let comparesPhrases: Bool
    private let thread: ModelThread<any UtteranceModel>

    init(load: () throws(SpeechModelFailure) -> any UtteranceModel) throws(SpeechModelFailure) {
        thread = try ModelThread(load: load)
        comparesPhrases = thread.run { $0.comparesPhrases }
    }

    var workNanoseconds: Int { thread.run { $0.workNanoseconds } }

    func transcribe(_ samples: [Int16]) throws -> String {
        try thread.run { model in try model.transcribe(samples) }
    }

    func likelihoods(of phrases: [[String]], in samples: [Int16]) throws -> PhraseLikelihoods? {
        try thread.run { model in try model.likelihoods(of: phrases, in: samples) }
    }

    func otherNumbers(in phrases: [[String]], heardIn samples: [Int16]) throws -> [[String]] {
        try thread.run { model in try model.otherNumbers(in: phrases, heardIn: samples) }
    }

    func likelihood(ofBeginnings texts: [String], in samples: [Int16]) throws -> Double? {
        try thread.run { model in try model.likelihood(ofBeginnings: texts, in: samples) }
    }
}

/// Loads the model in a folder with the engine that runs it best.
package enum UtteranceModels {
    /// - Returns: A model that one thread may use at a time; it works on its own thread.
    package static func load(
        _ model: RecognizerModel, libraryFolder: String
    ) throws(SpeechModelFailure) -> any UtteranceModel {
        try model.checkRoom()
        return try ThreadedModel { () throws(SpeechModelFailure) in try loadHere(model, libraryFolder: libraryFolder) }
    }

    private static func loadHere(
        _ model: RecognizerModel, libraryFolder: String
    ) throws(SpeechModelFailure) -> any UtteranceModel {
        // Opened for both engines: sherpa-onnx comes with the version of the runtime that is known to run these models.
        let library = try SherpaOnnxLibrary(folder: libraryFolder)
        let files = try model.checkedFiles()
        func path(_ part: SpeechModelFiles.Part) -> String? { files.paths[part].map { model.folder + "/" + $0 } }
        guard files.family == .moonshine, let encoder = path(.encoder), let decoder = path(.mergedDecoder),
            let vocabulary = path(.tokens)
        else { return try OfflineTranscriber(model, library: library) }
        return try MoonshineTranscriber(
            MoonshineModel.Files(encoder: encoder, decoder: decoder, vocabulary: vocabulary),
            libraryFolder: libraryFolder)
    }
}
