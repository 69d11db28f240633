// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that every missing or damaged file of the understanding is reported.

import Glibc
import JarvisCore
import JarvisPlatform
import JarvisTesting
import JarvisUnderstanding
import Testing

@testable import JarvisAgent

@Suite(.timeLimit(.minutes(10)))
struct LanguageFilesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The faults in a folder that has links to all language files but one.
    private func faults(without file: String, instead text: String? = nil) throws -> [String] {
        let names = ["en", OtherLanguages.weightsFile, OtherLanguages.namesFile]
        try folder.write("data/understanding/.keep", "")
        for name in names where name != file {
            let source = try #require(ResourceLocator.standard().path("data/understanding/\(name)"))
            #expect(symlink(source, "\(folder.path)/data/understanding/\(name)") == 0)
        }
        if let text { try folder.write("data/understanding/\(file)", text) }
        return SkillAgent.understandingFaults(resources: ResourceLocator(roots: [folder.path]))
    }

    @Test func intactFilesHaveNoFaults() throws {
        #expect(try faults(without: "") == [])
    }

    @Test(arguments: [OtherLanguages.weightsFile, OtherLanguages.namesFile])
    func missingFilesForOtherLanguagesAreReported(file: String) throws {
        #expect(try faults(without: file) == ["\(file): missing"])
    }

    @Test func damagedWeightsOfLanguagesAreReported() throws {
        #expect(
            try faults(without: OtherLanguages.weightsFile, instead: "not weights, but as long as their header")
                == ["languages.weights: not a file of weights"])
    }

    @Test func allMissingFilesAreReportedTogether() throws {
        let faults = try faults(without: "en")
        #expect(faults.contains("lexicon.txt: missing") && faults.contains("intents.weights: missing"))
        #expect(!faults.contains("languages.weights: missing"))
    }
}
