// SPDX-License-Identifier: GPL-3.0-or-later
// How often a model is queried, and with which phrases, using a model that counts.

import JarvisCore
import JarvisSpeechTesting
import Synchronization
import Testing

@testable import JarvisRecognition

struct MoonshineJobTests {
    /// Returns the same text for all sound, and claims the given processor time for it.
    private final class Counting: UtteranceModel {
        let comparesPhrases = true
        private let nanosecondsEach: Int
        private let likelihood: ([String]) -> Double
        private(set) var workNanoseconds = 0
        private(set) var decodes = 0
        private(set) var compared: [[String]] = []
        var proposed: [[String]] = []

        init(nanosecondsEach: Int = 0, likelihood: @escaping ([String]) -> Double = { _ in 0 }) {
            self.nanosecondsEach = nanosecondsEach
            self.likelihood = likelihood
        }

        func transcribe(_ samples: [Int16]) throws -> String {
            workNanoseconds += nanosecondsEach
            decodes += 1
            return "Set a timer for ten minutes."
        }

        func likelihoods(of phrases: [[String]], in samples: [Int16]) throws -> PhraseLikelihoods? {
            compared += phrases
            return PhraseLikelihoods(
                written: -3, phrases: Dictionary(uniqueKeysWithValues: phrases.map { ($0, likelihood($0)) }))
        }

        func likelihood(ofBeginnings texts: [String], in samples: [Int16]) throws -> Double? { nil }

        func otherNumbers(in phrases: [[String]], heardIn samples: [Int16]) throws -> [[String]] { proposed }
    }

    private static let loud = Sound.noise(seconds: 5, amplitude: 8_000).samples

    /// The calling thread's time doesn't count: the model works on its own.
    @Test(arguments: [(milliseconds: 0, looks: 10...12), (200, 2...2)])
    func slowModelsAreQueriedLessOften(milliseconds: Int, looks: ClosedRange<Int>) throws {
        let model = Counting(nanosecondsEach: milliseconds * 1_000_000)
        let job = MoonshineJob(SpokenUtterance(samples: Self.loud), isEnglish: true) { _ in }
        for end in stride(from: 320, through: Self.loud.count, by: 320) {
            job.available = end
            try job.serve(model)
        }
        #expect(looks.contains(model.decodes), "\(model.decodes)")
    }

    /// A model that works for 50 ms on the calling thread.
    private final class Busy: UtteranceModel {
        let comparesPhrases = false
        var workNanoseconds: Int { ThreadTime.nanoseconds }

        func transcribe(_ samples: [Int16]) throws -> String {
            let start = ThreadTime.nanoseconds
            while ThreadTime.nanoseconds - start < 50_000_000 {}
            return ""
        }

        func likelihoods(of phrases: [[String]], in samples: [Int16]) throws -> PhraseLikelihoods? { nil }
        func likelihood(ofBeginnings texts: [String], in samples: [Int16]) throws -> Double? { nil }
    }

    @Test func aThreadedModelReportsItsOwnThreadsTime() throws {
        let model = try ThreadedModel { () throws(SpeechModelFailure) in Busy() }
        let before = model.workNanoseconds
        _ = try model.transcribe([])
        #expect(model.workNanoseconds - before >= 50_000_000)
    }

    @Test(arguments: [(likeliest: -50.0, compared: 2), (-12, 10)])
    func otherCommandsAreNotComparedIfTheLikeliestAreHopeless(likeliest: Double, compared: Int) throws {
        let phrases = (0..<10).map { ["phrase", "\($0)"] }
        let model = Counting { $0 == phrases[1] ? likeliest : -60 }
        let result = Mutex<DictationResult?>(nil)
        // Sound without a quiet moment doesn't count as speech.
        let speech = Sound.noise(seconds: 0.3, amplitude: 2).samples + Self.loud.prefix(27_200)
        let job = MoonshineJob(SpokenUtterance(samples: speech), isEnglish: true) { update in
            if case .result(let found, _) = update { result.withLock { $0 = found } }
        }
        job.available = 32_000
        job.newest.store(32_000, ordering: .relaxed)
        job.reconsideration = (1, phrases)
        try job.serve(model)
        #expect(model.compared == Array(phrases.prefix(compared)))
        let likelihoods = result.withLock { $0?.likelihoods }
        #expect(likelihoods?.phrases[phrases[1]] == likeliest && likelihoods?.phrases.count == compared)
    }

    /// "Two" and "fourteen" may both be mishearings of a number that neither recognizer has found.
    @Test func numbersThatTheModelProposesAreComparedAsWell() throws {
        let phrases = [["for", "two", "minutes"], ["for", "fourteen", "minutes"], ["in", "a", "minute"]]
        let ten = ["for", "ten", "minutes"]
        let model = Counting { $0 == ten ? 2 : -3 }
        model.proposed = [ten, phrases[1]]
        let result = Mutex<DictationResult?>(nil)
        let speech = Sound.noise(seconds: 0.3, amplitude: 2).samples + Self.loud.prefix(27_200)
        let job = MoonshineJob(SpokenUtterance(samples: speech), isEnglish: true) { update in
            if case .result(let found, _) = update { result.withLock { $0 = found } }
        }
        job.available = 32_000
        job.newest.store(32_000, ordering: .relaxed)
        job.reconsideration = (1, phrases)
        try job.serve(model)
        let likelihoods = try #require(result.withLock { $0?.likelihoods })
        #expect(Set(likelihoods.phrases.keys) == Set(phrases + [ten]) && likelihoods.proposals == [ten])
        #expect(likelihoods.phrases[ten] == 2)
    }
}
