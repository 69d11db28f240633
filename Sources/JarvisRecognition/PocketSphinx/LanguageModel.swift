// SPDX-License-Identifier: GPL-3.0-or-later
// The general language model for dictation, extended with the user's own words.

import CPocketSphinx
import Glibc
import JarvisCore

/// A language model in memory; used only on the thread that makes it.
final class LanguageModel {
    /// How much likelier the user's own words are than the average word. They are few and likely to be said; some
    /// hundreds of them start to displace other words.
    private static let ownWeight: Float = 50

    let handle: OpaquePointer
    /// All words of the model.
    let words: Set<String>

    /// - Throws: `RecognitionFailure.engineFailed`.
    init(path: String, own: Set<String>) throws {
        err_set_logfp(nil)
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("jarvis"), nil]
        defer { arguments.forEach { free($0) } }
        // The weights of the language model are the library's own.
        guard let configuration = jarvis_ps_config(1, &arguments) else {
            throw RecognitionFailure.engineFailed(reason: "PocketSphinx rejected its own settings")
        }
        defer { cmd_ln_free_r(configuration) }
        guard let handle = jarvis_ps_language_model(configuration, path) else {
            throw RecognitionFailure.engineFailed(reason: "PocketSphinx can't read the language model in \(path)")
        }
        self.handle = handle
        var words: Set<String> = []
        if let counts = ngram_model_get_counts(handle) {
            words.reserveCapacity(Int(counts[0]) + own.count)
            for index in 0..<Int32(counts[0]) {
                if let word = ngram_word(handle, index) { words.insert(String(cString: word)) }
            }
        }
        for word in own.subtracting(words) where ngram_model_add_word(handle, word, Self.ownWeight) >= 0 {
            words.insert(word)
        }
        self.words = words
    }

    deinit {
        ngram_model_free(handle)
    }
}
