// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import Testing

@testable import JarvisUnderstanding

struct IntentWeightsTests {
    /// Written by training/understanding/fit.py for six lines about timers, coins and other things.
    private static let toy = [UInt8](
        base64: """
            SlZJVwIAAAADAAAACgAAAB4AAAAAAEBBrDtHOwRjb2luBHRhbGsJdGltZXIuc2V0Wo0cv1vpTD8JnSO/ouXNBum3+wW4ncmSAdzP\
            hjKhiMVC4b36vQWUyNK7A4+XyLYB7KLakgOTg4AIAwMDAwMDAwMDAwABAgABAgABAgABAgABAgABAgABAgABAgABAgABApVrlmma\
            lJWWa2Wbm4adb2qZk5mbZo+abH+bQUmaai1CL4U
            """)

    /// The likelihoods that fit.py reports for the same features.
    @Test(
        arguments: [
            (["w:timer", "l:2", "w:unheard"], [0.01317782, 0.00230464, 0.9845175]),
            (["w:she", "w:flip", "w:coin", "l:5"], [0.8575864, 0.14147218, 0.00094143]),
            (["w:said"], [0.16455987, 0.67535734, 0.1600828]),
        ] as [(Set<String>, [Float])])
    func likelihoodsMatchTheTrainingScript(features: Set<String>, expected: [Float]) throws {
        let weights = try IntentWeights(bytes: Self.toy)
        #expect(weights.classes == ["coin", "talk", "timer.set"])
        let found = weights.likelihoods(of: features)
        for (own, wanted) in zip(found, expected) { #expect(abs(own - wanted) < 1e-4, "\(found)") }
        #expect(abs(found.reduce(0, +) - 1) < 1e-5)
    }

    @Test func hashesMatchTheTrainingScript() {
        #expect(RequestFeatures.hash("w:timer".utf8) == 0xB1AA_CC35)
        #expect(RequestFeatures.hash("w:café".utf8) == 0x01E9_F4AA)
    }

    @Test func anyDamageToTheWeightsIsReported() {
        for place in Self.toy.indices {
            var bytes = Self.toy
            bytes[place] ^= 0x41
            #expect(throws: IntentWeightsError.self, "byte \(place)") { try IntentWeights(bytes: bytes) }
        }
        for count in Self.toy.indices {
            #expect(throws: IntentWeightsError.self) { try IntentWeights(bytes: Array(Self.toy.prefix(count))) }
        }
        #expect(throws: IntentWeightsError.notWeights) {
            try IntentWeights(bytes: Array("not weights, but long enough".utf8))
        }
    }

    /// A checksum can't detect what was written wrongly.
    private static func rewritten(_ changes: [Int: UInt8]) -> [UInt8] {
        var bytes = toy
        for (place, byte) in changes { bytes[place] = byte }
        let hash = RequestFeatures.hash(bytes.dropLast(4))
        for index in 0..<4 { bytes[bytes.count - 4 + index] = UInt8(truncatingIfNeeded: hash >> (8 * UInt32(index))) }
        return bytes
    }

