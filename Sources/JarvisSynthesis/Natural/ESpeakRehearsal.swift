// SPDX-License-Identifier: GPL-3.0-or-later
// Lets espeak-ng read a phrase: its phonemes are the neural voice's input, and its sound with word positions helps to
// locate the words in the neural voice's sound.

import CESpeakNG
import JarvisCore
import JarvisSpokenText

/// A phrase as espeak-ng reads it.
struct PhraseReading: Sendable {
    /// The phonemes in IPA, with the phrase's punctuation in place. A tie joins the symbols of one phoneme.
    var phonemes: [Unicode.Scalar]
    static let tie: Unicode.Scalar = "\u{361}"
    /// The sound, mono.
    var samples: [Int16] = []
    var sampleRateHertz = 0
    /// The words: their Unicode scalars in the spoken text, and the sample at which each begins.
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

    /// The phonemes of the phrase, part by part: espeak-ng drops the punctuation, and may split a part further.
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

    /// Removes language names such as "(en)", which espeak-ng puts before words read by another language's rules.
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

    /// The mode for phoneme names in IPA, as UTF-8, with ties.
    private static let ipaMode = 0x02 | 0x80 | Int32(tie.value) << 8
}

/// Keeps the sound and the words of a message.
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
