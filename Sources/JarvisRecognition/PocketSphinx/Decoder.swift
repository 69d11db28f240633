// SPDX-License-Identifier: GPL-3.0-or-later
// Wraps a PocketSphinx decoder. Not thread-safe: used on one worker thread only.

import CPocketSphinx
import Glibc
import JarvisCore

final class Decoder {
    /// One word in a result, with its frames (10 ms) and posterior probability.
    struct Segment: Equatable {
        var word: String
        var frames: Int
        var probability: Double
        /// False for silence, breath and noise.
        var isWord: Bool {
            !word.hasPrefix("<") && !word.hasPrefix("[") && !word.hasPrefix("+") && !word.hasPrefix("(")
        }
    }

    private let decoder: OpaquePointer
    /// True once the decoder has processed some sound, so that its channel mean is no longer that of the model's own
    /// recordings.
    private(set) var knowsChannel = false

    /// - Throws: `RecognitionFailure.engineFailed`.
    init(acousticModel: String, dictionary: String, arguments: [String]) throws {
        let all =
            ["jarvis", "-hmm", acousticModel, "-dict", dictionary, "-logfn", "/dev/null"] + arguments
        // The library would log pages of details to standard error.
        err_set_logfp(nil)
        var words: [UnsafeMutablePointer<CChar>?] = all.map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        guard let configuration = jarvis_ps_config(Int32(all.count), &words) else {
            throw RecognitionFailure.engineFailed(reason: "PocketSphinx rejected its settings: \(all)")
        }
        defer { cmd_ln_free_r(configuration) }
        guard let decoder = ps_init(configuration) else {
            throw RecognitionFailure.engineFailed(reason: "PocketSphinx can't load the model in \(acousticModel)")
        }
        self.decoder = decoder
    }

    deinit {
        ps_free(decoder)
    }

    /// Adds a named grammar. All its words must be in the dictionary.
    func add(grammar jsgf: String, name: String) throws {
        guard let model = jarvis_ps_read_jsgf(decoder, jsgf) else {
            throw RecognitionFailure.engineFailed(reason: "PocketSphinx can't read the grammar \"\(name)\"")
        }
        defer { fsg_model_free(model) }
        let grammar = FiniteStateGrammar(model).reduced()
        guard let reduced = grammar.model(named: name, wordsOf: model) else {
            throw RecognitionFailure.engineFailed(reason: "PocketSphinx has no room for the grammar \"\(name)\"")
        }
        defer { fsg_model_free(reduced) }
        guard ps_set_fsg(decoder, name, reduced) == 0 else {
            throw RecognitionFailure.engineFailed(
                reason: "PocketSphinx has no pronunciation for a word of the grammar \"\(name)\"")
        }
    }

    /// Switches to this language model.
    func add(_ language: LanguageModel) throws {
        guard ps_set_lm(decoder, "dictation", language.handle) == 0, ps_set_search(decoder, "dictation") == 0 else {
            throw RecognitionFailure.engineFailed(reason: "PocketSphinx can't use the language model")
        }
    }

    /// The weight of the previous channel mean at the start of an utterance, in frames (10 ms): enough for a stable
    /// start, and little enough to adapt to another voice or room.
    private static let meanFrames: Int32 = 100
    /// The weight of the model's own channel mean before the decoder has processed any sound of this microphone.
    private static let modelFrames: Int32 = 10

    /// Moves the channel mean to that of the samples (16 kHz), which are about to be searched.
    func takeMean(of samples: [Int16]) {
        _ = jarvis_ps_take_mean(
            decoder, samples, samples.count, knowsChannel ? Self.meanFrames : Self.modelFrames, Self.meanFrames)
    }

    /// Starts an utterance with the search of this name; nil keeps the current search.
    func start(search: String? = nil) throws {
        if let search, ps_set_search(decoder, search) != 0 {
            throw RecognitionFailure.engineFailed(reason: "PocketSphinx has no search \"\(search)\"")
        }
        jarvis_ps_fade_mean(decoder, Self.meanFrames)
        guard ps_start_utt(decoder) == 0 else {
            throw RecognitionFailure.engineFailed(reason: "PocketSphinx can't start an utterance")
        }
    }

    func process(_ samples: [Int16]) {
        samples.withUnsafeBufferPointer { samples in
            guard let base = samples.baseAddress else { return }
            _ = ps_process_raw(decoder, base, samples.count, 0, 0)
        }
    }

    func end() {
        ps_end_utt(decoder)
        knowsChannel = true
    }

    /// Frames (10 ms) searched so far, without silence at the ends.
    var frameCount: Int { max(0, Int(ps_get_n_frames(decoder))) }

    /// The best words so far and their score; nil if there are none.
    func hypothesis() -> (text: String, score: Int)? {
        var score: Int32 = 0
        guard let text = ps_get_hyp(decoder, &score) else { return nil }
        return (String(cString: text), Int(score))
    }

    /// The words in the result after the end of an utterance.
    func segments() -> [Segment] {
        var found: [Segment] = []
        let scale = ps_get_logmath(decoder)
        var cursor = ps_seg_iter(decoder)
        while let segment = cursor {
            var (first, last): (Int32, Int32) = (0, 0)
            ps_seg_frames(segment, &first, &last)
            let probability = logmath_exp(scale, ps_seg_prob(segment, nil, nil, nil))
            if let word = ps_seg_word(segment) {
                found.append(
                    Segment(
                        word: String(cString: word), frames: Int(last - first + 1), probability: min(probability, 1)))
            }
            cursor = ps_seg_next(segment)
        }
        return found
    }

    /// The results of a keyphrase search so far, with the library's own score.
    func keyphrases() -> [(word: String, frames: ClosedRange<Int>, score: Int)] {
        var found: [(word: String, frames: ClosedRange<Int>, score: Int)] = []
        var cursor = ps_seg_iter(decoder)
        while let match = cursor {
            var (first, last): (Int32, Int32) = (0, 0)
            ps_seg_frames(match, &first, &last)
            if let word = ps_seg_word(match), last >= first {
                let score = Int(ps_seg_prob(match, nil, nil, nil))
                found.append((String(cString: word), Int(first)...Int(last), score))
            }
            cursor = ps_seg_next(match)
        }
        return found
    }
}

extension Decoder {
    /// A hypothesis in words as people write them: in lower case, without fillers and the "(2)" of alternative
    /// pronunciations.
    static func plainWords(_ hypothesis: String) -> [String] {
        hypothesis.split(separator: " ").compactMap { word in
            guard !word.hasPrefix("<"), !word.hasPrefix("["), !word.hasPrefix("+") else { return nil }
            let plain = word.prefix { $0 != "(" }
            return plain.isEmpty ? nil : plain.lowercased()
        }
    }
}
