// SPDX-License-Identifier: GPL-3.0-or-later
// Typed dialogues about ambiguous, impossible or risky requests: JARVIS asks first, explains or undoes.

import JarvisConversationTesting
import JarvisPlatform
import Testing

struct DoubtDialogueTests {
    @Test(.timeLimit(.minutes(3)), arguments: Transport.all)
    func deletingSeveralItemsNeedsAYes(on transport: Transport) async throws {
        try await transport.hold([
            [
                ["set an alarm for seven am", "7:00"], ["set an alarm for nine am", "9:00"],
                ["delete all my notes", "no notes"], ["list my alarms", "2 alarms"],
            ],
            [
                ["take a note buy flowers", "Buy flowers"], ["take a note call the vet", "Call the vet"],
                ["delete all my notes", "both notes?"], ["no", "won't"], ["read my notes", "2 notes"],
            ],
            [["wipe all my notes", "Delete both"], ["hmm no keep them", "won't"], ["read my notes", "2 notes"]],
            [["erase every note I have", "Delete both"], ["never mind", "!deleted"], ["read my notes", "2 notes"]],
            [["cancel all my alarms", "Cancel both"], ["better not", "won't"], ["list my alarms", "2 alarms"]],
            [
                ["add milk and eggs to my shopping list", "milk and eggs"], ["clear my shopping list", "Clear both"],
                ["no", "won't"], ["read my shopping list", "2 things"],
            ],
            [["clear my alarms", "Cancel both"], ["yes", "cancelled 2 alarms"], ["undo", "!can't"]],
        ])
    }

    @Test(.timeLimit(.minutes(3)), arguments: Transport.all)
    func aNameThatDoesNotExistIsNotTakenForAnother(on transport: Transport) async throws {
        try await transport.hold([
            [
                ["set a timer for fifty minutes", "50 minutes"], ["cancel the pasta timer", "can't find that timer"],
                ["pause the egg timer", "can't find that timer"],
                ["how much time is left on the rice timer", "can't find that timer", "timer for 50 minutes"],
                ["list my timers", "!paused", "left"],
            ],
            [
                ["set an alarm for seven am", "7:00"],
                ["cancel the dentist alarm", "no dentist alarm", "Cancel that one"],
                ["no", "won't"], ["list my alarms", "7:00"],
            ],
            [
                ["remind me to call mum tomorrow at six pm", "call mum"],
                ["cancel the dentist reminder", "can't find that reminder"], ["list my reminders", "call mum"],
            ],
            [["take a note buy flowers", "Buy flowers"], ["delete the note about the dentist", "can't find a note"]],
            [
                ["add milk to my shopping list", "milk"],
                ["delete the hardware list", "no hardware list", "!Create one"],
            ],
        ])
    }

    @Test(.timeLimit(.minutes(3)), arguments: Transport.all)
    func followUpsCorrectOrExtendTheLastAnswer(on transport: Transport) async throws {
        try await transport.hold([
            [
                ["set an alarm for seven thirty am", "7:30"], ["cancel that", "alarm for"],
                ["list my alarms", "no alarms"],
            ],
            [
                ["set a timer for ten minutes", "10 minutes"], ["no, make it five minutes", "5 minutes"],
                ["list my timers", "Your timer has"], ["undo", "timer for 10 minutes is set again"],
                ["list my timers", "Your timer has"], ["cancel that", "is cancelled"],
            ],
            [
                ["set an alarm for six am", "6:00"], ["no, at seven", "7:00"],
                ["that's wrong", "alarm for"], ["cancel that", "is cancelled"],
            ],
            [["add milk to my shopping list", "milk"], ["not that one", "removed milk"]],
            [
                ["add milk to my shopping list", "milk"], ["no, bread", "bread"],
                ["read my shopping list", "Just bread."],
            ],
            [["what is twelve times four", "48"], ["and plus seven", "55"], ["and half of that", "27.5"]],
            [["what is 100 fahrenheit in kelvin", "310.9"], ["say it in celsius", "37.8"]],
            [["what time is it in tokyo", "Tokyo"], ["and in london", "London"]],
            [
                ["take a note call the plumber", "plumber"], ["no, call the electrician", "electrician"],
                ["undo that", "deleted the note you just made"], ["read my notes", "!plumber", "!electrician"],
            ],
        ])
        let stage = try await transport.typedConversation()
        try await stage.hold([["tell me a joke"], ["another one"]])
        let jokes = stage.allEvents().filter { $0["event"]?.asText == "reply" }.compactMap {
            $0["text"]?.asText
        }
        #expect(jokes.count == 2 && Set(jokes).count == 2, "\(jokes)")
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(10)), arguments: Transport.all)
    func impossibleTimesAndRequestsGetAFittingReply(on transport: Transport) async throws {
        try await transport.hold([
            [["remind me tomorrow at 25 o'clock", "no 25 o'clock", "When"], ["never mind"]],
            [["remind me on the thirty second of march", "no thirty second of march"], ["never mind"]],
            [["remind me on february 30th to pay", "no february 30th"], ["never mind"]],
            [["remind me to call mum yesterday", "already passed"]],
            [["set a timer for zero seconds", "at least 1 second"]],
            [["cancel everything", "!goodbye", "!offline"]],
            [["make me a sandwich", "!offline"]],
        ])
    }

    @Test(.timeLimit(.minutes(10)), arguments: Transport.all)
    func anEmergencyGetsAPhoneNumber(on transport: Transport) async throws {
        try await transport.hold([
            [["call an ambulance", "call 911"]],
            [["i've been stabbed", "call 911"]],
            [["my husband has collapsed and he's not breathing", "call 911"]],
            [["someone is trying to break into my house", "call 911"]],
            [["my baby swallowed bleach", "call 911"]],
            [["I want to hurt myself", "988", "911", "don't have to get through this alone"]],
            [["I don't want to live anymore", "988"]],
        ])
    }

    @Test(.timeLimit(.minutes(3)), arguments: Transport.all)
    func savedItemsAreReadBackCorrectly(on transport: Transport) async throws {
        try await transport.hold([
            [
                ["take a note the door code is four two seven one", "4271"],
                ["note my pin is double four seven nine", "4479"], ["read my notes", "4271", "4479"],
            ],
            [
                [
                    "set a timer for fifty minutes. add milk to my shopping list. what is two plus two", "50", "milk",
                    "4",
                ],
                ["remind me to take out the bins at eight pm and to feed the cat at nine pm", "bins", "feed the cat"],
                ["list my reminders", "2 reminders"],
            ],
            [
                ["set a pasta timer for nine minutes", "pasta"], ["set a rice timer for twelve minutes", "rice"],
                ["pause the pasta timer", "paused"], ["how much time on my timers", "3 timers", "pasta", "paused"],
                ["resume the pasta timer", "running again"],
            ],
            [["set an alarm for seven am every weekday", "every weekday"], ["list my alarms", "every weekday"]],
            [["remind me to stretch every two hours", "every 2 hours"]],
            [["what's tomorrow's date", "Tomorrow is"]],
            [
                ["take a note buy flowers for anna", "flowers"],
                ["delete the note about flowers", "deleted your note", "!flowers"],
            ],
            [
                ["set a timer for one hour thirty minutes and thirty seconds", "1 hour, 30 minutes and 30 seconds"]
            ],
        ])
    }
}
