// SPDX-License-Identifier: GPL-3.0-or-later
// Ringing: when it sounds, what stops it, what snoozes it.

import JarvisConversation
import JarvisCore
import Testing

struct RingingTests {
    /// Events that matter while something rings, for random walks.
    static let rows: [TransitionTableTests.Row] = [
        .init("second alarm", "", "", .event(.remindersDue([due(.alarm, id: "second"), due(.reminder, id: "pills")]))),
        .init("one is stopped", "", "", .event(.ringStopRequested("alarm"))),
        .init("all are stopped", "", "", .event(.ringStopRequested(nil))),
        .init("one is snoozed", "", "", .event(.ringSnoozeRequested("second", .seconds(60)))),
        .init("snooze is said", "", "", .onTurn { .transcribed($0, transcript("snooze")) }),
        .init("its time is over", "", "", .event(.ringEnded(["alarm", "second"]))),
        .init("piece is heard", "", "", .onTurn { .heard($0, HeardPosition(clause: 3, characters: 0)) }),
    ]

    private func ringing(_ situation: Situation = .idle, _ reminders: RingingReminder...) -> AssistantState {
        var state = situation.state(.auto)
        _ = AssistantReducer.reduce(&state, .remindersDue(reminders.isEmpty ? [due(.alarm)] : reminders))
        return state
    }

    private func run(_ state: inout AssistantState, _ events: AssistantEvent...) -> [AssistantEffect] {
        events.flatMap { AssistantReducer.reduce(&state, $0) }
    }

    private func signals(_ effects: [AssistantEffect]) -> [RingSignal] {
        effects.compactMap { if case .startRinging(let signal, _, _) = $0 { signal } else { nil } }
    }

    private func outcomes(_ effects: [AssistantEffect]) -> [AssistantEffect] {
        effects.filter { if case .settleReminders = $0 { true } else { false } }
    }

    @Test func aDueAlarmRingsIsSavedAndListensForStop() {
        var state = Situation.listening.state(.auto)
        let effects = run(&state, .remindersDue([due(.alarm)]))
        #expect(signals(effects).map(\.sound) == [.alarm])
        #expect(effects.contains { if case .save(let draft) = $0 { draft.kind == .reminder } else { false } })
        #expect(effects.contains(.listen(.stopPhrases, state.turn.id, task: .stopPhrase)))
        #expect(state.ringing.reminders.map(\.id) == ["alarm"])
        #expect(run(&state, .remindersDue([due(.alarm)])).isEmpty, "it rings already")
    }

    @Test func aResumedAlarmIsNotSavedAgain() {
        var state = Situation.idle.state(.auto)
        let effects = run(&state, .remindersDue([due(.alarm, isResumed: true)]))
        #expect(!effects.contains { if case .save = $0 { true } else { false } })
    }

    /// Everything that ends the ringing: spoken words, a tap, Esc, typed words and buttons.
    static let ends: [(String, ReducerInput, RingOutcome)] = [
        ("stop", .onTurn { .transcribed($0, transcript("stop")) }, .stopped),
        ("turn it off", .onTurn { .transcribed($0, transcript("Turn it off!")) }, .stopped),
        ("snooze", .onTurn { .transcribed($0, transcript("snooze")) }, .snoozed(.seconds(540))),
        (
            "snooze for twenty minutes", .onTurn { .transcribed($0, transcript("snooze for twenty minutes")) },
            .snoozed(.seconds(1200))
        ),
        ("tap", .event(.microphoneTapped), .stopped), ("Esc", .event(.cancelRequested), .stopped),
        ("typed stop", .event(.textSubmitted("stop the alarm", .typed)), .stopped),
        ("typed snooze", .event(.textSubmitted("Snooze 5 minutes", .typed)), .snoozed(.seconds(300))),
        ("Stop button", .event(.ringStopRequested("alarm")), .stopped),
        ("Snooze button", .event(.ringSnoozeRequested("alarm", nil)), .snoozed(.seconds(540))),
    ]

    @Test(arguments: ends.indices) func wordsKeysAndButtonsEndTheRinging(index: Int) {
        let (name, input, outcome) = Self.ends[index]
        for situation in [Situation.idle, .listening] {
            var state = ringing(situation)
            let turn = state.turn.id
            let effects = run(&state, input.at(turn))
            #expect(outcomes(effects) == [.settleReminders(["alarm"], outcome)], "\(name)")
            #expect(effects.contains(.stopSpeaking(turn)))
            #expect(state.ringing.isEmpty && state.phase == .listening(for: .speech), "\(name)")
        }
    }

