// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import JarvisSpokenText

struct ConfusableNumbersTests {
    @Test func confusableNumbersAreSwappedOneAtATime() {
        #expect(
            ConfusableNumbers.exchanges(in: ["what", "is", "fourteen", "plus", "thirty"]) == [
                ["what", "is", "forty", "plus", "thirty"], ["what", "is", "fourteen", "plus", "thirteen"],
            ])
        #expect(ConfusableNumbers.exchanges(in: ["ten", "minutes"]).isEmpty)
    }

    @Test func textsMayDifferOnlyInConfusableNumbers() {
        #expect(ConfusableNumbers.differOnlyInThem(["fifteen", "minutes"], ["fifty", "minutes"]))
        #expect(!ConfusableNumbers.differOnlyInThem(["fifteen", "minutes"], ["fifty", "hours"]))
        #expect(!ConfusableNumbers.differOnlyInThem(["fifteen"], ["fifty", "minutes"]))
    }
}
