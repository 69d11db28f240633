// SPDX-License-Identifier: GPL-3.0-or-later
// What the news should be about: a subject, a section, a source, or anything. Pure.

import JarvisCore
import JarvisUnderstanding

/// The subject or the source in a request for news.
struct NewsTopic: Sendable {
    /// As said, without times and articles; empty for any news.
    let text: String
    private let stems: [String]

    /// Words that choose nothing among the headlines: the feeds are the user's own.
    private static let general: Set = [
        "world", "local", "international", "national", "global", "domestic", "area", "region", "neighborhood", "town",
        "city", "country", "state", "day", "week", "around", "whole", "home", "everywhere", "general", "me", "us",
        "here",
        "all", "news", "headlines", "headline", "stories", "story", "update", "updates", "some", "any",
    ]
    /// Words around a subject.
    private static let fillers: Set = [
        "the", "a", "an", "my", "our", "your", "this", "that", "these", "of", "in", "on", "about", "and", "from", "for",
        "with", "to", "at", "please", "new", "latest", "current", "now", "right", "is",
    ]
    /// The length from which a word in a headline may continue: "tech", "technology".
    private static let shortestStem = 4

    init(_ said: String) {
        let whole = Utterance(said)
        var words = whole.words
        let times = ValueChart(words).entries.filter { entry in entry.readings.contains { $0.value.isTimeOfNews } }
        for time in times.reversed() where time.range.lowerBound == 0 || time.range.upperBound == words.count {
            words.removeSubrange(time.range)
        }
        while let first = words.first, Self.fillers.contains(first) { words.removeFirst() }
        while let last = words.last, Self.fillers.contains(last) { words.removeLast() }
        let telling = words.filter { !Self.fillers.contains($0) && !Self.general.contains($0) }
        stems = telling.map(Self.stem)
        text = telling.isEmpty ? "" : words.joined(separator: " ")
    }

    /// True for news of any kind.
    var isAny: Bool { stems.isEmpty }

    /// The feeds of this name whole, or else the headlines that name the topic.
    func feeds(of all: [Headlines.Feed]) -> [Headlines.Feed] {
        let named = all.filter { isNamed(in: $0.title) || isNamed(in: $0.server) }
        if !named.isEmpty { return named }
        return all.compactMap { feed in
            var feed = feed
            feed.headlines = feed.headlines.filter(isNamed)
            return feed.headlines.isEmpty ? nil : feed
        }
    }

    private func isNamed(in text: String) -> Bool {
        let words = Self.folded(text).split { !$0.isLetter && !$0.isNumber }.map { Self.stem(String($0)) }
        return stems.allSatisfy { stem in
            words.contains { $0 == stem || stem.count >= Self.shortestStem && $0.hasPrefix(stem) }
        }
    }

    private static func stem(_ word: String) -> String {
        var word = Self.folded(word)
        for ending in ["'s", "s"] where word.hasSuffix(ending) && word.count > ending.count + 2 {
            word.removeLast(ending.count)
            break
        }
        return word
    }

    private static func folded(_ text: String) -> String {
        String(decoding: SearchFolding.fold(text), as: UTF8.self)
    }
}

extension SpokenValue {
    /// True for "today" and "this week", but not for "daily", which is in many a paper's name.
    fileprivate var isTimeOfNews: Bool { if case .recurrence = self { false } else { isOfTime } }
}