    @Test func countsOtherThanThoseOfTheWeightsAreReportedDespiteAValidChecksum() {
        let counts = Self.toy.count - 4 - 2 * 30 - 10
        #expect(Self.toy[counts] == 3)
        for (first, second) in [(2, 3), (255, 255), (4, 3)] as [(UInt8, UInt8)] {
            #expect(throws: IntentWeightsError.damaged) {
                try IntentWeights(bytes: Self.rewritten([counts: first, counts + 1: second]))
            }
        }
        #expect(throws: Never.self) { try IntentWeights(bytes: Self.rewritten([counts: 2, counts + 1: 4])) }
    }

    @Test func hashesThatDontAscendAreReportedDespiteAValidChecksum() {
        // The second difference takes four bytes, the first one too.
        let first = 60
        #expect(throws: IntentWeightsError.damaged) {
            try IntentWeights(bytes: Self.rewritten([first + 4: 0x80, first + 5: 0x80, first + 6: 0x80, first + 7: 0]))
        }
        // An unending number, and one that leaves no room for those behind it.
        for last in [0xFF, 0x7F] as [UInt8] {
            #expect(throws: IntentWeightsError.self) {
                try IntentWeights(
                    bytes: Self.rewritten([
                        first: 0xFF, first + 1: 0xFF, first + 2: 0xFF, first + 3: 0xFF, first + 4: last,
                    ]))
            }
        }
    }

    /// Each number is finite, but their products are not, so likelihoods would not be numbers.
    @Test(arguments: [(20, Float(3e38)), (24, 3e38), (24, .nan), (48, -3e38)]) func numbersWithoutMeaningAreReported(
        place: Int, number: Float
    ) {
        let bits = number.bitPattern
        let bytes = Self.rewritten(
            Dictionary(uniqueKeysWithValues: (0..<4).map { (place + $0, UInt8(truncatingIfNeeded: bits >> (8 * $0))) }))
        #expect(throws: IntentWeightsError.damaged, "\(place): \(number)") { try IntentWeights(bytes: bytes) }
    }

    @Test func damagedWeightsAreReportedAndTheRestIsRead() {
        let pack = LanguagePack(
            lexicon: "light: a the", examples: ["= coin: flip a coin\nflip a coin"], weights: Array(Self.toy.dropLast())
        )
        #expect(pack.faults == ["intents.weights: weights end too early"])
        #expect(pack.intents == ["coin"])
        #expect(pack.estimate(of: Utterance("flip a coin"), applications: ApplicationIndex([])) == nil)
    }

    @Test func anEstimateRanksIntentsAndDetectsTalk() throws {
        let pack = LanguagePack(lexicon: "", examples: [], weights: Self.toy)
        let none = ApplicationIndex([])
        let estimate = try #require(pack.estimate(of: Utterance("timer"), applications: none))
        #expect(estimate.best?.intents.contains("timer.ask") == true)
        #expect(estimate.likelihood(of: "timer.ask") == estimate.likelihood(of: "timer.set"))
        #expect(estimate.likelihood(of: "joke") == 0)
        let talk = try #require(pack.estimate(of: Utterance("he was said"), applications: none))
        #expect(talk.talk > estimate.talk && talk.likely.contains("coin"))
    }

    @Test func featuresAreWordsNeighboursAndKindsOfValues() throws {
        let pack = LanguagePack(lexicon: "same set: start\nopening: would you =", examples: [])
        let programs = ApplicationIndex([InstalledApplication(id: "a", name: "Egg Clock")])
        func features(_ text: String) -> [String] {
            RequestFeatures.of(Utterance(text), pack: pack, applications: programs).sorted()
        }
        #expect(
            features("Start 25 minutes") == [
                "b:<n>_minutes", "b:^_set", "b:minutes_$", "b:set_<n>", "c:0", "k:<n>", "l:3", "p:minut", "r:start",
                "s:^_<n>", "s:set_minutes", "w:<n>", "w:minutes", "w:set",
            ])
        #expect(features("twenty five").contains("k:<n>2") == false)
        #expect(features("from 2 to 4").contains("k:<n>2"))
        #expect(features("open egg clock").isSuperset(of: ["k:<app>", "b:open_<app>"]))
        #expect(features("example.org on Friday at 7:30").isSuperset(of: ["k:<site>", "k:<day>", "k:<t>"]))
    }
}

extension [UInt8] {
    /// Decodes a Base64 text.
    fileprivate init(base64 text: String) {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var (bits, count) = (0, 0)
        self = []
        for digit in text.utf8 {
            guard let value = digits.firstIndex(of: digit) else { continue }
            (bits, count) = (bits << 6 & 0xFFFF | value, count + 6)
            if count >= 8 {
                count -= 8
                append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
    }
}

extension [String] {
    fileprivate func isSuperset(of others: Set<String>) -> Bool { others.isSubset(of: self) }
}
