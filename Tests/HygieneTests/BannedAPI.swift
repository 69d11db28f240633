// SPDX-License-Identifier: GPL-3.0-or-later
// Calls and words that the code does without, each with what to do instead. Forced unwraps, casts and tries are found
// by swift-format (.swift-format).

/// Something that certain files must not use.
struct BannedWord: Sendable {
    enum Scope: Sendable {
        /// The product: Sources.
        case sources
        /// Sources of libraries; the program may.
        case libraries
        /// Targets that are pure: values in, values out.
        case pureTargets
        /// Sources and Tests.
        case everywhere
    }

    var word: String
    var scope: Scope
    var advice: String
    /// A comment on the line above, saying why here of all places, makes it good.
    var isExcusable: Bool

    init(_ word: String, _ scope: Scope, _ advice: String, isExcusable: Bool = false) {
        self.word = word
        self.scope = scope
        self.advice = advice
        self.isExcusable = isExcusable
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
        BannedWord("Thread.sleep", .everywhere, "wait for what you are waiting for", isExcusable: true),
        BannedWord("sleep(", .everywhere, "wait for what you are waiting for", isExcusable: true),
        BannedWord("usleep(", .everywhere, "wait for what you are waiting for", isExcusable: true),
        BannedWord("nanosleep(", .everywhere, "wait for what you are waiting for", isExcusable: true),
        BannedWord("fopen(", .pureTargets, "take the bytes as a value"),
        BannedWord("getenv(", .pureTargets, "take the value as a parameter"),
        BannedWord("clock_gettime(", .pureTargets, "take the time as a parameter"),
        BannedWord("ContinuousClock", .pureTargets, "take the time as a parameter"),
        BannedWord("SuspendingClock", .pureTargets, "take the time as a parameter"),
        BannedWord("rand(", .pureTargets, "take a generator as a parameter"),
        BannedWord("pthread_create(", .pureTargets, "threads belong to JarvisPlatform"),
    ]

    static func findings(in file: SourceFile) -> [Finding] {
        guard file.hasExtension("swift"), let target = file.target else { return [] }
        let code = SwiftText.code(file.text)
        let banned = words.filter { applies($0.scope, to: file, target: target) && code.contains($0.word) }
        guard !banned.isEmpty else { return [] }
        let lines = file.lines
        return code.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { index, line in
            let isExcused = index > 0 && lines[index - 1].drop { $0.isWhitespace }.hasPrefix("// ")
            return banned.filter { contains($0.word, line) && !($0.isExcusable && isExcused) }.map {
                Finding(path: file.path, line: index + 1, message: "\($0.word) is banned: \($0.advice)")
            }
        }
    }

    private static func applies(_ scope: BannedWord.Scope, to file: SourceFile, target: String) -> Bool {
        let isSource = file.path.hasPrefix("Sources/")
        return switch scope {
        case .sources: isSource
        case .libraries: isSource && target != "jarvis"
        case .pureTargets: isSource && ["JarvisCore", "JarvisSignal"].contains(target)
        case .everywhere: true
        }
    }

    /// True when `line` uses `word` as a whole word: not as the end or the beginning of a longer name, and
    /// not as a member of something.
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
