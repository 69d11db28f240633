// SPDX-License-Identifier: GPL-3.0-or-later
// espeak-ng's phonemes in misaki's alphabet.

import Testing

@testable import JarvisSpeechModels

struct MisakiPhonemesTests {
    private func converted(_ phonemes: String) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: MisakiPhonemes.converted(Array(phonemes.unicodeScalars)))
        return String(text)
    }

    @Test(arguments: [
        ("həlˈo͡ʊ", "həlˈO"), ("d͡ʒˈɑː͡ɹvɪs", "ʤˈɑɹvɪs"), ("wˈɔːɾɚɹ", "wˈɔTəɹ"), ("fˈa͡ɪ͡ɚ", "fˈIəɹ"),
        ("lˈɪɾə͡l", "lˈɪTᵊl"), ("bˈʌfəlˌo͡ʊ", "bˈʌfəlˌO"), ("bˈʌʔn̩", "bˈʌtᵊn"), ("fˈɜːðɚ", "fˈɜɹðəɹ"),
        ("kˈoː͡ɹtʃɪp", "kˈɔɹtʃɪp"), ("t͡ʃˈɜːt͡ʃ", "ʧˈɜɹʧ"), ("ɹˈo͡ʊzᵻz.", "ɹˈOzᵻz."), ("ɐlˈɔŋ ɐ mˈa͡ɪl", "əlˈɔŋ ɐ mˈIl"),
        ("", ""), ("語?", "語?"),
    ])
    func phonemesAreConverted(espeak: String, misaki: String) {
        #expect(converted(espeak) == misaki)
    }

    @Test func longerPairsWinAndDamagedLinesAreSkipped() {
        let pairs = MisakiPhonemes.read("# ab\tc\na\tx\nab\ty\nno tab\n\tz\n")
        #expect(pairs.count == 1 && pairs["a"]?.map(\.to) == [["y"], ["x"]])
    }
}
