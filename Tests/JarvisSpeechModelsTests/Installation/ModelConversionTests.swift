// SPDX-License-Identifier: GPL-3.0-or-later
// Converting Moonshine's vocabulary for sherpa-onnx.

import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisSpeechModels

struct ModelConversionTests {
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ])
    func base64FollowsTheStandard(text: String, code: String) {
        #expect(MoonshineVocabularyConversion.base64(Array(text.utf8)[...]) == code)
    }

    @Test func aTruncatedVocabularyIsRejected() throws {
        let bytes: [UInt8] = [0, 3, 65, 66, 67, 0x82, 1] + [UInt8](repeating: 66, count: 130)
        #expect(try MoonshineVocabularyConversion.tokens(bytes).map(\.count) == [0, 3, 130])
        for length in [0, 3, 6, 7, 100] {
            #expect(throws: MoonshineVocabularyConversion.Damage.self) {
                _ = try MoonshineVocabularyConversion.tokens(Array(bytes.prefix(length)))
            }
        }
    }
}
