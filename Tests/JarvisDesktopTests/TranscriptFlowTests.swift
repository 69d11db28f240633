// SPDX-License-Identifier: GPL-3.0-or-later
// Partial hypotheses on screen: stable words stay put, and lost words disappear only after a delay.

import Testing

@testable import JarvisDesktopKit

struct TranscriptFlowTests {
    @Test func newWordsAreAppended() {
        var flow = TranscriptFlow()
        #expect(flow.propose("what", at: 0) == 0)
        #expect(flow.propose("what time", at: 0.1) == 1)
        #expect(flow.propose("what time is it", at: 0.2) == 2)
        #expect(flow.propose("what time is it", at: 0.3) == nil, "nothing has changed")
        #expect(flow.text == "what time is it")
    }

    @Test func textIsReplacedFromTheFirstChangedWord() {
        var flow = TranscriptFlow()
        _ = flow.propose("what dime is it", at: 0)
        #expect(flow.propose("what time is it", at: 0.1) == 1)
        #expect(flow.text == "what time is it")
    }

    @Test func lostWordsStayFor300Milliseconds() {
        var flow = TranscriptFlow()
        _ = flow.propose("set a timer for", at: 1)
        #expect(flow.propose("set a", at: 1.1) == nil)
        #expect(flow.text == "set a timer for")
        #expect(flow.due == 1.3)
        #expect(flow.settle(at: 1.2) == nil)
        #expect(flow.settle(at: 1.31) == 2)
        #expect(flow.text == "set a")
    }

    @Test func wordsThatReturnInTimeStayVisible() {
        var flow = TranscriptFlow()
        _ = flow.propose("set a timer", at: 1)
        _ = flow.propose("set a", at: 1.1)
        #expect(flow.propose("set a timer for", at: 1.2) == 3)
        #expect(flow.due == nil)
        #expect(flow.settle(at: 2) == nil)
        #expect(flow.text == "set a timer for")
    }

    @Test func textMayShrinkAtOnceAfterAPause() {
        var flow = TranscriptFlow()
        _ = flow.propose("one two three", at: 1)
        #expect(flow.propose("one", at: 5) == 1)
    }

    @Test func thePillGrowsInStepsAndNeverShrinks() {
        let narrow = TranscriptPill.width(natural: 100, widest: 0, room: 900)
        #expect(narrow == 120)
        #expect(TranscriptPill.width(natural: 118, widest: narrow, room: 900) == 120, "a word more moves nothing")
        let wide = TranscriptPill.width(natural: 250, widest: narrow, room: 900)
        #expect(wide == 360)
        #expect(TranscriptPill.width(natural: 80, widest: wide, room: 900) == 360)
        #expect(TranscriptPill.width(natural: 5000, widest: wide, room: 432) == 432)
    }
}
