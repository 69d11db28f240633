// SPDX-License-Identifier: GPL-3.0-or-later
// How many follow-up requests are understood: corrections, answers, choices, more of the same.

import JarvisAgent
import JarvisCore

struct FollowUpsCheck {
    let file: String
    let third: UInt64?
    let lists: Bool
    let countsMissing: Bool

    private static let things = ["the tea one", "the pasta one", "the eggs", "rice", "shopping", "dentist"]

    func run() async throws {
        let agent = MeasuredAgent(countsMissing: countsMissing)
        var rows: [String: (good: Int, all: Int)] = [:]
        for line in TextLines.of(file) {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count >= 3, third.map({ TextLines.third(of: fields[0] + "\t" + fields[1]) == $0 }) ?? true
            else { continue }
            let isRight = try await isRight(fields[1], after: fields[0], fields[2], agent)
            let kind = Self.kind(fields[2])
            rows[kind, default: (0, 0)].all += 1
            if isRight { rows[kind, default: (0, 0)].good += 1 }
            if !isRight, lists { print("\(fields[0])\t\(fields[1])\t\(fields[2])") }
        }
        for (kind, row) in rows.sorted(by: { $0.key < $1.key }) { print("\(kind): \(row.good) of \(row.all)") }
        let total = rows.values.reduce((0, 0)) { ($0.0 + $1.good, $0.1 + $1.all) }
        let share = Double(total.0) / Double(max(total.1, 1)) * 100
        print("understood \(total.0) of \(total.1), \((share * 10).rounded() / 10) %")
        agent.printTimes()
    }

    private static func kind(_ expected: String) -> String {
        let name = expected.prefix { $0 != " " && $0 != "(" }
        return ["choose", "yes", "no", "undo", "repeat"].contains(String(name))
            ? String(name) : "another value or request"
    }

    private func isRight(
        _ text: String, after first: String, _ expected: String, _ agent: MeasuredAgent
    ) async throws -> Bool {
        let parts = expected.split(separator: " ", maxSplits: 1).map(String.init)
        let intent = parts.first ?? ""
        switch Self.kind(expected) {
        case "yes": return agent.agent.agreement(in: text) == true
        case "no": return agent.agent.agreement(in: text) == false
        case "choose": return isChosen(String(intent.dropFirst("choose(".count).dropLast()), text, agent)
        case "undo" where StopPhrases.mayTakeBack(text): return true
        default: break
        }
        let values = parts.count > 1 ? Self.values(parts[1]) : []
        if let reading = agent.read(text, after: first), IntentNames.isSame(reading.intent, intent),
            reading.isCertain, values.allSatisfy({ value in Self.has(value, in: reading.values) })
        {
            return true
        }
        // The answer to a skill's question shows only in its reply.
        guard !values.isEmpty else { return false }
        let summary: ReplySummary?
        do {
            summary = try await agent.answer(text, after: first)
        } catch is AgentFailure {
            return false
        }
        guard let summary else { return false }
        return values.allSatisfy { Self.has($0, in: summary.values) }
    }

    private func isChosen(_ wanted: String, _ text: String, _ agent: MeasuredAgent) -> Bool {
        let isPlace = Int(wanted) != nil || wanted == "last"
        let things = isPlace ? Self.things : ["the tea one", "the \(wanted) one", "the laundry one"]
        guard let chosen = agent.agent.choice(in: text, of: things) else { return false }
        if let place = Int(wanted) { return chosen == place - 1 }
        return wanted == "last" ? chosen == things.count - 1 : chosen == 1
    }

    private static func values(_ text: String) -> [(name: String, value: String)] {
        text.split(separator: ";").compactMap { field in
            let parts = field.split(separator: "=", maxSplits: 1).map(String.init)
            return parts.count == 2 ? (parts[0], parts[1].lowercased()) : nil
        }
    }

    /// True if one of the values is the wanted one. Days can be named in several ways: any will do.
    private static func has(_ wanted: (name: String, value: String), in values: [String: String]) -> Bool {
        if wanted.name == "day" || wanted.name == "all" { return true }
        // A relative time is reported as an absolute one.
        if wanted.name == "length", values["time"] != nil { return true }
        let times = wanted.name == "time" ? [wanted.value, "0" + wanted.value] : [wanted.value]
        return values.values.contains { value in
            let plain = value.lowercased()
            return times.contains { plain.contains($0) }
                || wanted.value.split(separator: ",").allSatisfy { plain.contains($0) }
                || Double(wanted.value).map { want in Double(plain).map { abs($0 - want) < 0.01 } ?? false } ?? false
        }
    }
}
