// SPDX-License-Identifier: GPL-3.0-or-later
// Random orders of events: one call owns the audio, a held call keeps the microphone closed, every action gets one
// answer, and an ended call stays ended.

import JarvisConversation
import JarvisCore
import JarvisTesting
import Testing

struct CallWalkTests {
    /// The audio as the effects leave it, and checks of its invariants.
    private struct World {
        var owner: CallID?
        var isOpen = false
        var endings: [CallID: CallEnding] = [:]
        var asked: Set<ActionToken> = []
        var answered: Set<ActionToken> = []
        /// The calls and steps that reports can still refer to.
        var steps = [(CallID(rawValue: "none"), 0)]
        var claims: [CallID] = []

        mutating func take(_ effects: [CallEffect], _ state: CallState) {
            for effect in effects {
                switch effect {
                case .claimAudio(let id):
                    #expect(owner == nil && !isOpen, "another call owns the audio")
                    claims.append(id)
                case .releaseAudio(let id):
                    if owner == id { (owner, isOpen) = (nil, false) }
                case .openAudio(let id, let step):
                    #expect(owner == id && !isOpen)
                    isOpen = true
                    steps.append((id, step))
                case .holdAudio(let id, let step):
                    #expect(owner == id)
                    isOpen = false
                    steps.append((id, step))
                case .answer(let token, _):
                    #expect(asked.contains(token))
                    #expect(answered.insert(token).inserted, "answered twice")
                case .answerReminders(let ids, _): #expect(!ids.isEmpty)
                case .tell(let reasons): #expect(!reasons.isEmpty)
                case .keep(let record): #expect(record.length != nil || record.ending == .missed)
                case .startTimer(let id, _, _, let delay): #expect(id == state.call?.id && delay > .zero)
                }
            }
            check(state)
        }

        private mutating func check(_ state: CallState) {
            guard let call = state.call else { return #expect(owner == nil) }
            switch call.status {
            case .held: #expect(!isOpen && owner == call.id, "a call that is held hears nothing")
            case .active: #expect(owner == call.id && isOpen != call.isTakingHold)
            case .connecting, .offering: break
            case .ringing: #expect(!isOpen)
            case .ended: #expect(owner == nil && !isOpen)
            }
            if let ending = call.ending {
                #expect(endings[call.id] == nil || endings[call.id] == ending, "it ended twice")
                endings[call.id] = ending
            } else {
                #expect(endings[call.id] == nil, "it came back")
            }
        }
    }

    private static let actions: [CallAction] = [.start, .accept, .reject, .hold, .resume, .end, .snooze(nil)]

    /// 100 walks of 1000 events each.
    @Test(arguments: 0..<100 as Range<UInt64>) func invariantsHoldForRandomOrdersOfEvents(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var (state, world) = (CallState(), World())
        var now = Timestamp(secondsSinceEpoch: 1_700_000_000)
        for number in 0..<1000 {
            now = now.advanced(by: .milliseconds(Int.random(in: 0...5000, using: &generator)))
            let event = next(number, &world, state, &generator)
            if case .audioGranted(let id) = event, world.owner == nil, world.claims.contains(id) {
                world.claims.removeAll { $0 == id }
                world.owner = id
            }
            if case .audioRefused(let id, _) = event { world.claims.removeAll { $0 == id } }
            world.take(CallReducer.reduce(&state, event, at: now), state)
        }
        world.take(CallReducer.reduce(&state, .stopped, at: now), state)
        #expect(world.answered == world.asked, "every action is answered")
        #expect(world.owner == nil && !world.isOpen)
    }

    /// A random event, sometimes about the newest step and sometimes about an old one.
    private func next(
        _ number: Int, _ world: inout World, _ state: CallState, _ generator: inout SeededGenerator
    ) -> CallEvent {
        let isLikely = Int.random(in: 0..<3, using: &generator) == 0
        let (id, step) = isLikely ? world.steps[world.steps.count - 1] : one(of: world.steps, &generator)
        let reason = CallReason(id: one(of: ["tea", "post", "bus"], &generator), text: "It is time.")
        switch Int.random(in: 0..<20, using: &generator) {
        case 0..<6:
            let token = ActionToken(rawValue: number)
            world.asked.insert(token)
            return .requested(one(of: Self.actions, &generator), token)
        case 6: return .rang([reason])
        case 7:
            let answers: [RingAnswer] = [.stopped, .unanswered, .snoozed(nil)]
            return .ringSettled([reason.id], one(of: answers, &generator))
        case 8, 9, 10:
            guard let claim = world.claims.randomElement(using: &generator) else { return .audioRefused(id, "busy") }
            return Bool.random(using: &generator) || isLikely ? .audioGranted(claim) : .audioRefused(claim, "busy")
        case 11, 12, 13: return .connected(id, step: step)
        case 14: return .connectionFailed(id, step: step, "no microphone")
        case 15, 16: return .holdTaken(id, step: step)
        case 17: return isLikely ? .holdFailed(id, step: step, "still open") : .farewellSaid
        case 18:
            let cause = one(of: HoldCause.allCases, &generator)
            return .interruptionChanged(cause, Bool.random(using: &generator))
        default:
            return .timerEnded(id, Bool.random(using: &generator) ? .connecting : .interruption, step: step)
        }
    }

    private func one<Element>(of elements: [Element], _ generator: inout SeededGenerator) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &generator)]
    }
}
