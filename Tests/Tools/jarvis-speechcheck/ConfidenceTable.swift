// SPDX-License-Identifier: GPL-3.0-or-later
// The calibration of confidence: of the results with a confidence of about 0.8, four in five should be right.

import JarvisCore

/// Results by their confidence, in tenths.
struct ConfidenceTable {
    private struct Bin {
        var sum = 0.0
        var share = Share()
    }

    let title: String
    private var bins: [RecognitionSearch: [Int: Bin]] = [:]

    init(_ title: String) { self.title = title }

    mutating func add(_ transcript: Transcript, isRight: Bool) {
        let place = min(Int(transcript.confidence * 10), 9)
        bins[transcript.search, default: [:]][place, default: Bin()].sum += transcript.confidence
        bins[transcript.search, default: [:]][place, default: Bin()].share.add(isRight ? 1 : 0)
    }

    var text: String {
        var lines = [title.padded(to: 34) + "   results   confidence   right %"]
        for search in [RecognitionSearch.grammar, .dictation] {
            for (place, bin) in (bins[search] ?? [:]).sorted(by: { $0.key < $1.key }) {
                let mean = bin.sum / Double(max(bin.share.all, 1)) * 100
                let name =
                    "  \(search == .grammar ? "command" : "free text"), 0.\(place) to \(place == 9 ? "1" : "0.\(place + 1)")"
                lines.append(
                    name.padded(to: 34) + "\(bin.share.all)".leftPadded(to: 10) + mean.rounded1.leftPadded(to: 13)
                        + bin.share.description.leftPadded(to: 10))
            }
        }
        return lines.joined(separator: "\n")
    }
}
