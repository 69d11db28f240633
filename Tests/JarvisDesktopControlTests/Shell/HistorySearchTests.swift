// SPDX-License-Identifier: GPL-3.0-or-later
// GNOME Shell search over the history: what it finds, and when it must return nothing.

import GioKit
import Glibc
import JarvisBusTesting
import JarvisConversation
import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisDesktopControl

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct HistorySearchTests {
    private let fixture: ShellFixture
    private let search: HistorySearch
    private let shell: BusConnection
    /// Whether the owner of the shell's bus name counts as the real shell.
    private let isShell = Kept(true)

    init() async throws {
        fixture = try await ShellFixture()
        let isShell = isShell
        search = try HistorySearch(
            fixture.ports, ShellFixture.words, on: fixture.connection,
            isShell: { process in process == getpid() && isShell.value })
        shell = try await fixture.bus.connection()
        _ = try await shell.own("org.gnome.Shell")
        for (kind, text) in [
            (.user, "Set a timer for noodles"), (.assistant, "Ten minutes for noodles"), (.call, "noodles"),
            (.note, String(repeating: "rice\n", count: 100)),
        ] as [(MessageKind, String)] {
            _ = try await fixture.history.append(
                MessageDraft(turn: TurnID(rawValue: 1), kind: kind, text: text, source: .voice))
        }
    }

    private func call(
        _ method: String, _ arguments: [BusValue], _ signature: String, from caller: BusConnection? = nil
    ) async throws -> [BusValue] {
        try await (caller ?? shell).call(
            fixture.connection.uniqueName, path: HistorySearch.path, interface: "org.gnome.Shell.SearchProvider2",
            method: method, arguments, signature: signature)
    }

    private func find(_ terms: String..., from caller: BusConnection? = nil) async throws -> [String] {
        let reply = try await call(
            "GetInitialResultSet", [.list(terms.map { .text($0) })], "as", from: caller)
        return reply.first?.asList?.compactMap(\.asText) ?? []
    }

    @Test func searchFindsMessagesAndOpensTheHistoryAtOne() async throws {
        let found = try await find("NOODLES")
        #expect(found.count == 2)
        let metas = try await call("GetResultMetas", [.list(found.map { .text($0) })], "as").first?.asList ?? []
        #expect(
            metas.compactMap { $0.asTable?["name"]?.asText } == ["Ten minutes for noodles", "Set a timer for noodles"])
        #expect(metas.compactMap { $0.asTable?["description"]?.asText } == ["assistant", "user"])
        let fewer = try await call(
            "GetSubsearchResultSet", [.list(found.map { .text($0) }), .list([.text("noodles"), .text("timer")])], "asas"
        )
        #expect(fewer == [.list([.text(found[1])])])
        _ = try await call("ActivateResult", [.text(found[1]), .list([.text("noodles")]), .integer(0)], "sasu")
        _ = try await call("LaunchSearch", [.list([.text("noodles"), .text("timer")]), .integer(0)], "asu")
        #expect(fixture.shownWindows == ["history:\(found[1]) noodles", "history: noodles timer"])
    }

    @Test func impostorsWithTheShellsNameAreRejected() async throws {
        isShell.value = false
        await #expect(throws: BusFailure.self) { try await find("noodles") }
        #expect(!HistorySearch.isShell(getpid()))
    }

    @Test func longMessagesAreTruncatedToOneLine() async throws {
        let found = try await find("rice")
        let metas = try await call("GetResultMetas", [.list(found.map { .text($0) } + [.text("none")])], "as")
        let name = try #require(metas.first?.asList?.first?.asTable?["name"]?.asText)
        #expect(metas.first?.asList?.count == 1 && name.count == 160 && name.hasSuffix("…") && !name.contains("\n"))
        #expect(try await find().isEmpty)
        #expect(try await find(" ").isEmpty)
    }

    @Test(arguments: ["locked", "session only", "away"])
    func privateHistoryReturnsNoResults(state: String) async throws {
        let found = try await find("noodles")
        switch state {
        case "locked": try fixture.settings.update { $0.history.isLocked = true }
        case "session only": try fixture.settings.update { $0.history.isSessionOnly = true }
        default: fixture.send(.awayChanged(true))
        }
        #expect(try await find("noodles").isEmpty)
        #expect(try await call("GetResultMetas", [.list(found.map { .text($0) })], "as") == [.list([])])
    }

    @Test func otherProgramsSearchOnlyIfAllowed() async throws {
        let stranger = try await fixture.bus.connection()
        await #expect(throws: BusFailure.self) { try await find("noodles", from: stranger) }
        try fixture.settings.update { $0.answersPrograms = true }
        #expect(try await find("noodles", from: stranger).count == 2)
    }
}
