// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import JarvisSpeechModels

struct OnnxOutputTests {
    @Test func aMissingOutputIsReportedByName() throws {
        #expect(try OnnxNetwork.all([1, 2], ["logits", "state"]) == [1, 2])
        #expect(throws: OnnxFailure(reason: "the network returned no logits")) {
            try OnnxNetwork.all([nil, 2], ["logits", "state"])
        }
    }
}
