// SPDX-License-Identifier: GPL-3.0-or-later
// The agent's tool calls in the window: stages, details and rows.

import JarvisConversation
import JarvisCore
import Testing

@testable import JarvisDesktop

@Suite(.serialized)
struct ActionTests {
    private func action(
        _ ground: ToolAction.Ground? = .answer, bytes: Int? = nil, milliseconds: Int64? = nil, failure: String? = nil
    ) -> ToolAction {
        ToolAction(
            server: "files", tool: "read", arguments: [.init(name: "path", value: "/a")], ground: ground,
            resultBytes: bytes, milliseconds: milliseconds, failure: failure)
    }

    private func call(_ status: ToolCall.Status, _ action: ToolAction?) -> ActionEntry {
        ActionEntry(ToolCall(id: "1", title: "Read a file", status: status, action: action))
    }

    @Test func callStatusMapsToAStage() {
        #expect(call(.running, action(nil)).stage == .recognizing)
        #expect(call(.running, action()).stage == .executing)
        #expect(call(.running, nil).stage == .executing, "a skill needs no permission")
        #expect(call(.succeeded, action()).stage == .completed)
        #expect(call(.failed(reason: "No."), action()).stage == .failed("No."))
    }

    @Test func detailsListAllThatIsKnownAboutACall() {
        let entry = ActionEntry(action(.always, bytes: 2048, milliseconds: 1240), isKept: true)
        #expect(entry.title == "files › read" && entry.stage == .completed)
        #expect(
            entry.details.map { "\($0.name)=\($0.value)" } == [
                "Server=files", "Tool=read", "path=/a", "Result=2 KiB", "Time=1.2 s", "Allowed by=You, from now on",
            ])
        let refused = ActionEntry(action(nil, failure: ToolAction.notAllowed), isKept: true)
        #expect(refused.state == "Not allowed")
        #expect(refused.details.last?.value == "Not allowed")
    }

    @Test func sizesAndDurationsHaveUnits() {
        #expect(
            [1, 1023, 1024, 1536, 5 << 20].map(ActionEntry.size) == ["1 byte", "1023 bytes", "1 KiB", "2 KiB", "5 MiB"])
        #expect(
            [0, 999, 1000, 1249, 61_000].map(ActionEntry.duration) == ["0 ms", "999 ms", "1.0 s", "1.2 s", "61.0 s"])
    }

    @Test func theSummaryCountsActionsByStage() {
        func text(_ entries: ActionEntry...) -> String? { ActionSummary(entries)?.text }
        let (done, failed) = (call(.succeeded, action()), call(.failed(reason: "No."), action()))
        #expect(text() == nil)
        #expect(text(done, call(.running, action(nil))) == "Waiting: Read a file")
        #expect(text(call(.running, action()), done) == "Running: Read a file")
        #expect(text(done) == "1 action done" && text(done, done) == "2 actions done")
        #expect(text(done, failed) == "1 action done · 1 action failed" && text(failed) == "1 action failed")
        let denied = ActionEntry(action(nil, failure: ToolAction.notAllowed), isKept: true)
        #expect(text(denied) == "Not allowed" && text(denied, denied) == "2 not allowed")
        #expect(text(done, denied) == "1 action done · Not allowed")
    }

    @Test func completedActionsStayUntilTheNextUtterance() {
        var state = AssistantState(turn: TurnID(rawValue: 2))
        let draft = MessageDraft(turn: TurnID(rawValue: 1), action: action(bytes: 1))
        state.recent = [Message(id: MessageID(rawValue: "1"), createdAt: Timestamp(secondsSinceEpoch: 1), draft: draft)]
        #expect(ActionEntry.newest(state).map(\.stage) == [.completed])
        state.turn.utterance.partialTranscript = "and now"
        #expect(ActionEntry.newest(state).isEmpty)
    }

    @Test func theWindowShowsActionsAndExpandsDetails() async throws {
        let steps = [
            "see Running: notes › search", "press Running: notes › search", "see notes › search. Running…",
            "press files › read_file. Done", "see /srv/notes/list.txt", "see 2 KiB",
            "see You, always",
        ]
        let result = try await WindowHost.run(
            python: "screen-reader-walk.py", options: steps.flatMap { ["--do", $0] }, ["show", "--state", "actions"])
        #expect(result.status == 0, "\(result.output)")
        #expect(!result.output.contains("CRITICAL"), "\(result.output)")
    }

    @Test func theCardShowsWhatWasNotAllowedAfterTheTurn() async throws {
        let result = try await WindowHost.run(
            python: "screen-reader-walk.py",
            options: [
                "--do", "see Not allowed", "--do", "press Not allowed", "--do", "see mail › send_message. Not allowed",
            ],
            ["show", "--state", "acted"])
        #expect(result.status == 0, "\(result.output)")
    }

    @Test func theHistoryShowsAToolCallAsARow() async throws {
        let steps = ["key ctrl+h", "press mail › send_message. Not allowed", "see ada@example.org"]
        let result = try await WindowHost.run(
            python: "screen-reader-walk.py", options: steps.flatMap { ["--do", $0] },
            ["show", "--state", "idle", "--acted"])
        #expect(result.status == 0, "\(result.output)")
    }
}
