// SPDX-License-Identifier: GPL-3.0-or-later
// How many requests are understood, by intent, with the confused pairs and the time taken.

import JarvisAgent
import JarvisCore

struct RequestsCheck {
    let file: String
    /// The third of the file to measure; nil for all of it.
    let third: UInt64?
    let lists: Bool
    /// Counts requests without a skill as understood if their intent is right.
    let countsMissing: Bool
    /// Leaves out requests to online services.
    let leavesOutOnline: Bool

    private static let online: Set<String> = ["weather", "news", "encyclopedia", "translate"]

    func run() {
        let agent = MeasuredAgent()
        var right: [String: (good: Int, asked: Int, all: Int)] = [:]
        var confusions: [String: Int] = [:]
        for line in TextLines.of(file) {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count >= 2, third.map({ TextLines.third(of: fields[0]) == $0 }) ?? true else { continue }
            if leavesOutOnline, Self.online.contains(fields[1]) { continue }
            var reading = agent.read(fields[0])
            // The agent checks for these before it asks a skill.
            if StopPhrases.isStopPhrase(fields[0]) { (reading.intent, reading.skill) = ("stop", "stop") }
            var count = right[fields[1]] ?? (0, 0, 0)
            count.all += 1
            let isRight = IntentNames.isSame(reading.intent, fields[1]) && (reading.skill != nil || countsMissing)
            if isRight && reading.isCertain { count.good += 1 } else if isRight { count.asked += 1 }
            right[fields[1]] = count
            guard !isRight || !reading.isCertain else { continue }
            let found =
                (reading.intent ?? "-") + (reading.skill == nil ? " (nobody)" : reading.isCertain ? "" : " (asked)")
            confusions["\(fields[1]) → \(found)", default: 0] += 1
            if lists { print("\(fields[1])\t\(found)\t\(reading.score)\t\(fields[0])") }
        }
        for (intent, count) in right.sorted(by: { $0.key < $1.key }) where count.good < count.all {
            print("\(intent): \(count.good) of \(count.all), \(count.asked) asked about")
        }
        for (pair, count) in confusions.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }).prefix(40) {
            print("  \(count) × \(pair)")
        }
        let total = right.values.reduce((0, 0, 0)) { ($0.0 + $1.good, $0.1 + $1.asked, $0.2 + $1.all) }
        let share = Double(total.0) / Double(max(total.2, 1)) * 100
        print("understood \(total.0) of \(total.2), \((share * 10).rounded() / 10) %; asked about \(total.1)")
        agent.printTimes()
    }
}

/// The names of intents that mean the same to a user.
enum IntentNames {
    private static let same: [String: String] = [
        "timer.ask": "timer.set", "alarm.ask": "alarm.set", "alarm.after": "alarm.set", "note.ask": "note.write",
        "math.combine": "math.calculate", "math.percentage": "math.calculate", "history.ask": "history.search",
        "note.delete-last": "note.delete", "note.delete-all": "note.delete",
        "emergency.crisis": "emergency", "emergency.overdose": "emergency", "date.part": "date.today",
        "stop.whole": "stop", "who-made-you": "who-are-you", "are-you-real": "who-are-you",
    ]

    static func isSame(_ found: String?, _ wanted: String) -> Bool {
        guard let found else { return false }
        return (same[found] ?? found) == (same[wanted] ?? wanted)
    }
}
