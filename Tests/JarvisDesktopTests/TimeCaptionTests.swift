// SPDX-License-Identifier: GPL-3.0-or-later
// Times in the history follow the region's format.

import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisDesktopKit

struct TimeCaptionTests {
    // Monday, 5 January 2026, 09:30.
    private let clock = FakeWallClock()

    @Test func timesFollowTheRegionsFormat() {
        let twelve = TimeCaption(clock: clock, region: .unitedStates)
        let whole = TimeCaption(clock: clock, region: Region(country: "DE", usesTwelveHours: false))
        let evening = clock.now().advanced(by: .seconds(11 * 3600))
        #expect(twelve.time(clock.now()) == "9:30 AM" && whole.time(clock.now()) == "09:30")
        #expect(twelve.moment(evening) == "Today, 8:30 PM" && whole.moment(evening) == "Today, 20:30")
    }
}
