// SPDX-License-Identifier: GPL-3.0-or-later
// Level arithmetic, and matching applications by spoken name.

import JarvisCore
import Testing

struct LevelTests {
    @Test func stepsStopAtZeroAndFull() {
        #expect(LevelChange.aBitMore.applied(to: Level(0.5)) == Level(0.6))
        #expect(LevelChange.aBitMore.applied(to: Level(0.95)) == Level(1))
        #expect(LevelChange.aBitLess.applied(to: Level(0.05)) == Level(0))
        #expect(LevelChange.by(percent: -20).applied(to: Level(percent: 50))?.percent == 30)
    }

    @Test func steppingUpNeverLowersALevelAboveFull() {
        #expect(LevelChange.aBitMore.applied(to: Level(1.3)) == Level(1.3))
        #expect(LevelChange.aBitLess.applied(to: Level(1.3))?.percent == 120)
    }

    @Test func invalidLevelsAreRejected() {
        #expect(LevelChange.to(percent: 100).applied(to: Level(0)) == Level(1))
        #expect(LevelChange.to(1.001).applied(to: Level(0)) == nil)
        #expect(LevelChange.to(-0.001).applied(to: Level(0)) == nil)
        #expect(LevelChange.to(.nan).applied(to: Level(0)) == nil)
        #expect(LevelChange.by(.nan).applied(to: Level(0)) == nil)
        #expect(Level(.nan) == Level(0) && Level(-1) == Level(0))
        #expect(Level(.infinity).percent == 100_000)
    }

    @Test(arguments: [
        ("firefox", ["Firefox"]), ("the Firefox browser", ["Firefox"]), ("vlc", ["VLC media player"]),
        ("music", ["Music Box"]), ("spotify", []), ("", []), ("the", []),
        ("box of music", ["Music Box"]),
    ])
    func spokenNamesMatchApplications(spoken: String, meant: [String]) {
        let applications = [("Firefox", "firefox-esr"), ("VLC media player", "vlc"), ("Music Box", "pacat")].map {
            PlayingApplication(id: $0, name: $0, binary: $1, volume: Level(1))
        }
        #expect(applications.meant(by: spoken).map(\.name) == meant)
    }
}
