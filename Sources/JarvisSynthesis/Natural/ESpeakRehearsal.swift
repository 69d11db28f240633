// SPDX-License-Identifier: GPL-3.0-or-later
// A phrase as espeak-ng reads it: its phonemes, which another voice will say, and its sound with the places of the words, by
// which they are found in the other voice's sound.

import CESpeakNG
import JarvisCore
import JarvisSpokenText

/// What espeak-ng knows of a phrase.
struct PhraseReading: Sendable {
    /// IPA, with the phrase's marks where they belong.
    var phonemes: [Unicode.Scalar]
    /// Mono.
    var samples: [Int16] = []
    var sampleRateHertz = 0
    /// Unicode scalars of the spoken text, with the sample at which they begin.
    var words: [(scalars: Range<Int>, sample: Int)] = []

    /// Reads a phrase; takes a few milliseconds.
    /// - Parameter voice: A voice of espeak-ng.
    /// - Throws: `SynthesisFailure`.
    static func read(
        _ phrase: SpokenPhrase, spoken: [Unicode.Scalar], voice: String, dataDirectory: String?
    ) throws -> PhraseReading {
        try ESpeakLibrary.use(dataDirectory: dataDirectory) { state in
            guard let name = state.voices().libraryName(of: voice), espeak_SetVoiceByName(name) == EE_OK else {
                throw SynthesisFailure.voiceMissing(voice)
            }
            let scripts = state.voices().scripts(of: voice)
            var reading = PhraseReading(phonemes: phonemes(of: phrase, in: scripts))
            ESpeakProsody(Prosody(voice: voice)).apply()
            let rehearsal = ESpeakRehearsal()
            let text = String(String.UnicodeScalarView(spoken[phrase.scalars]))
            guard rehearsal.hear(text, in: scripts) == EE_OK else { return reading }
            reading.samples = rehearsal.samples
            reading.sampleRateHertz = state.sampleRateHertz
            reading.words = rehearsal.words.map { word in
                let first = phrase.scalars.lowerBound + word.scalars.lowerBound
                return (first..<(first + word.scalars.count), word.sample)
            }
            return reading
        }
    }

    /// espeak-ng drops the marks and may divide a part once more.
    private static func phonemes(of phrase: SpokenPhrase, in scripts: Set<WritingSystem>) -> [Unicode.Scalar] {
        var all: [Unicode.Scalar] = []
        for part in phrase.parts {
            if !all.isEmpty { all.append(" ") }
            all += ipa(of: part.text, in: scripts)
            if part.ending != .none { all += part.ending.rawValue.unicodeScalars }
        }
        return all
    }

    private static func ipa(of text: String, in scripts: Set<WritingSystem>) -> [Unicode.Scalar] {
        ESpeakText.readable(text, in: scripts).withCString { text in
            var cursor: UnsafeRawPointer? = UnsafeRawPointer(text)
            var all: [Unicode.Scalar] = []
            while cursor != nil {
                let before = cursor
                guard let names = espeak_TextToPhonemes(&cursor, espeakCHARS_UTF8, ipaMode) else { break }
                let clause = withoutLanguages(String(cString: names).unicodeScalars)
                if !all.isEmpty, !clause.isEmpty { all.append(" ") }
                all += clause
                guard cursor != before else { break }
            }
            return all
        }
    }

    /// Names of other languages stand in brackets before the words that are read by their rules: "(en)".
    private static func withoutLanguages(_ names: String.UnicodeScalarView) -> [Unicode.Scalar] {
        var (kept, isInside) = ([Unicode.Scalar](), false)
        for scalar in names {
            switch scalar {
            case "(": isInside = true
            case ")": isInside = false
            case "\n", "\r": kept.append(" ")
            default: if !isInside { kept.append(scalar) }
            }
        }
        return kept
    }

    /// Names of the International Phonetic Alphabet, in UTF-8.
    private static let ipaMode: Int32 = 0x02
}

/// Keeps sound and words.
private final class ESpeakRehearsal: ESpeakListener {
    private(set) var samples: [Int16] = []
    private(set) var words: [(scalars: Range<Int>, sample: Int)] = []

    override func receive(
        _ sound: UnsafeBufferPointer<Int16>, events: UnsafeMutablePointer<espeak_EVENT>
    ) -> Bool {
        var event = events
        while event.pointee.type != espeakEVENT_LIST_TERMINATED {
            if event.pointee.type == espeakEVENT_WORD {
                let first = max(0, Int(event.pointee.text_position) - 1)
                words.append((first..<(first + max(1, Int(event.pointee.length))), Int(event.pointee.sample)))
            }
            event += 1
        }
        samples.append(contentsOf: sound)
        return true
    }
}
