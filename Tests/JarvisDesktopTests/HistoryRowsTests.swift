// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the history: the list edits for each change, and the rows they lead to.

import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisDesktop
@testable import JarvisDesktopKit

struct HistoryRowsTests {
    private let clock = FakeWallClock()

    private func message(_ number: Int, minutes: Int? = nil, _ kind: MessageKind = .user, turn: Int? = nil) -> Message {
        let digits = String(number)
        return Message(
            id: MessageID(rawValue: String(repeating: "0", count: 26 - digits.count) + digits),
            createdAt: clock.now().advanced(by: .seconds(60 * (minutes ?? number))),
            draft: MessageDraft(
                turn: TurnID(rawValue: UInt64(turn ?? number)), kind: kind, text: "message \(number)", source: .typed))
    }

    private func live(_ text: String, turn: Int, _ kind: MessageKind = .user, minutes: Int = 60) -> Message {
        Message(
            id: MessageID(rawValue: "live-\(turn)-\(kind.rawValue)"),
            createdAt: clock.now().advanced(by: .seconds(60 * minutes)),
            draft: MessageDraft(turn: TurnID(rawValue: UInt64(turn)), kind: kind, text: text, source: .voice))
    }

    /// A list that applies the edits.
    private struct Mirror {
        var entries: [HistoryEntry] = []
        /// Number of rows created.
        var made = 0

        mutating func apply(_ edits: [RowEdit]) {
            for edit in edits {
                switch edit {
                case .splice(let position, let removed, let inserted):
                    entries.replaceSubrange(position..<(position + removed), with: inserted)
                    made += inserted.count
                case .update(let position, let entry): entries[position] = entry
                }
            }
        }
    }

    private func check(_ mirror: Mirror, _ rows: HistoryRows, _ messages: [Message], _ comment: Comment? = nil) {
        #expect(mirror.entries.map(\.message) == messages, comment)
        #expect(mirror.entries == (0..<rows.count).map { rows[$0] }, comment)
        // The heading of a row depends only on the row before it.
        var fresh = HistoryRows(TimeCaption(clock: clock))
        let kept = messages.filter { !$0.id.rawValue.hasPrefix("live") }
        _ = fresh.reset(kept, words: [], TimeCaption(clock: clock))
        _ = fresh.setLive(Array(messages.dropFirst(kept.count)))
        #expect(mirror.entries == (0..<fresh.count).map { fresh[$0] }, comment)
    }

    @Test func prependingAPageEditsOnlyThatPage() {
        var rows = HistoryRows(TimeCaption(clock: clock))
        var mirror = Mirror()
        mirror.apply(rows.reset((100..<150).map { message($0) }, words: [], TimeCaption(clock: clock)))
        let edits = rows.prepend((50..<100).map { message($0) })
        #expect(edits.count <= 2, "the page, and the row after it")
        mirror.apply(edits)
        check(mirror, rows, (50..<150).map { message($0) })
        #expect(rows.position(of: message(50).id) == 0 && rows.position(of: message(149).id) == 99)
        #expect(rows.position(of: message(7).id) == nil)
    }

    @Test func groupsStartAfterAPauseAndDaysAtMidnight() {
        var rows = HistoryRows(TimeCaption(clock: clock))
        let messages = [
            message(1, minutes: 0), message(2, minutes: 1), message(3, minutes: 30), message(4, minutes: 3000),
        ]
        _ = rows.reset(messages, words: [], TimeCaption(clock: clock))
        #expect((0..<4).map { rows[$0].time != nil } == [true, false, true, true])
        #expect((0..<4).map { rows[$0].day != nil } == [true, false, false, true])
        // Without the first message, the second one begins both the day and the group.
        var mirror = Mirror(entries: (0..<4).map { rows[$0] })
        mirror.apply(rows.remove([messages[0].id]))
        #expect(rows[0].time != nil && rows[0].day != nil)
        check(mirror, rows, Array(messages.dropFirst()))
    }

    @Test func liveRowsGrowAndBecomeSavedRows() {
        var rows = HistoryRows(TimeCaption(clock: clock))
        var mirror = Mirror()
        mirror.apply(rows.reset([message(1)], words: [], TimeCaption(clock: clock)))
        mirror.apply(rows.setLive([live("what", turn: 9)]))
        #expect(mirror.made == 2)
        mirror.apply(rows.setLive([live("what time", turn: 9)]))
        mirror.apply(rows.setLive([live("what time is it", turn: 9), live("It", turn: 9, .assistant)]))
        #expect(mirror.made == 3)
        let question = message(60, turn: 9)
        mirror.apply(rows.insert([question]))
        check(mirror, rows, [message(1), question, live("It", turn: 9, .assistant)])
        let answer = message(61, .assistant, turn: 9)
        mirror.apply(rows.insert([answer]))
        check(mirror, rows, [message(1), question, answer])
        #expect(mirror.made == 3, "no row was made twice")
        #expect(rows.savedCount == 3 && !rows[2].isLive)
    }

