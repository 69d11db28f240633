// SPDX-License-Identifier: GPL-3.0-or-later
// Banned calls and words, each with its replacement. Forced unwraps, casts and tries are found by swift-format
// (.swift-format).

/// A word that certain files must not use.
struct BannedWord: Sendable {
    enum Scope: Sendable {
        /// Everything below Sources.
        case sources
        /// Library sources, but not the program.
        case libraries
        /// Pure targets: values in, values out.
        case pureTargets
        /// Sources and Tests.
        case everywhere
    }

    var word: String
    var scope: Scope
    var advice: String
    /// True if it blocks a thread, which only `BannedAPI.sleepers` may do.
    var isSleep: Bool

    init(_ word: String, _ scope: Scope, _ advice: String, isSleep: Bool = false) {
        self.word = word
        self.scope = scope
        self.advice = advice
        self.isSleep = isSleep
    }
}

enum BannedAPI {
    static let words: [BannedWord] = [
        BannedWord("fatalError(", .sources, "give the user a state, or use precondition with the reason"),
        BannedWord("print(", .libraries, "libraries return values or record events"),
        BannedWord("debugPrint(", .everywhere, "remove it"),
        BannedWord("import Foundation", .everywhere, "import FoundationEssentials: Foundation costs 10 MiB"),
        BannedWord("import FoundationNetworking", .everywhere, "use the HTTP port"),
        BannedWord("import XCTest", .everywhere, "use Swift Testing"),
        BannedWord("DispatchQueue.main", .everywhere, "the main loop is GLib's: use MainActor"),
        BannedWord("RunLoop", .everywhere, "never turns here: the main loop is GLib's"),
        BannedWord("Timer(", .everywhere, "never fires here: the main loop is GLib's"),
        BannedWord("Timer.", .everywhere, "never fires here: the main loop is GLib's"),
        BannedWord("Task.sleep(", .libraries, "sleep by the clock port"),
        BannedWord("Thread.sleep", .everywhere, "wait for what you are waiting for", isSleep: true),
        BannedWord("sleep(", .everywhere, "wait for what you are waiting for", isSleep: true),
        BannedWord("usleep(", .everywhere, "wait for what you are waiting for", isSleep: true),
        BannedWord("nanosleep(", .everywhere, "wait for what you are waiting for", isSleep: true),
        BannedWord("fopen(", .pureTargets, "take the bytes as a value"),
        BannedWord("getenv(", .pureTargets, "take the value as a parameter"),
        BannedWord("clock_gettime(", .pureTargets, "take the time as a parameter"),
        BannedWord("ContinuousClock", .pureTargets, "take the time as a parameter"),
        BannedWord("SuspendingClock", .pureTargets, "take the time as a parameter"),
        BannedWord("rand(", .pureTargets, "take a generator as a parameter"),
        BannedWord("pthread_create(", .pureTargets, "threads belong to JarvisPlatform"),
    ]

    /// Values, signal processing and the reducers.
    static let pureTargets: Set = [
        "JarvisCore", "JarvisSignal", "JarvisSpokenText", "JarvisConversation",
    ]

    /// Files that may block a thread: they lack a loop or descriptor to wait for, sleep at random, or have no executor.
    static let sleepers: Set = [
        "Sources/JarvisAudio/Capture/CaptureThread.swift", "Sources/JarvisAudio/Capture/FrameDelivery.swift",
        "Sources/JarvisAudio/Playback/PlaybackThread.swift", "Tests/JarvisAudioTests/CaptureFaultTests.swift",
        "Tests/JarvisStoreTests/History/HistoryKillTests.swift",
        "Tests/JarvisStoreTests/History/HistoryProcessTests.swift", "Tests/Support/JarvisTesting/ChildProcess.swift",
        "Tests/Support/JarvisTesting/PrivateSoundServer.swift", "Tests/Tools/jarvis-storecheck/Crash/CrashMatrix.swift",
    ]

    static func findings(in file: SourceFile) -> [Finding] {
        guard file.hasExtension("swift"), let target = file.target else { return [] }
        let code = SwiftText.code(file.text)
        let banned = words.filter { applies($0.scope, to: file, target: target) && code.contains($0.word) }
        guard !banned.isEmpty else { return [] }
        return code.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { index, line in
            banned.filter { contains($0.word, line) && !($0.isSleep && sleepers.contains(file.path)) }.map {
                Finding(path: file.path, line: index + 1, message: "\($0.word) is banned: \($0.advice)")
            }
        }
    }

    private static func applies(_ scope: BannedWord.Scope, to file: SourceFile, target: String) -> Bool {
        let isSource = file.path.hasPrefix("Sources/")
        return switch scope {
        case .sources: isSource
        case .libraries: isSource && target != "jarvis"
        case .pureTargets: isSource && pureTargets.contains(target)
        case .everywhere: true
        }
    }

    /// True if `line` uses `word` as a whole word: not as part of a longer name, and not as a member.
    static func contains(_ word: String, _ line: Substring) -> Bool {
        line.ranges(of: word).contains { range in
            let before = range.lowerBound > line.startIndex ? line[line.index(before: range.lowerBound)] : " "
            let after = range.upperBound < line.endIndex ? line[range.upperBound] : " "
            let endsOpen = word.last?.isLetter == true
            return !isPartOfName(before) && before != "." && !(endsOpen && isPartOfName(after))
                && !line[..<range.lowerBound].hasSuffix("func ")
        }
    }

    private static func isPartOfName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }
}
