// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis forget: lists the user's stored data (what, where, for how long, and who has received it), and erases it by
// kind, for good.

public import ArgumentParser
import Glibc
import JarvisCore
import JarvisNetwork
import JarvisPlatform
import JarvisStore

/// The command for listing and erasing stored data.
public struct ForgetCommand: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "List what JARVIS stores about you and where it was sent, or erase it for good.",
        discussion:
            """
            Without a kind, lists each kind with its size, lifetime and location. With kinds, erases them and every \
            leftover copy; this can't be undone. The kinds are \
            \(KeptKind.allCases.map(\.rawValue).joined(separator: ", ")), and all. Erasing notes also erases what the \
            conversation and recordings repeat of them.
            """
    )

    @Argument(
        help: ArgumentHelp("What to erase.", valueName: "kind"),
        completion: .list(KeptKind.allCases.map(\.rawValue) + ["all"]), transform: Self.kinds)
    var kinds: [[KeptKind]] = []
    @Flag(name: .long, help: "Erase without asking.") var yes = false
    @OptionGroup var output: JSONOption
    @OptionGroup var global: GlobalOptions

    public init() {}

    private static func kinds(_ text: String) throws -> [KeptKind] {
        if text == "all" { return KeptKind.allCases }
        guard let kind = KeptKind(rawValue: text) else {
            throw ValidationError(
                "\"\(text)\" isn't a kind of data. Use one of "
                    + "\(KeptKind.allCases.map(\.rawValue).joined(separator: ", ")), or all."
            )
        }
        return [kind]
    }

    public func validate() throws {
        if yes, kinds.isEmpty { throw ValidationError("Name what to erase, or all.") }
    }

    public func run() throws {
        let context = try StoreCommandContext(global)
        let settings = context.settings
        let wanted = KeptKind.allCases.filter { kind in kinds.contains { $0.contains(kind) } }
        guard !wanted.isEmpty else {
            return try list(
                KeptOutput(shelf(context, settings, isLocked: settings.current.history.isLocked), context.clock))
        }
        // A user who may not see the history must not erase it either, nor remove its lock.
        if wanted.contains(where: KeptOutput.isBehindTheLock) { try HistoryGate.open(settings) }
        let shelf = shelf(context, settings, isLocked: false)
        let entries = try runBlocking { await shelf.entries() }.filter { wanted.contains($0.kind) }
        if !yes { try Self.ask(about: entries) }
        var erased: [KeptKind] = []
        for kind in wanted {
            do {
                try runBlocking { try await shelf.erase(kind, askedIn: nil) }
                erased.append(kind)
            } catch {
                Console.note("jarvis: \(KeptOutput.title(kind)): \(KeptOutput.reason(error))")
            }
        }
        if output.json {
            try Console.json(.object(["erased": .array(erased.map { .text($0.rawValue) })]))
        } else if !erased.isEmpty {
            try Console.say("Erased: \(erased.map(\.rawValue).joined(separator: ", ")).")
        }
        if erased != wanted { throw ExitCode.failure }
    }

    private func shelf(
        _ context: StoreCommandContext, _ settings: JSONSettingsStore, isLocked: Bool
    ) -> KeptShelf {
        KeptShelf(
            directories: context.directories,
            history: JSONLinesConversationStore(folder: context.directories.data + "/history", clock: context.clock),
            settings: settings,
            recordings: RecordingStore(path: context.recordingsPath, settings: settings, clock: context.clock),
            secrets: EnvironmentSecrets(before: SecretServiceStore()), isLocked: { isLocked })
    }

    private func list(_ kept: KeptOutput) throws {
        let (entries, recipients) = try runBlocking { (await kept.shelf.entries(), try? await kept.shelf.recipients()) }
        guard !output.json else { return try Console.json(kept.json(entries, recipients)) }
        for entry in entries { try Console.say(kept.line(entry)) }
        for line in kept.lines(recipients) { try Console.say(line) }
    }

    private static func ask(about entries: [KeptEntry]) throws {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
            throw CommandFailure("Nothing was erased: there's no terminal to ask on. Add --yes to confirm.")
        }
        let what = entries.map { "\(KeptOutput.title($0.kind)) (\(KeptOutput.amount($0)))" }
        Console.note("Erase for good: \(what.joined(separator: ", "))? [y]es or [n]o:")
        let answer = readLine()?.lowercased().filter { !$0.isWhitespace }
        guard answer == "y" || answer == "yes" else { throw CommandFailure("Nothing was erased.") }
    }
}