    @Test func otherWordsDoNotEndTheRinging() {
        var state = ringing()
        let effects = run(&state, .transcribed(state.turn.id, transcript("what a lovely morning")))
        #expect(effects.isEmpty && state.phase == .speaking)
    }

    @Test func snoozeIsIgnoredWhenNothingRings() {
        var state = Situation.thinking.state(.auto)
        let effects = run(&state, .transcribed(state.turn.id, transcript("snooze")))
        #expect(effects.isEmpty)
    }

    @Test func speechSoftensTheRingingWithoutStoppingIt() {
        var state = ringing()
        let turn = state.turn.id
        #expect(run(&state, .interruptionSuspected(turn)) == [.setSpeechGain(turn, AssistantReducer.duckedGain)])
        #expect(run(&state, .interruptionConfirmed(turn)) == [.startTimer(.ring, Ringing.softTime)])
        #expect(state.phase == .speaking && state.turn.id == turn)
        #expect(run(&state, .timerEnded(.ring)) == [.setSpeechGain(turn, 1)])
    }

    @Test func anAlarmDoesNotInterruptABusyConversation() {
        for situation in [Situation.recordingByVoice, .held, .transcribing, .thinking, .speaking] {
            var state = situation.state(.auto)
            let before = state.phase
            #expect(signals(run(&state, .remindersDue([due(.alarm)]))).isEmpty && state.phase == before)
            // However the turn ends, the alarm then rings.
            _ = run(&state, .cancelRequested)
            #expect(state.turn.speech.content == .ringing, "after \(situation)")
        }
    }

    @Test func dueRemindersRingTogetherAndEndSinglyOrTogether() {
        let three = [due(.timer), due(.alarm), due(.reminder)]
        var state = Situation.idle.state(.auto)
        let first = run(&state, .remindersDue(three))
        #expect(signals(first).map(\.ids) == [["timer", "alarm", "reminder"]])
        #expect(signals(first).first?.sound == .alarm && signals(first).first?.texts.count == 3)
        let second = run(&state, .ringStopRequested("alarm"))
        #expect(outcomes(second) == [.settleReminders(["alarm"], .stopped)])
        #expect(signals(second).map(\.sound) == [.timer])
        let third = run(&state, .ringSnoozeRequested("timer", .seconds(60)))
        #expect(outcomes(third) == [.settleReminders(["timer"], .snoozed(.seconds(60)))])
        #expect(signals(third).map(\.sound) == [.reminder])
        _ = run(&state, .cancelRequested)
        #expect(state.ringing.isEmpty)
        state = ringing(.idle, due(.timer), due(.alarm), due(.reminder))
        let all = run(&state, .microphoneTapped)
        #expect(outcomes(all) == [.settleReminders(["timer", "alarm", "reminder"], .stopped)])
    }

    @Test func aReminderIsRepeatedAFewTimesWithPauses() {
        var state = ringing(.idle, due(.reminder))
        for telling in 1...Ringing.mostTellings {
            let effects = run(&state, .playbackFinished(state.turn.id))
            if telling < Ringing.mostTellings {
                #expect(effects.contains(.startTimer(.ring, Ringing.tellingPause)))
                #expect(state.phase.isListening && !state.ringing.isEmpty)
                #expect(signals(run(&state, .timerEnded(.ring))).map(\.sound) == [.reminder])
            } else {
                #expect(outcomes(effects) == [.settleReminders(["reminder"], .unanswered)])
            }
        }
        #expect(state.ringing.isEmpty)
    }

    @Test func aReminderCanBeAnsweredBetweenRepetitions() {
        for input in [ReducerInput.event(.cancelRequested), .event(.textSubmitted("stop", .typed))] {
            var state = ringing(.idle, due(.reminder))
            _ = run(&state, .playbackFinished(state.turn.id))
            let effects = run(&state, input.at(state.turn.id))
            #expect(outcomes(effects) == [.settleReminders(["reminder"], .stopped)])
        }
        var state = ringing(.idle, due(.reminder))
        _ = run(&state, .playbackFinished(state.turn.id))
        _ = run(&state, .speechStarted(state.turn.id), .speechEnded(state.turn.id, .pause))
        _ = run(&state, .transcribed(state.turn.id, transcript("snooze")))
        #expect(!state.ringing.isEmpty, "its speaker may go on")
        let effects = run(&state, .utteranceSettled(state.turn.id))
        #expect(outcomes(effects) == [.settleReminders(["reminder"], .snoozed(.seconds(540)))])
        #expect(state.phase.isListening)
    }

