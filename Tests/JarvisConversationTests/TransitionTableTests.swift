// SPDX-License-Identifier: GPL-3.0-or-later
// Every event in every situation: what it must lead to.

import JarvisConversation
import JarvisCore
import Testing

struct TransitionTableTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        /// Resulting situation per column of `Situation.allCases`; "." means unchanged, "-" not reachable.
        var automatic: String
        var pushToTalk: String
        var input: ReducerInput

        init(_ name: String, _ automatic: String, _ pushToTalk: String, _ input: ReducerInput) {
            self.name = name
            self.automatic = automatic
            self.pushToTalk = pushToTalk
            self.input = input
        }

        var testDescription: String { name }
    }

    // Columns: idle, listening, recording by voice, recording by tap, held, transcribing, thinking, speaking.
    static let rows: [Row] = [
        Row("started", "l.......", ".--.....", .event(.started)),
        Row("tap", "ttTTl..l", "t--Ti..i", .event(.microphoneTapped)),
        Row("hold begins", "hhhhh..h", "h--hh..h", .event(.holdBegan)),
        Row("hold ends", "....l...", ".--.i...", .event(.holdEnded)),
        Row("cancel", "iiiiiiil", "i--iiiii", .event(.cancelRequested)),
        Row("text", "KKKKKKKK", "K--KKKKK", .event(.textSubmitted("what day is it", .typed))),
        Row("blank text", "........", ".--.....", .event(.textSubmitted(" \n", .typed))),
        Row("stop as text", "illlllll", "i--iiiii", .event(.textSubmitted("Jarvis, stop!", .typed))),
        Row("mute", "........", ".--.....", .event(.setMuted(true))),
        Row("microphone is lent", "iiiiiiii", "i--iiiii", .event(.microphoneLent(true))),
        Row("microphone was not lent", "........", ".--.....", .event(.microphoneLent(false))),
        Row("an utterance is lent", "iiiiiiii", "i--iiiii", .event(.utteranceLent(true))),
        Row("no utterance was lent", "........", ".--.....", .event(.utteranceLent(false))),
        Row(
            "to push-to-talk", "ii......", ".--.....",
            .event(.policyChanged(ConversationPolicy(detectionMode: .pushToTalk)))),
        Row("to auto", "........", "l--.....", .event(.policyChanged(ConversationPolicy(detectionMode: .auto)))),
        Row("dismiss", "........", ".--.....", .event(.bannerDismissed(BannerID(rawValue: 1)))),
        Row("retry of nothing", "........", ".--.....", .event(.retryRequested)),
        Row(
            "regenerate", "KKKKKKKK", "K--KKKKK",
            .event(.regenerationRequested("what time is it", .typed, of: MessageID(rawValue: "A")))),
        Row("announcement", "SS......", "S--.....", .event(.announcement("Tea is ready.", kind: .reminder))),
        Row("stopped", "iiiiiiii", "i--iiiii", .event(.stopped)),
        Row("window goes", "iiiiiiii", "i--iiiii", .event(.attended(false))),
        Row("user goes", ".iTTi...", ".--Ti...", .event(.awayChanged(true))),
        Row("computer sleeps", ".iTTi...", ".--Ti...", .event(.sleepChanged(true))),
        Row("call begins", "l.......", "l--.....", .event(.callChanged(.active))),
        Row("call is held", "iiiiiiii", "i--iiiii", .event(.callChanged(.held))),
        Row("no call ends", "........", ".--.....", .event(.callChanged(.none))),
        Row("screen reader starts", "ii......", ".--.....", .event(.screenReaderChanged(true))),
        Row("no screen reader ends", "........", ".--.....", .event(.screenReaderChanged(false))),
        Row("stream runs", "........", ".--.....", .event(.captureChanged(true))),
        Row("computer is awake", "........", ".--.....", .event(.sleepChanged(false))),
        Row("user is there", "........", ".--.....", .event(.awayChanged(false))),
        Row("window is there", "........", ".--.....", .event(.attended(true))),
        Row("reminders change", "........", ".--.....", .event(.remindersChanged([due(.timer).reminder]))),
        Row("alarm is due", "SS......", "S--.....", .event(.remindersDue([due(.alarm)]))),
        Row("timer is due", "SS......", "S--.....", .event(.remindersDue([due(.timer)]))),
        Row("reminder is due", "SS......", "S--.....", .event(.remindersDue([due(.reminder)]))),
        Row("nothing rings, and is stopped", "........", ".--.....", .event(.ringStopRequested(nil))),
        Row("nothing rings, and is snoozed", "........", ".--.....", .event(.ringSnoozeRequested(nil, nil))),
        Row("what does not ring ends", "........", ".--.....", .event(.ringEnded(["timer"]))),
        Row("ring timer ends", "........", ".--.....", .event(.timerEnded(.ring))),
        Row("microphone fails", ".iTii...", ".--ii...", .event(.microphoneFailed(.noDevice(.input)))),
        Row("microphone recovers", "........", ".--.....", .event(.microphoneRecovered)),
        Row("wake word", "........", ".--.....", .onTurn { .wakeWordHeard($0) }),
        Row("wake window ends", "........", ".--.....", .onTurn { .timerEnded(.wakeWindow($0)) }),
        Row("muted by the system", "...ll...", ".--ii...", .event(.microphoneMutedBySystem(true))),
        Row("speech starts", ".v......", ".--.....", .onTurn { .speechStarted($0) }),
        Row("speech ends", "..TT....", ".--T....", .onTurn { .speechEnded($0, .pause) }),
        Row("no one spoke", "..TT....", ".--T....", .onTurn { .speechEnded($0, .nothingSaid) }),
        // In this hold, no one has spoken; UtteranceRetryTests covers the other case.
        Row("utterance is full", "..TTl...", ".--Ti...", .onTurn { .speechEnded($0, .limit) }),
        // Without an end by silence before them, both change nothing; ContinuationTests covers the rest.
        Row("speech goes on", "........", ".--.....", .onTurn { .utteranceContinued($0) }),
        Row("end settled", "........", ".--.....", .onTurn { .utteranceSettled($0) }),
        Row("partial", "........", ".--.....", .onTurn { .partialTranscript($0, "what") }),
        Row("result is prepared", "........", ".--.....", .onTurn { .utterancePrepared($0, "what day is it") }),
        Row("nothing heard", "..ll.l..", ".--i.i..", .onTurn { .transcribed($0, nil) }),
        Row("blank transcript", "..ll.l..", ".--i.i..", .onTurn { .transcribed($0, transcript("  ")) }),
        Row("transcript", "..KK.K..", ".--K.K..", .onTurn { .transcribed($0, transcript("what day is it")) }),
        Row("stop as transcript", "..ll.lll", ".--i.iii", .onTurn { .transcribed($0, transcript("stop")) }),
        Row("interruption is suspected", "........", ".--.....", .onTurn { .interruptionSuspected($0) }),
        Row("interruption is confirmed", "......vv", ".--.....", .onTurn { .interruptionConfirmed($0) }),
        Row("interruption is dismissed", "........", ".--.....", .onTurn { .interruptionDismissed($0) }),
        Row("filler is due", "........", ".--.....", .onTurn { .timerEnded(.filler($0)) }),
        Row("recognition fails", ".iiiii..", ".--iii..", .onTurn { .recognitionFailed($0, .modelMissing(path: "/m")) }),
        Row("clause", "........", ".--.....", .onTurn { .replyClause($0, "Well.") }),
        Row("reply without text", "......l.", ".--...i.", .onTurn { .replyFinished($0, ReplySummary(skill: "stop")) }),
        Row("reply fails", "......ll", ".--...ii", .onTurn { .replyFailed($0, .timedOut) }),
        Row("not meant for JARVIS", "......l.", ".--...i.", .onTurn { .notAddressed($0) }),
        Row(
            "talk has been shown", "........", ".--.....",
            .event(.timerEnded(.overheard(OverheardTalk(turn: TurnID(rawValue: 1), text: "well"))))),
        Row("question lapses", "........", ".--.....", .event(.timerEnded(.question))),
        Row("agent is at work", "........", ".--.....", .onTurn { .replyProgressed($0) }),
        Row("tool is called", "........", ".--.....", .onTurn { .toolChanged($0, ToolCall(id: "1", title: "Search")) }),
        Row(
            "consent is asked for", "........", ".--.....",
            .onTurn { .consentRequested($0, ConsentRequest(id: "1", question: "Send it?")) }),
        Row("consent is given", "........", ".--.....", .event(.consentAnswered(TurnID(rawValue: 1), "1", .granted))),
        Row("consent is asked to its end", "........", ".--.....", .onTurn { .consentQuestionHeard($0, "1") }),
        Row("consent is not given", "........", ".--.....", .onTurn { .timerEnded(.consent($0, "1", round: 1)) }),
        Row("playback starts", "......S.", ".--...S.", .onTurn { .playbackStarted($0) }),
        Row("heard", "........", ".--.....", .onTurn { .heard($0, HeardPosition(clause: 0, characters: 2)) }),
        Row("playback ends", "......ll", ".--...ii", .onTurn { .playbackFinished($0) }),
        Row("playback fails", ".......K", ".--....K", .onTurn { .playbackFailed($0, .noDevice(.output)) }),
        Row("synthesis fails", ".......K", ".--....K", .onTurn { .synthesisFailed($0, .voiceMissing("xx")) }),
        Row("banner expires", "........", ".--.....", .event(.timerEnded(.banner(BannerID(rawValue: 1))))),
        Row("banner is read", "........", ".--.....", .event(.bannerHeld(BannerID(rawValue: 1), true))),
        Row("history loads", "........", ".--.....", .event(.historyLoaded([]))),
        Row("history is cleared", "........", ".--.....", .event(.historyCleared)),
        Row(
            "notice", "........", ".--.....", .event(.noticed(.notice(.historyDamaged(lineCount: 2, quarantine: nil))))),
    ]

    @Test(arguments: rows) func everyEventLeadsToTheSituationInTheTable(row: Row) {
        check(row, mode: .auto, expected: row.automatic)
        check(row, mode: .pushToTalk, expected: row.pushToTalk)
    }

    private func check(_ row: Row, mode: DetectionMode, expected: String) {
        #expect(expected.count == Situation.allCases.count)
        for (situation, letter) in zip(Situation.allCases, expected) where letter != "-" {
            var state = situation.state(mode)
            #expect(Situation(state) == situation, "the fixture reaches \(situation) in \(mode)")
            _ = AssistantReducer.reduce(&state, row.input.at(state.turn.id))
            let target = letter == "." ? situation : Situation(rawValue: letter)
            #expect(Situation(state) == target, "\(row.name) in \(situation), mode \(mode)")
        }
    }

    @Test(arguments: Situation.allCases) func reportsOfAnotherTurnChangeNothing(situation: Situation) {
        for row in Self.rows {
            guard case .onTurn(let make) = row.input else { continue }
            var state = situation.state(.auto)
            let before = state
            let effects = AssistantReducer.reduce(&state, make(TurnID(rawValue: 0)))
            #expect(state == before && effects.isEmpty, "a late \"\(row.name)\" in \(situation)")
        }
    }

    @Test(arguments: Situation.allCases) func watchdogsEndEveryWaitingState(situation: Situation) {
        var state = situation.state(.auto)
        let phase = state.phase
        _ = AssistantReducer.reduce(&state, .timerEnded(.watchdog(state.turn.id, phase)))
        switch situation {
        case .idle, .listening: #expect(state.phase == phase)
        case .recordingByVoice, .recordingByTap: #expect(state.phase == .transcribing)
        case .held:
            #expect(state.phase.isListening, "no one has spoken")
            #expect(state.banner?.severity == .notice, "who still holds is told that no more is taken in")
        case .transcribing, .thinking, .speaking:
            #expect(state.phase.isListening)
            #expect(state.banner != nil)
        }
    }

    @Test func everyEventIsListedInTheSwitch() {
        // Adding a case to AssistantEvent breaks this switch, and with it the promise that the table is complete.
        for row in Self.rows {
            switch row.input.at(TurnID(rawValue: 1)) {
            case .started, .microphoneTapped, .holdBegan, .holdEnded, .cancelRequested, .textSubmitted, .setMuted,
                .microphoneLent, .utteranceLent, .wakeWordHeard, .policyChanged, .bannerDismissed,
                .bannerHeld,
                .retryRequested,
                .regenerationRequested, .announcement, .stopped, .attended, .awayChanged, .sleepChanged, .callChanged,
                .screenReaderChanged, .captureChanged,
                .remindersChanged, .remindersDue, .ringStopRequested, .ringSnoozeRequested, .ringEnded, .timerEnded,
                .microphoneFailed,
                .microphoneRecovered, .microphoneMutedBySystem, .speechStarted, .speechEnded, .utteranceContinued,
                .utteranceSettled, .interruptionSuspected, .interruptionConfirmed, .interruptionDismissed,
                .partialTranscript, .utterancePrepared, .transcribed, .recognitionFailed, .replyClause, .replyFinished,
                .replyFailed, .notAddressed,
                .replyProgressed, .toolChanged, .consentRequested, .consentAnswered, .consentQuestionHeard,
                .playbackStarted, .heard,
                .playbackFinished, .playbackFailed, .synthesisFailed,
                .historyLoaded, .historyCleared, .messageSaved, .saveFailed, .noticed:
                break
            }
        }
    }
}