/// Prints the list of stored data.
struct KeptOutput {
    let shelf: KeptShelf
    private let clock: any WallClock

    init(_ shelf: KeptShelf, _ clock: any WallClock) {
        self.shelf = shelf
        self.clock = clock
    }

    static func isBehindTheLock(_ kind: KeptKind) -> Bool {
        [.conversation, .notes, .recordings, .settings].contains(kind)
    }

    static func title(_ kind: KeptKind) -> String {
        switch kind {
        case .conversation: "conversation"
        case .notes: "notes"
        case .lists: "lists"
        case .reminders: "timers, alarms and reminders"
        case .recordings: "recordings"
        case .statistics: "statistics"
        case .logs: "tool server logs"
        case .settings: "settings"
        case .servers: "servers"
        case .models: "speech models"
        case .keys: "keys"
        case .consents: "permissions"
        }
    }

    static func reason(_ error: any Error) -> String {
        if let failure = error as? SecretFailure { return failure.advice }
        return commandAdvice(for: error) ?? "\(error)"
    }

    /// The number of entries, and their size if known: "12", "12, 3.4 kB".
    static func amount(_ entry: KeptEntry) -> String {
        let count = entry.count.map(String.init)
        let bytes = entry.bytes.map(size)
        let parts = [count, bytes].compactMap { $0 }
        return parts.isEmpty ? "unknown" : parts.joined(separator: ", ")
    }

    private static func size(_ bytes: Int) -> String {
        guard bytes >= 1000 else { return "\(bytes) bytes" }
        let (tenths, unit) = bytes < 1_000_000 ? (bytes / 100, "kB") : (bytes / 100_000, "MB")
        return tenths >= 100 ? "\(tenths / 10) \(unit)" : "\(tenths / 10).\(tenths % 10) \(unit)"
    }

    private static func span(_ span: KeptEntry.Span) -> String {
        switch span {
        case .untilErased: "until erased"
        case .days(1): "1 day"
        case .days(let days): "\(days) days"
        case .session: "this session only"
        }
    }

    func line(_ entry: KeptEntry) -> String {
        let columns = [
            entry.kind.rawValue, Self.amount(entry), Self.span(entry.span), entry.places.joined(separator: ", "),
            entry.details.joined(separator: ", "),
        ]
        return columns.map(PlainText.cell).joined(separator: "\t")
    }

    func lines(_ recipients: [KeptRecipient]?) -> [String] {
        guard let recipients else { return ["Unlock the history to see where data was sent."] }
        let calls = recipients.map { recipient in
            let host = recipient.host ?? "this computer"
            let columns = [
                "sent to", recipient.name, host, "\(recipient.callCount) calls",
                "\(Self.size(recipient.resultBytes)) came back", "last on \(day(recipient.lastUse))",
            ]
            return columns.map(PlainText.cell).joined(separator: "\t")
        }
        return calls + [
            "Tool calls are saved with the conversation. For online services, language models and speech "
                + "servers, see Settings → Privacy while JARVIS runs."
        ]
    }

    private func day(_ time: Timestamp) -> String {
        let local = clock.local(time)
        return "\(local.year)-\(local.month.padded())-\(local.day.padded())"
    }

    /// The list as JSON. Times are milliseconds since the epoch; `days` is null if nothing expires.
    func json(_ entries: [KeptEntry], _ recipients: [KeptRecipient]?) -> JSONValue {
        func optional(_ number: Int?) -> JSONValue { number.map { .integer(Int64($0)) } ?? .null }
        let kept = entries.map { entry in
            var days: Int?
            if case .days(let count) = entry.span { days = count }
            return JSONValue.object([
                "kind": .text(entry.kind.rawValue), "count": optional(entry.count), "bytes": optional(entry.bytes),
                "days": optional(days), "inMemory": .flag(entry.span == .session),
                "places": .array(entry.places.map(JSONValue.text)),
                "details": .array(entry.details.map(JSONValue.text)),
            ])
        }
        let sent = recipients?.map { recipient in
            JSONValue.object([
                "server": .text(recipient.name), "host": recipient.host.map(JSONValue.text) ?? .null,
                "calls": .integer(Int64(recipient.callCount)), "resultBytes": .integer(Int64(recipient.resultBytes)),
                "lastUse": .integer(recipient.lastUse.millisecondsSinceEpoch),
            ])
        }
        return .object(["kept": .array(kept), "sent": sent.map(JSONValue.array) ?? .null])
    }
}
