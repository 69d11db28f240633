// SPDX-License-Identifier: GPL-3.0-or-later
// The starts of a sentence's words in its sound, found by PocketSphinx with a grammar of that one sentence: a reference
// independent of the program's own estimate.

import CPocketSphinx
import Glibc
import JarvisRecognition

/// Finds words in sound of 16 kHz.
final class WordReference {
    private let decoder: OpaquePointer

    /// - Returns: Nil without an acoustic model.
    init?() {
        let folder = "/usr/share/pocketsphinx/model/en-us"
        let arguments = [
            "", "-hmm", folder + "/en-us", "-dict", folder + "/cmudict-en-us.dict", "-logfn", "/dev/null", "-beam",
            "1e-80",
            "-wbeam", "1e-60", "-pbeam", "1e-80",
        ]
        var words = arguments.map { text in strdup(text) }
        defer { for word in words { free(word) } }
        guard let configuration = jarvis_ps_config(Int32(words.count), &words), let decoder = ps_init(configuration)
        else { return nil }
        cmd_ln_free_r(configuration)
        self.decoder = decoder
    }

    deinit {
        ps_free(decoder)
    }

    /// The sample at which each word begins; nil if the sound does not match the sentence.
    func starts(of words: [String], in samples: [Int16]) -> [Int]? {
        let grammar = "#JSGF V1.0;\ngrammar g;\npublic <g> = \(words.joined(separator: " "));\n"
        guard ps_set_jsgf_string(decoder, "g", grammar) == 0, ps_set_search(decoder, "g") == 0,
            ps_start_utt(decoder) == 0
        else { return nil }
        samples.withUnsafeBufferPointer { _ = ps_process_raw(decoder, $0.baseAddress, $0.count, 0, 1) }
        ps_end_utt(decoder)
        var starts: [Int] = []
        var cursor = ps_seg_iter(decoder)
        while let segment = cursor {
            var (first, last): (Int32, Int32) = (0, 0)
            ps_seg_frames(segment, &first, &last)
            if let text = ps_seg_word(segment), let letter = String(cString: text).first, letter.isLetter {
                starts.append(Int(first) * 160)
            }
            cursor = ps_seg_next(segment)
        }
        return starts.count == words.count ? starts : nil
    }
}
