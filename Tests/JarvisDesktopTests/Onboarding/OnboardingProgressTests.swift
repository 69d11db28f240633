// SPDX-License-Identifier: GPL-3.0-or-later
// Progress through the setup, and how it is stored.

import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisSettingsUI

struct OnboardingProgressTests {
    private func after(_ steps: OnboardingStep...) -> OnboardingProgress {
        var progress = OnboardingProgress()
        for step in steps { progress.take(step) }
        return progress
    }

    @Test func nextVisitsAllPagesAndFinishes() {
        var progress = OnboardingProgress()
        for page in OnboardingPage.allCases {
            #expect(progress.page == page && !progress.isFinished)
            progress.take(.next)
        }
        #expect(progress.isFinished)
        #expect(progress.outcomes == Dictionary(uniqueKeysWithValues: OnboardingPage.allCases.map { ($0, .done) }))
    }

    @Test func skippedPagesAreRecorded() {
        let progress = after(.next, .skip)
        #expect(progress.page == .microphone)
        #expect(progress.outcomes == [.welcome: .done, .voice: .skipped])
        #expect(after(.next, .skip, .back, .next).outcomes[.voice] == .done, "done after all")
    }

    @Test func backStopsAtTheFirstPage() {
        #expect(after(.back).page == .welcome)
        #expect(after(.next, .next, .back, .back, .back).page == .welcome)
    }

    @Test func skippingAllFinishesAndKeepsCompletedPages() {
        let progress = after(.next, .next, .skipAll)
        #expect(progress.isFinished)
        #expect(progress.outcomes[.voice] == .done && progress.outcomes[.microphone] == .skipped)
        #expect(progress.outcomes.count == OnboardingPage.allCases.count)
    }

    @Test(arguments: [OnboardingStep.next, .skip, .back, .skipAll])
    func finishedSetupIgnoresStepsUntilRestarted(step: OnboardingStep) {
        var progress = after(.skipAll)
        let before = progress
        progress.take(step)
        #expect(progress == before)
        progress.take(.restart)
        #expect(progress == OnboardingProgress())
    }
}

@Suite(.timeLimit(.minutes(3)))
struct OnboardingFileTests {
    private let home: TemporaryFolder
    private let directories: BaseDirectories
    private let file: OnboardingFile

    init() throws {
        home = try TemporaryFolder("setup")
        directories = BaseDirectories(
            data: home.path + "/data", configuration: home.path + "/config", cache: home.path + "/cache")
        file = OnboardingFile(directories)
    }

    @Test func everyStepIsSaved() async throws {
        var progress = OnboardingProgress()
        for step in [OnboardingStep.next, .skip, .back, .next, .next, .skipAll] {
            progress.take(step)
            try await file.keep(progress)
            let other = OnboardingFile(directories)
            #expect(await other.progress() == progress)
        }
    }

    @Test func newUsersGetTheSetupUntilItIsFinished() async throws {
        #expect(file.isDue)
        var progress = OnboardingProgress()
        progress.take(.next)
        try await file.keep(progress)
        try Folder.create(directories.data + "/history")
        try AtomicFile.write(directories.configuration + "/settings.json", Array("{}".utf8))
        #expect(file.isDue, "it goes on, although its own pages have written settings")
        progress.take(.skipAll)
        try await file.keep(progress)
        #expect(!file.isDue)
    }

    @Test(arguments: ["config/settings.json", "data/history/messages.jsonl"])
    func existingUsersDoNotGetTheSetup(trace: String) throws {
        for folder in ["/config", "/data/history"] { try Folder.create(home.path + folder) }
        try AtomicFile.write("\(home.path)/\(trace)", Array("{}".utf8))
        #expect(!file.isDue)
    }

    @Test func aRestartedSetupIsNotDueAgain() async throws {
        var progress = OnboardingProgress()
        progress.take(.skipAll)
        try await file.keep(progress)
        progress.take(.restart)
        try await file.keep(progress)
        #expect(!file.isDue, "left on its first page, it stays away")
        #expect(await file.progress() == OnboardingProgress())
    }

    @Test func existingUsersWhoLeaveTheSetupDoNotGetItAgain() async throws {
        try Folder.create(directories.configuration)
        try AtomicFile.write(directories.configuration + "/settings.json", Array("{}".utf8))
        try await file.keep(OnboardingProgress())
        #expect(!file.isDue)
    }

    @Test func damagedFilesAreSetAsideAndUnknownKeysKept() async throws {
        let path = directories.configuration + "/setup.json"
        try Folder.create(directories.configuration)
        try AtomicFile.write(path, Array("{\"page\": \"voi".utf8))
        #expect(await file.progress() == nil)
        try await file.keep(OnboardingProgress(page: .access))
        #expect(await file.progress()?.page == .access)
        #expect(Environment.exists(path + ".damaged-1"))
        try AtomicFile.write(path, Array("{\"page\": \"voice\", \"later\": 7}".utf8))
        try await file.keep(OnboardingProgress(page: .you))
        #expect(ChildProcess.contents(of: path).contains("\"later\": 7"))
    }
}
