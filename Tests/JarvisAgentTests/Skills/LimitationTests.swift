// SPDX-License-Identifier: GPL-3.0-or-later
// Hints in the Commands list for skills that cannot work at the moment.

import JarvisCore
import JarvisControlTesting
import JarvisTesting
import Testing

@testable import JarvisAgent

struct LimitationTests {
    @Test func withEverythingAvailableOnlyOnlineSkillsHaveHints() async {
        let found = await AgentRig().chain.limitations()
        #expect(Set(found.keys) == ["weather", "encyclopedia", "translation", "news"], "\(found)")
        #expect(found["weather"] == "Asks before using the internet.")
    }

    @Test func hintsFollowTheConsentSettings() async throws {
        let rig = AgentRig()
        try await rig.settings.update {
            $0.online[.weather] = .on
            $0.online[.news] = .off
        }.value
        let found = await rig.chain.limitations()
        #expect(found["weather"] == nil)
        #expect(found["news"] == "Turned off in Settings.")
    }

    @Test func missingProgramsAndDevicesAreReported() async {
        let desktop = FakeDesktop(players: [])
        let rig = AgentRig(desktop: desktop)
        rig.words.fail(with: .notInstalled)
        desktop.brightness.fail(with: .noBacklight)
        let found = await rig.chain.limitations()
        #expect(found["media"] == "No media player is open.")
        #expect(found["dictionary"]?.contains("wordnet-base") == true)
        #expect(found["brightness"] == "This screen doesn't let apps set its brightness.")
        desktop.media.fail(with: .noPlayer)
        #expect(await rig.chain.limitations()["media"] == "I can't reach media players at the moment.")
    }
}
