// SPDX-License-Identifier: GPL-3.0-or-later
// Explains how a request is understood, in a form that fits a bug report: its values, what became of each word, the
// intents that come near, and the decision. Nothing is carried out.

import JarvisCore
import JarvisPlatform
import JarvisUnderstanding

extension SkillAgent {
    /// How a request by itself is understood, as lines of text. Blocks while files are read.
    public func explanation(of text: String) -> String {
        let utterance = Utterance(text, dates: DateOrder(services.region))
        let reader = understanding.current()
        let applications = applications.refreshed()
        guard !utterance.words.isEmpty else { return "Nothing to interpret." }
        let whole = reader.read(utterance, applications: applications)
        let several = SeveralRequests.read(utterance, whole: whole, reader, applications)
        var readings: [Reading] = []
        if case .several(let found)? = several { readings = found }
        if case .partly(let reading, _)? = several { readings = [reading] }
        if readings.isEmpty { readings = [whole.reading].compactMap { $0 } }
        let today = CivilDate(services.clock.local(services.clock.now()))
        var lines = ["\u{201c}\(text.singleSpaced)\u{201d}", ""]
        lines += Self.section("Values", chart(of: utterance))
        for reading in readings {
            if let ledger = reader.ledger(of: reading, in: utterance) {
                lines += Self.section("Words", Self.rows(of: ledger, reading, today))
            }
        }
        lines += Self.section("Candidates", candidates(utterance, reader, applications, readings))
        lines += Self.section("Decision", [decision(text, utterance, whole, several, reader)])
        return lines.dropLast().joined(separator: "\n")
    }

    private static func section(_ title: String, _ rows: [String]) -> [String] {
        [title] + (rows.isEmpty ? ["  none"] : rows.map { "  " + $0 }) + [""]
    }

    /// Cells in columns.
    private static func table(_ rows: [[String]]) -> [String] {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            zip(row, widths).enumerated().map { place, cell in
                place == row.count - 1 ? cell.0 : cell.0 + String(repeating: " ", count: cell.1 - cell.0.count + 2)
            }.joined()
        }
    }

    private func chart(of utterance: Utterance) -> [String] {
        Self.table(
            ValueChart(utterance.words).entries.map { entry in
                let values = entry.readings.map { $0.value.explained(with: services) }
                return [utterance.original(entry.range), values.joined(separator: ", or ")]
            })
    }

    private static func rows(of ledger: RequestLedger, _ reading: Reading, _ today: CivilDate) -> [String] {
        var rows: [[String]] = []
        var start = 0
        while start < ledger.uses.count {
            let turns = ledger.turning.contains { $0.contains(start) }
            let end =
                ledger.uses.indices.first { place in
                    place > start
                        && (ledger.uses[place] != ledger.uses[start]
                            || ledger.turning.contains { $0.contains(place) } != turns)
                } ?? ledger.uses.count
            let use =
                switch ledger.uses[start] {
                case _ where turns: "left over, and it changes the meaning"
                case .slot(let name): "\(name): \(reading.slots[name].map { $0.explained(today) } ?? "")"
                case .intent: "names the request"
                case .filler: "says nothing by itself"
                case .rest: "left over"
                }
            rows.append([ledger.utterance.words[start..<end].joined(separator: " "), use])
            start = end
        }
        return table(rows)
    }

    private func candidates(
        _ utterance: Utterance, _ reader: Understanding, _ applications: ApplicationIndex, _ readings: [Reading]
    ) -> [String] {
        let found = reader.pack.matcher.candidates(for: reader.pack.rewritten(utterance), applications: applications)
        var rows = found.map { ($0.intent, $0.score, "like an example") }
        for reading in readings where reading.score == 1 {
            rows.removeAll { $0.0 == reading.intent }
            rows.insert((reading.intent ?? reading.skill.id, 1, "fits a pattern"), at: 0)
        }
        let estimate = reader.pack.estimate(of: utterance, applications: applications)
        return Self.table(
            rows.map { intent, score, source in
                let likelihood = estimate.map { "likelihood \(Self.percent($0.likelihood(of: intent)))" } ?? ""
                return [intent, "\(source), \(Self.percent(score))", likelihood]
            })
    }

    private static func percent(_ share: Float) -> String { "\(Int((share * 100).rounded())) %" }

    private func decision(
        _ text: String, _ utterance: Utterance, _ whole: Interpretation, _ several: SeveralRequests?,
        _ reader: Understanding
    ) -> String {
        if StopPhrases.isStopPhrase(text) { return "Stops the current activity." }
        func doubt(_ reading: Reading) -> String? {
            guard let ledger = reader.doubts(about: reading, in: utterance) else { return nil }
            if let choices = choices(in: ledger, reading) {
                return "Asks which one is meant: " + choices.map { $0.names[0] }.joined(separator: ", or ") + "."
            }
            return "Asks about \u{201c}\(ledger.question)\u{201d} before acting: \(title(of: reading, reader))."
        }
        switch several {
        case .several(let readings)?:
            if let asked = readings.lazy.compactMap(doubt).first { return asked }
            return readings.count == 1
                ? does(readings[0], reader)
                : "Does \(readings.count) things: "
                    + readings.map { title(of: $0, reader) }.joined(separator: "; ") + "."
        case .partly(let reading, let rest)?:
            return "Asks about \u{201c}\(rest)\u{201d} before acting: \(title(of: reading, reader))."
        case nil: break
        }
        switch whole {
        case .certain(let reading): return doubt(reading) ?? does(reading, reader)
        case .doubtful(let reading):
            return reading.skill.answersInDoubt
                ? does(reading, reader) : "Asks whether it should \(title(of: reading, reader))."
        case .unknown: return "No skill matches; a language model may answer."
        }
    }

    private func does(_ reading: Reading, _ reader: Understanding) -> String {
        let intent = reading.intent.map { ", intent \($0)" } ?? ""
        return
            "Acts: \(title(of: reading, reader)) (skill \(reading.skill.id)\(intent); it \(reading.deed.effect))."
    }

    private func title(of reading: Reading, _ reader: Understanding) -> String {
        reading.intent.flatMap { reader.pack.title(of: $0) } ?? "answer with \(reading.skill.help.title.lowercased())"
    }
}