    @Test func savedMessagesStandBeforeLiveOnes() {
        var rows = HistoryRows(TimeCaption(clock: clock))
        var mirror = Mirror()
        mirror.apply(rows.reset([message(1)], words: [], TimeCaption(clock: clock)))
        mirror.apply(rows.setLive([live("Noted", turn: 9, .assistant)]))
        mirror.apply(rows.insert([message(2, .note, turn: 9)]))
        check(mirror, rows, [message(1), message(2, .note, turn: 9), live("Noted", turn: 9, .assistant)])
        mirror.apply(rows.setLive([]))
        check(mirror, rows, [message(1), message(2, .note, turn: 9)])
        mirror.apply(rows.remove([message(1).id]))
        check(mirror, rows, [message(2, .note, turn: 9)])
    }

    @Test func editsMatchTheRowsAfterRandomChanges() {
        var random = SeededGenerator(seed: 5)
        var rows = HistoryRows(TimeCaption(clock: clock))
        var mirror = Mirror()
        var kept: [Message] = []
        var spoken: [Message] = []
        var lowest = 5000
        for step in 0..<600 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                let page = ((lowest - 5)..<lowest).map { message($0, minutes: $0 * 3) }
                lowest -= 5
                mirror.apply(rows.prepend(page))
                kept = page + kept
            case 1, 2:
                let number = Int.random(in: lowest..<6000, using: &random)
                guard !kept.contains(where: { $0.id == message(number).id }) else { continue }
                mirror.apply(rows.insert([message(number, minutes: number * 3)]))
                kept = (kept + [message(number, minutes: number * 3)]).sorted { $0.id < $1.id }
            case 3:
                guard let gone = kept.randomElement(using: &random) else { continue }
                mirror.apply(rows.remove([gone.id]))
                kept.removeAll { $0.id == gone.id }
            case 4:
                spoken = (0..<Int.random(in: 0..<3, using: &random)).map {
                    live("word \(step)", turn: 90_000, $0 == 0 ? .user : .assistant, minutes: 20_000)
                }
                mirror.apply(rows.setLive(spoken))
            default:
                guard Int.random(in: 0..<8, using: &random) == 0 else { continue }
                kept = kept.filter { _ in Bool.random(using: &random) }
                spoken = []
                mirror.apply(rows.reset(kept, words: [], TimeCaption(clock: clock)))
            }
            check(mirror, rows, kept + spoken, "step \(step)")
        }
    }

    @Test func longMessagesAreTruncatedWithANotice() {
        let long = live(String(repeating: "word ", count: 20_000), turn: 1)
        let entry = HistoryEntry(long, after: nil, TimeCaption(clock: clock))
        let notice = "(Shortened. Copy or save the message to read it all.)"
        #expect(entry.text.count < 12_200 && entry.text.hasSuffix(notice))
        #expect(entry.spoken.count < 12_200 && entry.message.text.count == 100_000)
        #expect(HistoryEntry(live("short", turn: 1), after: nil, TimeCaption(clock: clock)).text == "short")
    }

    @Test func filtersCombineAndWordsNarrowTheSearch() {
        func said(_ text: String, _ kind: MessageKind = .user) -> Message {
            Message(
                id: MessageID(rawValue: "1"), createdAt: clock.now(),
                draft: MessageDraft(turn: TurnID(rawValue: 1), kind: kind, text: text, source: .typed))
        }
        var query = HistoryQuery()
        #expect(query.isEmpty && query.kinds == nil && query.finds(said("anything", .call)))
        query.filters = [.questions]
        #expect(query.kinds == [.user])
        #expect(query.finds(said("what time is it")) && !query.finds(said("open the browser")))
        #expect(!query.finds(said("what time is it", .assistant)))
        query.filters = [.questions, .responses]
        #expect(query.kinds == [.user, .assistant] && query.finds(said("It is noon.", .assistant)))
        query.text = "Noon it"
        #expect(query.finds(said("It is noon.", .assistant)) && !query.finds(said("It is late.", .assistant)))
    }
}
