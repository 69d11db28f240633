// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import Testing

@testable import JarvisAssistant

struct EndSilenceTests {
    /// "Cancel my alarm" is carried out at once, but "cancel my alarm | at seven" would mean something else.
    @Test func commandsThatMayTakeAValueCanBeReopenedForLonger() {
        let silence = EndSilence(task: .command)
        func reopen(_ completeness: UtteranceCompleteness) -> Int {
            silence.reopenMilliseconds(after: completeness, .awaited)
        }
        #expect(reopen(.complete) < reopen(.amendable) && reopen(.amendable) == reopen(.unknown))
    }
}
