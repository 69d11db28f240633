// SPDX-License-Identifier: GPL-3.0-or-later
// Turns written text into text to be spoken, and maps each spoken word back to the written one.

/// A clause with the markup, addresses and symbols that a voice would stumble over removed or spelled out.
public struct SpeakableText: Hashable, Sendable {
    /// The clause as written.
    public let source: String
    /// The clause as it should be said; empty when nothing in it can be said.
    public let spoken: String
    /// For each Unicode scalar of `spoken`, the characters of `source` that it stands for.
    private let origins: [Range<Int>]

    /// - Parameters:
    ///   - source: The text as written, possibly with markdown.
    ///   - language: BCP 47 tag of the language to speak it in ("en-us", "de"). English, German, French and Spanish
    ///     have rules for numbers, units, dates and abbreviations; for other languages only the markup is removed.
    public init(_ source: String, language: String = "en-us") {
        var writer = SpeakableTextWriter(source, rules: SpokenRules.rules(for: language))
        writer.run()
        self.source = source
        spoken = writer.spoken
        origins = writer.origins
    }

    /// The characters of `source` that these Unicode scalars of `spoken` stand for; nil when out of range.
    public func sourceRange(ofScalars range: Range<Int>) -> Range<Int>? {
        let inside = range.clamped(to: 0..<origins.count)
        guard let first = origins[inside].first else { return nil }
        return origins[inside].reduce(first) { joined, next in
            min(joined.lowerBound, next.lowerBound)..<max(joined.upperBound, next.upperBound)
        }
    }

    /// From the first to the last letter or digit among these characters of `source`; nil when there are none.
    public func wordRange(in range: Range<Int>) -> Range<Int>? {
        let inside = range.clamped(to: 0..<source.count)
        let part = Array(source.dropFirst(inside.lowerBound).prefix(inside.count))
        guard let first = part.firstIndex(where: \.isWordPart), let last = part.lastIndex(where: \.isWordPart) else {
            return nil
        }
        return (inside.lowerBound + first)..<(inside.lowerBound + last + 1)
    }
}
