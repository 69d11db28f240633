// SPDX-License-Identifier: GPL-3.0-or-later
// Wake-word enrolment: what is recorded, what the conversation does meanwhile, and how the enrolment can end.

import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct WakeLessonTests {
    private let fixture = AssistantFixture { $0.speech.wakePhrase = "computer" }
    private let microphone = FakeMicrophone()
    private let learner = FakeWakeWordLearner()
    private let lesson: WakeLesson

    init() async {
        lesson = WakeLesson(
            assistant: fixture.assistant, learner: learner, makeMicrophone: { [microphone] in microphone })
        fixture.assistant.start()
        await fixture.until { $0.phase.isListening }
    }

    private func begin() async {
        lesson.begin()
        await fixture.until { [microphone] in microphone.isOpen }
    }

    private func sayPhrase(_ value: Int16) {
        microphone.send(seconds: 1, isSpeech: false)
        microphone.send(seconds: 0.6, isSpeech: true, value: value)
        microphone.send(seconds: 1, isSpeech: false)
    }

    @Test func threeRecordingsCompleteTheEnrolment() async throws {
        var steps: [WakeLesson.Step] = []
        lesson.onChange = { steps.append($0) }
        await begin()
        #expect(fixture.assistant.state.phase == .idle, "the conversation rests")
        for value: Int16 in [1, 2, 3] { sayPhrase(value) }
        await fixture.until { [lesson] in lesson.step == .learned }
        #expect(steps == (1...3).map { .listening(number: $0, count: 3) } + [.learning, .learned])
        let learnt = try #require(learner.lessons.first)
        #expect(learnt.phrase == "computer" && lesson.knows("computer"))
        for (number, recording) in learnt.recordings.enumerated() {
            #expect(recording.count { $0 == Int16(number + 1) } == 9_600, "all of it, and nothing of another time")
            #expect(recording.prefix(4_800).allSatisfy { $0 == 0 }, "what came before it belongs to it")
        }
        await fixture.until { $0.phase.isListening }
        #expect(!microphone.isOpen && !lesson.isGoingOn)
    }

    @Test func lockingTheScreenEndsTheEnrolment() async {
        await begin()
        sayPhrase(1)
        fixture.assistant.send(.awayChanged(true))
        await fixture.until { [microphone] in !microphone.isOpen }
        #expect(lesson.step == .resting && !lesson.isGoingOn && fixture.assistant.state.microphone.loan == nil)
    }

    @Test func silenceFailsTheEnrolment() async {
        await begin()
        sayPhrase(1)
        await fixture.until { [lesson] in lesson.step == .listening(number: 2, count: 3) }
        let noSpeech = WakeLesson.Step.failed(.learning(.nobodySpoke, phrase: "computer"))
        await fixture.until { [lesson, fixture] in
            // The enrolment may not be waiting yet.
            fixture.clock.advance(by: .seconds(16))
            return lesson.step == noSpeech
        }
        #expect(learner.lessons.isEmpty)
        await fixture.until { $0.phase.isListening }
    }

    @Test func aNewEnrolmentCanFollowAFailure() async {
        learner.fail(.phraseNotHeard(recording: 1))
        await begin()
        for value: Int16 in [1, 2, 3] { sayPhrase(value) }
        await fixture.until { [lesson] in
            lesson.step == .failed(.learning(.phraseNotHeard(recording: 1), phrase: "computer"))
        }
        await begin()
        #expect(lesson.step == .listening(number: 1, count: 3))
        microphone.send(.failed(.noDevice(.input)))
        await fixture.until { [lesson] in lesson.step == .failed(.audio(.noDevice(.input))) }
        #expect(!microphone.isOpen)
    }

    @Test func cancellingTheEnrolmentLearnsNothing() async {
        await begin()
        sayPhrase(1)
        lesson.cancel()
        #expect(lesson.step == .resting)
        await fixture.until { $0.phase.isListening }
        await fixture.until { [microphone] in !microphone.isOpen }
        #expect(learner.lessons.isEmpty)
    }

    @Test func aMutedMicrophoneFailsTheEnrolment() async {
        fixture.assistant.send(.setMuted(true))
        lesson.begin()
        guard case .failed = lesson.step else { Issue.record("\(lesson.step)"); return }
        #expect(!microphone.isOpen && fixture.assistant.state.microphone.loan == nil)
        fixture.assistant.send(.setMuted(false))
        await begin()
        fixture.assistant.send(.setMuted(true))
        guard case .failed = lesson.step else { Issue.record("\(lesson.step)"); return }
        await fixture.until { [microphone] in !microphone.isOpen }
        fixture.assistant.send(.setMuted(false))
        await begin()
        microphone.send(.mutedBySystem(true))
        await fixture.until { [lesson] in !lesson.isGoingOn }
        guard case .failed = lesson.step else { Issue.record("\(lesson.step)"); return }
    }
}
