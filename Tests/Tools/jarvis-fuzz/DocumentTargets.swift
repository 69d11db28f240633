// SPDX-License-Identifier: GPL-3.0-or-later
// Stored user data, and files of other programs that JARVIS reads.

import JarvisCore
@testable import JarvisDiscovery
@testable import JarvisStore
@testable import JarvisSpeechModels
@testable import JarvisNetwork
import JarvisPlatform
import JarvisTesting
@testable import JarvisToolServers

extension FuzzTarget {
    static let documents = [
        FuzzTarget("json", opening: "[", separator: ",", closing: "]", json),
        FuzzTarget("history", separator: "\n", history),
        FuzzTarget("import", opening: "[", separator: ",", closing: "]", importing),
        FuzzTarget("settings", settings),
        FuzzTarget("reminders", reminders),
        FuzzTarget("records", records),
        FuzzTarget("configurations", configurations),
    ]

    private static func json(_ bytes: [UInt8]) {
        let salvaged = JSONValue(salvaging: bytes)
        guard let value = try? JSONValue(parsing: bytes) else { return }
        let written = value.bytes
        // Canonically equivalent texts compare as equal, but their bytes must stay the same.
        hold((try? JSONValue(parsing: written))?.bytes == written, "what is written reads the same")
        hold((try? JSONValue(parsing: value.indentedBytes))?.bytes == written, "what is written for people, too")
        hold(salvaged?.bytes == written, "nothing of a whole document is lost")
        hold(written.count <= 6 * bytes.count, "what is written is not much longer")
        hold(!written.contains { $0 < 0x20 || $0 == 0x7F }, "a line holds no control characters")
        _ = (value.repeatsKeys, value.asInteger, value.asUnsigned, value.asDouble)
    }

    private static func history(_ bytes: [UInt8]) {
        for line in bytes.split(separator: 0x0A).prefix(2000) {
            let record = line.withUnsafeBufferPointer(HistoryRecord.init(line:))
            _ = HistoryRecord.foreignIdentity(line)
            _ = HistoryRecord.isCleared(header: line)
            let header = HistoryRecord.currentHeader(from: Array(line), isCleared: true)
            hold(HistoryRecord.isCleared(header: header.dropLast()), "a header keeps the mark of a clearing")
            let written: [UInt8]
            switch record {
            case .message(let message, let id)?:
                hold(message.id.rawValue == id.text, "a message has its identity")
                written = HistoryRecord.line(message)
            case .delete(let ids)?: written = HistoryRecord.line("delete", ids, at: Timestamp(secondsSinceEpoch: 1))
            case .restore(let ids)?: written = HistoryRecord.line("restore", ids, at: Timestamp(secondsSinceEpoch: 1))
            case .header?, .unknown?, nil: continue
            }
            hold(written.last == 0x0A && !written.dropLast().contains(0x0A), "a record is one line")
            let again = written.dropLast().withUnsafeBufferPointer(HistoryRecord.init(line:))
            hold(again == record, "a record that is written reads the same")
        }
    }

    private static func importing(_ bytes: [UInt8]) {
        let now = Timestamp(secondsSinceEpoch: 1_767_605_400)
        guard let found = try? HistoryImport(bytes.text, now: now) else { return }
        for (message, id) in found.messages {
            let line = HistoryRecord.line(message)
            let record = line.dropLast().withUnsafeBufferPointer(HistoryRecord.init(line:))
            hold(record == .message(message, id), "what is imported can be kept")
        }
    }

    private static func settings(_ bytes: [UInt8]) {
        guard let object = (try? JSONValue(parsing: bytes))?.asObject else { return }
        let (settings, _) = SettingsDocument(object).read()
        var same = SettingsDocument(object)
        same.write(settings)
        if object["version"] == nil { same.object["version"] = nil }
        hold(same.object == object, "what has not changed stays as it was written")
        var fresh = SettingsDocument()
        fresh.write(settings)
        let again = fresh.read()
        hold(again.settings == settings, "settings that are written read the same")
        hold(again.notices.isEmpty, "what is written is right: \(again.notices)")
    }