extension DeedKind {
    /// What it does to the user's things, to complete "it …".
    fileprivate var effect: String {
        switch self {
        case .tells, .asksOthers: "changes nothing"
        case .adds: "adds something"
        case .records: "records"
        case .changes: "makes changes"
        case .opens: "opens something"
        case .removes: "removes something"
        case .ends: "ends something"
        case .configures: "changes a setting"
        case .consents: "changes a permission"
        }
    }
}

extension SlotValue {
    fileprivate func explained(_ today: CivilDate) -> String {
        switch self {
        case .number(let value): SpokenFormat.canonical(value)
        case .duration(let seconds), .moment(.after(let seconds)): SpokenFormat.duration(seconds: seconds)
        case .time(let time), .moment(.at(let time, nil)):
            time.canonical + (time.isAmbiguous ? ", AM or PM" : "")
        case .moment(.at(let time, let day?)): "\(time.canonical) on \(day.date(from: today).canonical)"
        case .text(let text), .application(let text): "\u{201c}\(text)\u{201d}"
        case .unit(let unit): unit.plural
        case .expression(let calculation):
            (try? calculation.result.get()).map { SpokenFormat.canonical($0) } ?? "no result"
        case .website(let website): "\(website)"
        case .voice(let wish): "\(wish)"
        case .day(let day): day.date(from: today).canonical
        case .schedule(let schedule): "\(schedule)"
        case .setting(let mention): mention.key
        }
    }
}

extension SpokenValue {
    fileprivate func explained(with services: SkillServices) -> String {
        let resolver = MomentResolver(clock: services.clock)
        func text(_ instant: Timestamp) -> String {
            let local = services.clock.local(instant)
            return "\(CivilDate(local).canonical) \(local.hour.padded()):\(local.minute.padded())"
        }
        switch self {
        case .number(let number):
            return (number.form == .cardinal ? "number" : number.form.rawValue) + " "
                + SpokenFormat.canonical(number.value)
        case .quantity(let measures):
            return "quantity "
                + measures.map { "\(SpokenFormat.canonical($0.amount)) \($0.unit.plural)" }.joined(separator: " ")
        case .duration(let length):
            return "duration " + (length.wholeSeconds.map { SpokenFormat.duration(seconds: $0) } ?? length.canonical)
        case .moment(let moment):
            return "moment " + resolver.resolve(moment).instants.map(text).joined(separator: " or ")
        case .offset(let offset): return "offset" + (resolver.resolve(offset).map { " to " + text($0) } ?? "")
        case .period(let period):
            let (start, end) = resolver.resolve(period)
            return "period from \(start.map(text) ?? "now") to \(end.map(text) ?? "an open end")"
        case .recurrence: return "recurrence"
        case .zone(let zone): return "time zone \(zone)"
        case .name(let name): return "\(name.kind.rawValue) \(name.name)"
        case .quote(let text): return "quotation \u{201c}\(text)\u{201d}"
        case .impossible(let reason): return "a \(reason.rawValue) that doesn't exist"
        }
    }
}
