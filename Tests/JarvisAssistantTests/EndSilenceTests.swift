// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import Testing

@testable import JarvisAssistant

struct EndSilenceTests {
    /// "Cancel my alarm" is done at once; "cancel my alarm | at seven" would be another thing.
    @Test func aDeedThatMayYetGetAValueIsTakenBackForLonger() {
        let silence = EndSilence(task: .command)
        func reopen(_ completeness: UtteranceCompleteness) -> Int {
            silence.reopenMilliseconds(after: completeness, .awaited)
        }
        #expect(reopen(.complete) < reopen(.amendable) && reopen(.amendable) == reopen(.unknown))
    }
}