    private static func reminders(_ bytes: [UInt8]) {
        guard let value = try? JSONValue(parsing: bytes) else { return }
        let clock = FakeWallClock()
        let reading = ClockReading(clock)
        for entry in value.asObject?["reminders"]?.asArray ?? value.asArray ?? [value] {
            guard let reminder = Reminder(entry) else { continue }
            let again = Reminder(.object(reminder.written(into: JSONObject())))
            hold(again == reminder, "a reminder that is written reads the same")
            let planned = reminder.planned(clock, at: reading)
            for one in [reminder, planned] {
                let now = clock.now()
                if let next = one.next(after: now, clock: clock) {
                    hold(next.dueAt > now, "the next time is ahead")
                    _ = next.withPlan(clock, at: reading).written(into: JSONObject())
                }
                _ = one.paused(at: now).resumed(at: now).snoozed(for: Reminder.usualSnooze, at: now)
                _ = one.withPlan(clock, at: reading)
            }
        }
    }

    private static func records(_ bytes: [UInt8]) {
        if let record = DownloadRecord(parsing: bytes) {
            hold(DownloadRecord(parsing: record.bytes) == record, "the record of a download reads the same")
        }
        guard let object = (try? JSONValue(parsing: bytes))?.asObject else { return }
        let lists = ListDocument.lists(of: object)
        var document = object
        ListDocument.write(lists, into: &document)
        hold(ListDocument.lists(of: document) == lists, "lists that are written read the same")

        let servers = ToolServerDocument.list(of: object)
        document = object
        ToolServerDocument.write(servers, into: &document)
        hold(ToolServerDocument.list(of: document) == servers, "tool servers that are written read the same")
        for var server in servers.servers { server.consent.revoke(.all) }

        if var statistics = UsageStatistics(document: .object(object)) {
            hold(UsageStatistics(document: statistics.document) == statistics, "figures read the same")
            for day in statistics.days.values { _ = (day.questionCount, day.medianMilliseconds) }
            for date in statistics.days.keys {
                statistics.change(date) { day in
                    day.spokenCount += 1
                    day.typedCount += 1
                    day.replyCount += 1
                    day.problemCount += 1
                    day.latencies[20, default: 0] += 1
                }
            }
        }
        if let model = ModelRecord(object) {
            hold(model.document.asObject.flatMap(ModelRecord.init)?.document == model.document, "a model's record, too")
        }
        for text in [object["day"], object["shown"]].compactMap({ $0?.asText }) {
            guard let day = PromptDay(text) else { continue }
            let schedule = PromptSchedule(at: FakeWallClock().now(), hour: 9, last: day, clock: FakeWallClock())
            _ = (schedule, day.text)
        }
    }

    private static func configurations(_ bytes: [UInt8]) {
        let plain = CommentedJSON.plain(bytes)
        hold(plain.count == bytes.count, "comments become spaces")
        if (try? JSONValue(parsing: plain)) != nil {
            hold(CommentedJSON.plain(plain) == plain, "what is plain stays as it is")
        }
        if let value = try? JSONValue(parsing: bytes) {
            hold((try? CommentedJSON.value(bytes)) == value, "JSON is read as it is")
        }
        let value = try? CommentedJSON.value(bytes)
        for member in value?.asObject?.members ?? [] {
            guard case .success(let pasted)? = ForeignConfigurations.server(member) else { continue }
            hold(ToolServer.isName(pasted.server.name), "a server has a name of ours")
            _ = pasted.isFilledIn
        }
        if let servers = try? PastedServer.read(bytes) {
            hold(servers.allSatisfy { ToolServer.isName($0.server.name) }, "pasted ones, too")
        }
    }
}
