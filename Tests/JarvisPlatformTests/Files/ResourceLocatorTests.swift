// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JarvisPlatform
import JarvisTesting
import Testing

struct ResourceLocatorTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func make(_ path: String) throws {
        var place = folder.path
        for part in path.split(separator: "/") {
            place += "/" + part
            try #require(mkdir(place, 0o700) == 0 || errno == EEXIST)
        }
    }

    /// Translations are in the folder shared by all programs, beside our own.
    @Test func anInstalledProgramUsesTheTranslationsOfItsPrefix() throws {
        let locator = ResourceLocator(roots: [folder.path + "/share/jarvis"])
        #expect(locator.localeFolder == nil, "there is none yet")
        try make("share/jarvis/locale")
        #expect(locator.localeFolder == nil, "not there")
        try make("share/locale")
        #expect(locator.localeFolder == folder.path + "/share/locale")
    }

    @Test func aSourceTreeUsesTheTranslationsThatWereBuiltInIt() throws {
        let locator = ResourceLocator(roots: [folder.path + "/tree"])
        try make("tree/.build/locale")
        #expect(locator.localeFolder == folder.path + "/tree/.build/locale")
        try make("tree/locale")
        #expect(locator.localeFolder == folder.path + "/tree/locale")
    }

    @Test func theFirstRootWithTranslationsIsUsed() throws {
        try make("tree/locale")
        try make("share/jarvis")
        let roots = ["/nonexistent/share/jarvis", folder.path + "/tree", folder.path + "/share/jarvis"]
        #expect(ResourceLocator(roots: roots).localeFolder == folder.path + "/tree/locale")
        try make("share/locale")
        #expect(ResourceLocator(roots: roots.reversed()).localeFolder == folder.path + "/share/locale")
    }
}
