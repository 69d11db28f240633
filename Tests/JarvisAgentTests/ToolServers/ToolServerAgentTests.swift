// SPDX-License-Identifier: GPL-3.0-or-later
// Calling tools of servers by name, without a language model.

import JarvisCore
import JarvisTesting
import JarvisToolServers
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ToolServerAgentTests {
    @Test(arguments: [
        ("ask files to read the note groceries", #"["read_note", {"name": "groceries"}]"#),
        ("use files to read note Shopping List", #"["read_note", {"name": "Shopping List"}]"#),
        (
            "ask files to read note named groceries with limit twenty",
            #"["read_note", {"limit": 20, "name": "groceries"}]"#
        ),
        ("send the letter with to Ada and text Hi", #"["send_letter", {"text": "Hi", "to": "Ada"}]"#),
        (
            "please have files send letter with to Ada and text See you at noon",
            #"["send_letter", {"text": "See you at noon", "to": "Ada"}]"#
        ),
        ("ask files to set lamp light blue seven", #"["setLamp", {"color": "light_blue", "level": 7}]"#),
        (
            "ask files to set the lamp red with level 12 and on",
            #"["setLamp", {"color": "red", "level": 12, "on": true}]"#
        ),
        ("use the drop table tool", #"["drop_table", {}]"#),
    ])
    func aToolIsCalledByItsName(request: String, call: String) async throws {
        let rig = try await ToolAgentRig()
        let answer = try await rig.ask(request, answering: [.granted])
        #expect(rig.called == [call], "\(answer)")
        #expect(answer.consents.count == 1 && answer.summary.skill == ToolServerAgent.skill)
        #expect(answer.calls.last?.status == .succeeded && answer.calls.last?.action?.ground == .answer)
        await rig.close()
    }

    @Test func missingArgumentsAreAskedForOneByOne() async throws {
        let rig = try await ToolAgentRig()
        var answer = try await rig.ask("ask files to send letter")
        #expect(answer.text == "What is the to?" && answer.summary.followUp == .dictation)
        answer = try await rig.ask("Ada Lovelace", isFollowUp: true)
        #expect(answer.text == "What is the text?" && rig.called.isEmpty)
        answer = try await rig.ask("set a timer for ten minutes", answering: [.granted], isFollowUp: true)
        #expect(rig.called == [#"["send_letter", {"text": "set a timer for ten minutes", "to": "Ada Lovelace"}]"#])
        #expect(try await rig.rig.reminders.pending().isEmpty, "the answer is the tool's")
        await rig.close()
    }

    @Test func aToolsQuestionCanBeCancelled() async throws {
        let rig = try await ToolAgentRig()
        _ = try await rig.ask("ask files to send letter")
        #expect(try await rig.ask("never mind", isFollowUp: true).text == "All right, I won't.")
        let later = try await rig.ask("Ada", isFollowUp: true)
        #expect(later.summary.skill != ToolServerAgent.skill && rig.called.isEmpty)
        await rig.close()
    }

    @Test func aWrongValueIsAskedForOnceMore() async throws {
        let rig = try await ToolAgentRig()
        var answer = try await rig.ask("ask files to set lamp red")
        #expect(answer.text == "What number is the level?")
        answer = try await rig.ask("very bright", isFollowUp: true)
        #expect(answer.text.hasPrefix("Sorry, I didn't catch that.") && answer.summary.followUp == .dictation)
        answer = try await rig.ask("very bright", isFollowUp: true)
        #expect(answer.summary.followUp == FollowUp.none && rig.called.isEmpty)
        await rig.close()
    }

    @Test func aDoubtfulAnswerIsAskedForOnceMore() async throws {
        let rig = try await ToolAgentRig()
        _ = try await rig.ask("ask files to send letter")
        var answer = try await rig.ask("Eva", isFollowUp: true, confidence: 0.01)
        #expect(answer.text == "Sorry, I didn't catch that. What is the to?" && answer.summary.followUp == .dictation)
        answer = try await rig.ask("Ada", isFollowUp: true)
        #expect(answer.text == "What is the text?")
        await rig.close()
    }

    /// After another request, a follow-up no longer answers the tool's question.
    @Test func aQuestionEndsWithTheNextRequest() async throws {
        let rig = try await ToolAgentRig()
        _ = try await rig.ask("ask files to send letter")
        _ = try await rig.ask("what time is it")
        let answer = try await rig.ask("Ada", isFollowUp: true)
        #expect(answer.summary.skill != ToolServerAgent.skill && answer.text != "What is the text?")
        await rig.close()
    }

    /// Without the value it would be a different call from the one requested.
    @Test func aCallWithAnUnreadableValueIsNotMade() async throws {
        let rig = try await ToolAgentRig()
        let answer = try await rig.ask(
            "ask files to read note named groceries with limit very few", answering: [.granted])
        #expect(rig.called.isEmpty && answer.consents.isEmpty, "\(answer)")
        await rig.close()
    }

    @Test func readingNeedsConsentOnceAndOtherToolsEachTime() async throws {
        let rig = try await ToolAgentRig()
        #expect(try await rig.ask("ask files to read note a", answering: [.granted]).consents.count == 1)
        let second = try await rig.ask("ask files to read note b")
        #expect(second.consents.isEmpty && second.calls.last?.action?.ground == .kept)
        for _ in 0..<2 {
            let answer = try await rig.ask("ask files to set lamp red 1", answering: [.granted])
            #expect(answer.consents.count == 1 && answer.consents[0].always == .byHandOrVoice)
        }
        #expect(try await rig.servers.store.list()["files"]?.consent == ToolConsent(), "nothing was said about later")
        await rig.close()
    }

    @Test func alwaysIsSavedAndCanBeRevoked() async throws {
        let rig = try await ToolAgentRig()
        let request = "ask files to set lamp red 1"
        #expect(try await rig.ask(request, answering: [.always]).calls.last?.action?.ground == .always)
        #expect(try await rig.servers.store.list()["files"]?.consent.tools == ["setLamp"])
        #expect(try await rig.ask(request).consents.isEmpty)
        try await rig.servers.store.update { list in
            guard var server = list["files"] else { return }
            server.consent = ToolConsent()
            list.put(server)
        }
        #expect(try await rig.ask(request).consents.count == 1)
        #expect(try await rig.ask("use drop table").consents.first?.always == .byHand)
        await rig.close()
    }

    @Test(arguments: [
        (ConsentAnswer.denied, "All right, I won't."), (.unanswered, "You didn't answer, so I didn't do it."),
    ])
    func nothingIsCalledWithoutConsent(answer: ConsentAnswer, words: String) async throws {
        let rig = try await ToolAgentRig()
        let told = try await rig.ask("use drop table", answering: [answer])
        #expect(told.text == words && rig.called.isEmpty)
        let call = try #require(told.calls.last)
        #expect(call.action?.ground == nil && call.action?.failure != nil && call.status != .running)
        #expect(told.consents[0].question.contains("drop table") && told.consents[0].subject == "files › drop_table")
        await rig.close()
    }

    @Test func aServerDisabledBetweenRequestsIsNotCalled() async throws {
        let rig = try await ToolAgentRig()
        _ = try await rig.ask("ask files to read note a", answering: [.granted])
        try await rig.servers.store.update { list in
            guard var server = list["files"] else { return }
            server.isEnabled = false
            list.put(server)
        }
        #expect(try await rig.ask("ask files to read note b").summary.skill != ToolServerAgent.skill)
        #expect(rig.called.count == 1)
        await rig.close()
    }

    @Test func toolFailuresAreReported() async throws {
        let rig = try await ToolAgentRig()
        #expect(
            try await rig.ask("use fail now", answering: [.granted]).text == "Fail now from files failed. it went wrong"
        )
        let big = try await rig.ask("use big page")
        #expect(big.text.hasSuffix("There's more.") && big.text.count < 800, "\(big.text.count)")
        #expect(big.calls.last?.action?.resultBytes == 5_242_880)
        let crash = try await rig.ask("use crash now", answering: [.granted])
        #expect(crash.text.contains("exited during"), "\(crash)")
        #expect(rig.log.names.filter { $0 == "tool-call" }.count == 3)
        await rig.close()
    }

    @Test func aHangingToolIsReported() async throws {
        let rig = try await ToolAgentRig { $0.call = .seconds(1) }
        let late = try await rig.ask("use wait forever", answering: [.granted])
        #expect(
            late.text
                == "The tool \"wait_forever\" from \"files\" didn't finish within 1 seconds. Try a smaller request.")
        #expect(late.calls.last?.action?.failure?.contains("didn't finish") == true)
        await rig.close()
    }

    @Test func aServerThatDoesNotStartIsReportedWithTheReason() async throws {
        let rig = try await ToolAgentRig(options: ["--dies", "no such token"])
        let answer = try await rig.ask("ask files to read note a")
        #expect(
            answer.text.contains("exited right after starting") && answer.text.contains("no such token"), "\(answer)")
        #expect(answer.calls.last?.title == "Start files")
        await rig.close()
    }

    @Test func theSameToolOnTwoServersNeedsTheServersName() async throws {
        let rig = try await ToolAgentRig(names: ["files", "archive"])
        let answer = try await rig.ask("use read note with name a")
        #expect(answer.text.contains("files and archive have that tool") && rig.called.isEmpty, "\(answer)")
        _ = try await rig.ask("ask archive to read note a", answering: [.granted])
        #expect(rig.called.count == 1)
        await rig.close()
    }

    @Test func aToolNameIsRecognizedAmongOverheardSpeech() async throws {
        let rig = try await ToolAgentRig()
        _ = try await rig.ask("what can files do")
        let answer = try await rig.ask(
            "send letter with to Ada and text Hi", answering: [.granted], talkFilter: .balanced)
        #expect(rig.called.count == 1, "\(answer)")
        let talk = try await rig.ask("they never send letters to anyone these days", talkFilter: .balanced)
        #expect(talk.consents.isEmpty && rig.called.count == 1 && talk.clauses.isEmpty, "\(talk)")
        await rig.close()
    }

    @Test(arguments: ["read the paper", "ask mum to read note a", "use files", "what is a note", "lamp"])
    func requestsThatNameNoToolCallNone(text: String) async throws {
        let rig = try await ToolAgentRig()
        let answer = try await rig.ask(text)
        #expect(rig.called.isEmpty && answer.consents.isEmpty, "\(answer)")
        if text == "use files" { #expect(answer.text.contains("read note") && answer.text.contains("set lamp")) }
        await rig.close()
    }
}
