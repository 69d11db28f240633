// SPDX-License-Identifier: GPL-3.0-or-later
// Pronounces words that the dictionary lacks ("libreoffice"): converts espeak-ng's phonemes to ARPAbet.

import CESpeakNG
import JarvisSpokenText

/// Spells words in the phones of the CMU dictionary, which recognizers use.
public enum ESpeakPronouncer {
    /// The word's phones in the 39-phone set of the CMU dictionary; letter by letter if espeak-ng can't help.
    public static func phones(of word: String) -> [String] {
        let phonemes = try? ESpeakLibrary.use(dataDirectory: nil) { state in
            guard let voice = state.voices().libraryName(of: "en-us"), espeak_SetVoiceByName(voice) == EE_OK else {
                return [String]()
            }
            return ESpeakText.readable(word, in: [.latin]).withCString { text in
                var cursor: UnsafeRawPointer? = UnsafeRawPointer(text)
                guard let names = espeak_TextToPhonemes(&cursor, espeakCHARS_UTF8, separator) else { return [] }
                return String(cString: names).split(whereSeparator: { $0 == "_" || $0 == " " }).map(String.init)
            }
        }
        let phones = (phonemes ?? []).flatMap(arpabet)
        return phones.isEmpty ? word.compactMap { spelled[$0] } : phones
    }

    /// The mode for phoneme names in ASCII, separated by underscores (bits 8–23 of the mode).
    private static let separator = Int32(UInt8(ascii: "_")) << 8

    /// Converts one espeak-ng phoneme, ignoring its stress mark and variant digit.
    static func arpabet(_ phoneme: String) -> [String] {
        let name = phoneme.filter { !"',;%=-|!_:".contains($0) }
        if let phones = table[name] { return phones }
        let plain = name.filter { !$0.isNumber && $0 != "#" }
        if let phones = table[plain] { return phones }
        guard plain.count > 1, let first = plain.first else { return [] }
        // An unknown cluster is converted from left to right.
        return arpabet(String(first)) + arpabet(String(plain.dropFirst()))
    }

    private static let table: [String: [String]] = [
        "a": ["AE"], "aa": ["AE"], "A": ["AA"], "A@": ["AA", "R"], "0": ["AA"], "02": ["AH"], "O": ["AO"],
        "O@": ["AO", "R"], "o@": ["AO", "R"], "oU": ["OW"], "o": ["OW"], "OI": ["OY"], "aU": ["AW"], "aI": ["AY"],
        "aI3": ["AY", "ER"], "aI@": ["AY", "AH"], "aU@": ["AW", "ER"], "eI": ["EY"], "E": ["EH"], "e": ["EH"],
        "e@": ["EH", "R"], "I": ["IH"], "I2": ["IH"], "i": ["IY"], "i@": ["IY", "AH"], "i@3": ["IH", "R"],
        "U": ["UH"], "U@": ["UH", "R"], "u": ["UW"], "ju": ["Y", "UW"], "V": ["AH"], "@": ["AH"], "@2": ["AH"],
        "@5": ["UH"], "@L": ["AH", "L"], "@l": ["AH", "L"], "@m": ["AH", "M"], "@n": ["AH", "N"], "3": ["ER"],
        "r": ["R"], "n": ["N"], "m": ["M"], "N": ["NG"], "l": ["L"], "L": ["L"], "w": ["W"], "j": ["Y"], "h": ["HH"],
        "p": ["P"], "b": ["B"], "t": ["T"], "t2": ["T"], "t#": ["T"], "d": ["D"], "k": ["K"], "g": ["G"], "?": ["T"],
        "f": ["F"], "v": ["V"], "T": ["TH"], "D": ["DH"], "s": ["S"], "z": ["Z"], "S": ["SH"], "Z": ["ZH"],
        "tS": ["CH"], "dZ": ["JH"], "x": ["K"], "C": ["SH"],
    ]

    private static let spelled: [Character: String] = [
        "a": "AE", "b": "B", "c": "K", "d": "D", "e": "EH", "f": "F", "g": "G", "h": "HH", "i": "IH", "j": "JH",
        "k": "K", "l": "L", "m": "M", "n": "N", "o": "AA", "p": "P", "q": "K", "r": "R", "s": "S", "t": "T",
        "u": "AH", "v": "V", "w": "W", "x": "K", "y": "IY", "z": "Z",
    ]
}