    @Test func ringingIsRetriedAfterPlaybackFails() {
        var state = ringing()
        let effects = run(&state, .playbackFailed(state.turn.id, .noDevice(.output)))
        #expect(effects.contains(.startTimer(.ring, Ringing.failurePause)))
        #expect(!state.ringing.isEmpty && state.banner != nil, "it is shown")
        #expect(signals(run(&state, .timerEnded(.ring))).count == 1)
        let stuck = run(&state, .timerEnded(.watchdog(state.turn.id, .speaking)))
        #expect(stuck.contains(.startTimer(.ring, Ringing.failurePause)))
    }

    @Test func ringingResumesAtTheVolumeItHadReached() {
        var state = ringing()
        _ = run(&state, .heard(state.turn.id, HeardPosition(clause: 8, characters: 0)), .holdBegan)
        #expect(state.phase == .held)
        let effects = run(&state, .holdEnded)
        #expect(signals(effects).map(\.step) == [7])
    }

    @Test func anAlarmRingsOverAnAgentAtWork() {
        var state = Situation.thinking.state(.auto)
        let turn = state.turn.id
        _ = run(&state, .replyProgressed(turn))
        let effects = run(&state, .remindersDue([due(.alarm)]))
        #expect(effects.contains { if case .startRinging(_, turn, isDuringWork: true) = $0 { true } else { false } })
        let stop = run(&state, .microphoneTapped)
        #expect(outcomes(stop).count == 1 && stop.contains(.stopSpeaking(turn)) && state.phase == .thinking)
    }

    @Test func withoutAWindowOnlyStopIsListenedFor() {
        var state = Situation.listening.state(.auto)
        let effects = run(&state, .attended(false))
        #expect(effects.contains(.closeMicrophone) && state.phase == .idle)
        let ring = run(&state, .remindersDue([due(.alarm)]))
        #expect(ring.contains(.listen(.stopPhrases, state.turn.id, task: .stopPhrase)))
        let end = run(&state, .transcribed(state.turn.id, transcript("stop")))
        #expect(end.contains(.closeMicrophone) && state.phase == .idle)
        _ = run(&state, .attended(true))
        #expect(state.phase.isListening)
    }

    @Test func theWakeWordIsNeededAfterRinging() {
        var state = AssistantState(
            turn: TurnID(rawValue: 1), policy: ConversationPolicy(detectionMode: .auto, wakePhrase: "jarvis"))
        _ = run(&state, .started, .remindersDue([due(.alarm)]))
        let effects = run(&state, .transcribed(state.turn.id, transcript("stop")))
        #expect(outcomes(effects).count == 1 && state.phase == .listening(for: .wakeWord))
    }

    @Test func stopAndSnoozePhrasesAreParsed() {
        let stops = ["stop", "Jarvis, stop!", "turn off the alarm", "I’m awake", "dismiss", "never mind"]
        for text in stops { #expect(RingPhrases.command(text) == .stop, "\(text)") }
        let snoozes: [(String, Int64?)] = [
            ("snooze", nil), ("Snooze, please.", nil), ("snooze the alarm", nil), ("snooze for 20 minutes", 1200),
            ("snooze for twenty five minutes", 1500), ("snooze it for half an hour", 1800), ("snooze an hour", 3600),
            ("five more minutes", 300), ("just ten more minutes please", 600), ("snooze for two hours", 7200),
        ]
        for (text, seconds) in snoozes {
            #expect(RingPhrases.command(text) == .snooze(seconds.map { .seconds($0) }), "\(text)")
        }
        let others = ["what time is it", "set a timer for five minutes", "snooze for ever", "more", "snooze 0 minutes"]
        for text in others {
            #expect(RingPhrases.command(text) == nil, "\(text)")
        }
        for phrase in RingPhrases.all { #expect(RingPhrases.command(phrase) != nil, "\(phrase)") }
        // A recognizer with a small vocabulary would mishear any other length, so the phrases must include all of
        // these.
        let minutes = (1...20).map(Int64.init) + [25, 30, 40, 45, 50]
        for length in minutes {
            #expect(
                RingPhrases.all.contains {
                    $0.hasPrefix("snooze") && RingPhrases.command($0) == .snooze(.seconds(length * 60))
                },
                "\(length) minutes")
        }
        for pattern in RingPhrases.patterns { #expect(throws: Never.self) { try UtterancePattern(pattern) } }
    }
}
