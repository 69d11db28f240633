// SPDX-License-Identifier: GPL-3.0-or-later
// Which application or player is meant by a spoken name.

/// Something with names that people may say.
public protocol Named {
    /// The names that it answers to, the most usual one first.
    var spokenNames: [String] { get }
}

extension PlayingApplication: Named {
    public var spokenNames: [String] { [name, binary].filter { !$0.isEmpty } }
}

extension MediaPlayer: Named {
    public var spokenNames: [String] { [name, program].filter { !$0.isEmpty } }
}

extension Collection where Element: Named {
    /// Those that are meant by a name, as people say it: those of exactly this name, or else those with all its words
    /// in one of theirs. "the firefox browser" is Firefox; letters' case, accents and signs between words do not count.
    public func meant(by name: String) -> [Element] {
        let wanted = NamedWords.words(of: name)
        guard !wanted.isEmpty else { return [] }
        let exact = filter { $0.spokenNames.contains { NamedWords.words(of: $0) == wanted } }
        guard exact.isEmpty else { return exact }
        return filter { element in
            element.spokenNames.contains { own in
                let own = NamedWords.words(of: own)
                return !own.isEmpty && (own.isSuperset(of: wanted) || wanted.isSuperset(of: own))
            }
        }
    }
}

extension SoundControl {
    /// The application that is meant by a spoken name; of several, one that plays.
    /// - Throws: `notPlaying` when there is none.
    public func application(named name: String) async throws(SoundFailure) -> PlayingApplication {
        let meant = try await applications().meant(by: name)
        guard let application = meant.first(where: \.isPlaying) ?? meant.first else { throw .notPlaying(name) }
        return application
    }
}

extension MediaControl {
    /// The player that is meant by a spoken name; of several, the one that plays or played last.
    /// - Throws: `notRunning` when there is none.
    public func player(named name: String) async throws(MediaFailure) -> MediaPlayer {
        guard let player = try await players().meant(by: name).first else { throw .notRunning(name: name) }
        return player
    }
}

private enum NamedWords {
    /// Said along with names and part of none.
    private static let fillers: Set<[UInt8]> = Set(
        ["the", "my", "app", "application", "player", "browser", "program"].map { Array($0.utf8) })

    static func words(of name: String) -> Set<[UInt8]> {
        let letters = name.map { $0.isLetter || $0.isNumber ? $0 : " " }
        let words = Set(SearchFolding.words(String(letters)))
        let plain = words.subtracting(fillers)
        return plain.isEmpty ? words : plain
    }
}
