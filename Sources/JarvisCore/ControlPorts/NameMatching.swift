// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the application or player meant by a spoken name.

/// Something with names that people may say.
public protocol Named {
    /// Its names, the most usual one first.
    var spokenNames: [String] { get }
}

extension PlayingApplication: Named {
    public var spokenNames: [String] { [name, binary].filter { !$0.isEmpty } }
}

extension MediaPlayer: Named {
    public var spokenNames: [String] { [name, program].filter { !$0.isEmpty } }
}

extension Collection where Element: Named {
    /// The elements that match a spoken name: exact matches, or else those with a name that contains all its words.
    /// "the firefox browser" is Firefox. Case, accents and punctuation do not count.
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
    /// The application that matches a spoken name; of several, one that is playing.
    /// - Throws: `notPlaying` if none matches.
    public func application(named name: String) async throws(SoundFailure) -> PlayingApplication {
        let meant = try await applications().meant(by: name)
        guard let application = meant.first(where: \.isPlaying) ?? meant.first else { throw .notPlaying(name) }
        return application
    }
}

extension MediaControl {
    /// The player that matches a spoken name; of several, the one that is playing or last played.
    /// - Throws: `notRunning` if none matches.
    public func player(named name: String) async throws(MediaFailure) -> MediaPlayer {
        guard let player = try await players().meant(by: name).first else { throw .notRunning(name: name) }
        return player
    }
}

private enum NamedWords {
    /// Words said along with names but not part of them.
    private static let fillers: Set<[UInt8]> = Set(
        ["the", "my", "app", "application", "player", "browser", "program"].map { Array($0.utf8) })

    static func words(of name: String) -> Set<[UInt8]> {
        let letters = name.map { $0.isLetter || $0.isNumber ? $0 : " " }
        let words = Set(SearchFolding.words(String(letters)))
        let plain = words.subtracting(fillers)
        return plain.isEmpty ? words : plain
    }
}
