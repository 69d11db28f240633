// SPDX-License-Identifier: GPL-3.0-or-later
// The stored state of the daily prompt.

import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisStore

struct PromptBookTests {
    private let folder: TemporaryFolder
    private let clock = FakeWallClock()
    private let table = PromptTable((1...7).map { "prompt \($0)" }.joined(separator: "\n"))

    init() throws { folder = try TemporaryFolder("jarvis-prompts") }

    private func book() -> PromptBook {
        PromptBook(path: folder.path + "/daily-prompt.json", table: table, locale: "en", clock: clock)
    }

    @Test func aReplacedPromptStaysForTheDay() async throws {
        let first = try #require(try await book().today())
        #expect(first.step == 0 && first.day.text == "2026-01-05")
        let second = try #require(try await book().another())
        #expect(second.step == 1 && second.text != first.text)
        #expect(try await book().today() == second, "the other process sees it too")
        clock.advance(by: .seconds(86_400))
        let next = try #require(try await book().today())
        #expect(next.step == 0 && next.text != first.text)
    }

    @Test func onlyOneProcessShowsTheDailyPrompt() async throws {
        let (one, other) = (book(), book())
        let day = try #require(try await one.today()).day
        #expect(try await one.lastShown() == nil)
        #expect(try await one.claim(day))
        #expect(try await !other.claim(day))
        #expect(try await !one.claim(day))
        #expect(try await other.lastShown() == day)
        _ = try await other.another()
        #expect(try await one.lastShown() == day, "another prompt does not bring the notification again")
    }

    @Test func aDamagedFileIsSetAside() async throws {
        try AtomicFile.write(folder.path + "/daily-prompt.json", Array("{not json".utf8))
        #expect(try await book().today()?.step == 0)
        #expect(try await book().another()?.step == 1)
        #expect(try AtomicFile.read(folder.path + "/daily-prompt.json.damaged-1") == Array("{not json".utf8))
    }

    @Test func anEmptyTableGivesNoPrompt() async throws {
        let book = PromptBook(path: folder.path + "/none.json", table: PromptTable(""), locale: "en", clock: clock)
        #expect(try await book.today() == nil)
        #expect(try await book.another() == nil)
    }
}
