// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import Testing

struct RegionTests {
    @Test(
        arguments: [
            (["LANG": "en_US.UTF-8"], Region.unitedStates), ([:], .unitedStates), (["LANG": "C.UTF-8"], .unitedStates),
            (
                ["LANG": "en_GB.UTF-8"],
                Region(country: "GB", usesTwelveHours: false, usesFahrenheit: false, decimalMark: ".")
            ),
            (
                ["LANG": "de_DE.UTF-8"],
                Region(country: "DE", usesTwelveHours: false, usesFahrenheit: false, decimalMark: ",")
            ),
            (
                ["LANG": "de_CH"],
                Region(country: "CH", usesTwelveHours: false, usesFahrenheit: false, decimalMark: ".")
            ),
            (
                ["LANG": "en_US.UTF-8", "LC_ALL": "fr_FR@euro"],
                Region(country: "FR", usesTwelveHours: false, usesFahrenheit: false, decimalMark: ",")
            ),
            (["LANG": "en_AU.UTF-8"], Region(country: "AU", usesFahrenheit: false)),
        ] as [([String: String], Region)])
    func theLocaleSetsTheRegion(environment: [String: String], region: Region) {
        #expect(Region(environment: environment) == region)
    }

    @Test func localeCategoriesOverrideTheLanguage() {
        let mixed = Region(
            environment: [
                "LANG": "en_US.UTF-8", "LC_TIME": "de_DE.UTF-8", "LC_MEASUREMENT": "de_DE.UTF-8",
                "LC_NUMERIC": "de_DE.UTF-8",
            ])
        #expect(mixed == Region(country: "DE", usesTwelveHours: false, usesFahrenheit: false, decimalMark: ","))
        #expect(Region(environment: ["LANG": "en_US", "LC_TELEPHONE": "en_GB"]).country == "GB")
        #expect(Region(environment: ["LANG": "en_US", "LC_TELEPHONE": "en_GB"]).usesTwelveHours)
    }
}
