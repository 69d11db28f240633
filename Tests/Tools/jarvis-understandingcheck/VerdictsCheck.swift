// SPDX-License-Identifier: GPL-3.0-or-later
// What the agent does with requests that people have written for other assistants; started by scripts/requests-check.

import Glibc
import JarvisAgent
import JarvisCore
import JarvisPlatform

/// The verdict on a request, from the best to the worst.
enum Verdict: Int, CaseIterable, Comparable {
    case right, asked, refused, answeredWrong, actedWrong

    static func < (one: Verdict, other: Verdict) -> Bool { one.rawValue < other.rawValue }

    var name: String {
        switch self {
        case .right: "right"
        case .asked: "asked"
        case .refused: "refused"
        case .answeredWrong: "wrong answer"
        case .actedWrong: "wrong action"
        }
    }
}

/// Answers the requests in a folder on empty and on filled stores, and judges each outcome.
struct VerdictsCheck {
    /// Of the requests out of scope, one in this many is enough.
    private static let otherStep = 4

    let folder: String
    /// The third of each intent to measure: 0 is held out, and its requests must not be looked at. Nil for both others.
    let third: Int?
    /// The intent or verdict of which every request is listed; "wrong" for all that aren't right.
    let listed: String?

    func run() async {
        let faults = SkillAgent.understandingFaults(resources: .standard())
        guard faults.isEmpty else {
            print(faults.joined(separator: "\n"))
            exit(2)
        }
        let worlds = [MeasuredWorld(isFilled: false), MeasuredWorld(isFilled: true)]
        var counts: [String: [Int]] = [:]
        var (judged, unjudged) = (0, 0)
        var times: [Double] = []
        for request in requests() {
            let expected = SaidIntents.promised[request.intent]
            var verdicts: [Verdict] = []
            var outcomes: [RequestOutcome] = []
            var isJudged = false
            let start = Self.processMilliseconds()
            for world in worlds {
                let outcome = await world.answer(request.text, with: expected?.extras(request) ?? RequestExtras())
                outcomes.append(outcome)
                if let expected {
                    let value = expected.judge(request, outcome)
                    if value != nil { isJudged = true }
                    verdicts.append(Self.verdict(request, outcome, expected, value))
                } else {
                    verdicts.append(Self.verdictOfOther(outcome))
                }
            }
            times.append((Self.processMilliseconds() - start) / Double(worlds.count))
            let worst = verdicts.max() ?? .right
            if expected != nil { if isJudged { judged += 1 } else { unjudged += 1 } }
            let row = expected == nil ? "out of scope" : request.intent
            counts[row, default: Verdict.allCases.map { _ in 0 }][worst.rawValue] += 1
            let isListed = [request.intent, row, worst.name].contains(listed) || listed == "wrong" && worst != .right
            if isListed, third != 0 {
                let outcome = outcomes[verdicts.firstIndex(of: worst) ?? 0]
                let changes = outcome.changes.map { "\($0.key): \($0.value.before ?? "-") → \($0.value.after ?? "-")" }
                print(
                    "\(worst.name)\t\(request.intent)\t\(request.text)\t[\(outcome.skill ?? "-")] "
                        + "\(outcome.text)\t\(changes.joined(separator: "; "))"
                )
            }
        }
        report(counts)
        print("the value was judged in \(judged) of \(judged + unjudged) requests in scope")
        times.sort()
        func at(_ share: Double) -> Double {
            times.isEmpty ? 0 : (times[Int(Double(times.count - 1) * share)] * 100).rounded() / 100
        }
        print("ms a request: median \(at(0.5)), 95 % \(at(0.95))")
    }

    /// The requests to measure.
    private func requests() -> [SaidRequest] {
        var found: [SaidRequest] = []
        for (file, isMarked) in [("clinc150.tsv", false), ("slurp-devel.tsv", true)] {
            var numbers: [String: Int] = [:]
            let lines = TextLines.of("\(folder)/\(file)")
            if lines.isEmpty {
                print("\(folder)/\(file) is missing")
                exit(2)
            }
            for request in lines.compactMap({ SaidRequest($0, isMarked: isMarked) }) {
                numbers[request.intent, default: 0] += 1
                let number = numbers[request.intent] ?? 0
                guard third.map({ number % 3 == $0 }) ?? (number % 3 != 0) else { continue }
                let isOther = SaidIntents.others.contains(request.intent)
                if SaidIntents.promised[request.intent] != nil || isOther && number % Self.otherStep < 1 {
                    found.append(request)
                }
            }
        }
        return found
    }

    // MARK: Verdicts

    private static func verdict(
        _ request: SaidRequest, _ outcome: RequestOutcome, _ expected: Expectation, _ value: Bool?
    ) -> Verdict {
        let foreign = outcome.changes.keys.filter { key in !expected.changes.contains { key.hasPrefix($0) } }
        if !foreign.isEmpty { return .actedWrong }
        if !outcome.changes.isEmpty { return value == false ? .actedWrong : .right }
        guard let skill = outcome.skill else { return .refused }
        let isOwn = expected.skills.contains(skill)
        // Without a value, the agent can only ask for it. "Did you want me to …?" asks for none.
        if outcome.asks {
            let isDoubt = outcome.text.hasPrefix("Did you ")
            if isOwn, !isDoubt, expected.needsValue?(request) == false { return .right }
            // "You have no shopping list. Create one?" has answered first.
            let isAnswered = isOwn && !expected.mustChange && outcome.text.contains(". ")
            return isAnswered ? value == false ? .answeredWrong : .right : .asked
        }
        if skill == "stop" { return isOwn ? .right : .refused }
        if !isOwn || value == false { return .answeredWrong }
        return expected.mustChange && outcome.values.isEmpty ? .answeredWrong : .right
    }

    private static func verdictOfOther(_ outcome: RequestOutcome) -> Verdict {
        if !outcome.changes.isEmpty { return .actedWrong }
        guard let skill = outcome.skill, !["stop", "encyclopedia", "dictionary"].contains(skill) else { return .right }
        return outcome.asks ? .asked : .answeredWrong
    }

    // MARK: Table

    private func report(_ counts: [String: [Int]]) {
        func row(_ name: String, _ counts: [Int]) -> String {
            let all = max(counts.reduce(0, +), 1)
            let cells = counts.map { count in
                Self.padded(String((Double(count) * 1000 / Double(all)).rounded() / 10), 14)
            }
            return name + String(repeating: " ", count: max(1, 26 - name.count)) + Self.padded(String(all), 5)
                + cells.joined()
        }
        print(
            "percent" + String(repeating: " ", count: 19) + "    n"
                + Verdict.allCases.map { Self.padded($0.name, 14) }.joined())
        var total = Verdict.allCases.map { _ in 0 }
        for (name, own) in counts.sorted(by: { $0.key < $1.key }) where name != "out of scope" {
            print(row(name, own))
            for place in own.indices { total[place] += own[place] }
        }
        print(row("in scope", total))
        if let others = counts["out of scope"] { print(row("out of scope", others)) }
        print("out of scope, \"right\" is declined or looked up, \"wrong action\" is acted on")
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.count)) + text
    }

    private static func processMilliseconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}
