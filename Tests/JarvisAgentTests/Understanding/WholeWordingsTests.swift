// SPDX-License-Identifier: GPL-3.0-or-later
// Other people's words for what is always said in one sentence: by kind, with wordings that are in no data.

import JarvisControlTesting
import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisAgent
@testable import JarvisSkills

@Suite(.timeLimit(.minutes(5)))
struct WholeWordingsTests {
    @Test(arguments: [
        ("Could you tell me who designed you?", "free software"), ("which company built you", "free software"),
        ("who is responsible for your existence", "free software"), ("where were you made", "free software"),
        ("are you a real person or a machine", "not a person"), ("would you say you're human", "not a person"),
        ("am I talking to a robot?", "not a person"), ("what should people call you", "I'm Jarvis"),
        ("do you have a nickname?", "I'm Jarvis"), ("which topics are you good at", "I can set timers"),
        ("what kinds of things could I ask you", "I can set timers"), ("what's my name saved as", "haven't told me"),
    ])
    func questionsAboutTheAssistantAreAnswered(question: String, reply: String) async throws {
        let answer = try await AgentRig().ask(question)
        #expect(answer.text.contains(reply), "\(answer.text)")
    }

    @Test(arguments: [
        "it was lovely talking to you today", "thanks for the talk, see you soon", "I must get going", "take care, bye",
        "talk to you next time", "what a pleasant conversation",
    ])
    func partingIsHeardAsParting(text: String) async throws {
        #expect(try await AgentRig().ask(text).skill == "goodbye")
    }

    @Test(arguments: [
        "thanks for answering my questions", "I'm very grateful for your help", "your assistance is appreciated",
        "you're so kind, thank you", "how's everything going with you", "hello again, good to see you",
    ])
    func courtesiesAreAnswered(text: String) async throws {
        #expect(try await AgentRig().ask(text).skill == "small-talk")
    }

    @Test(arguments: [
        "please abort that task", "quit doing that", "don't continue with it", "terminate the current process",
        "could you stop what you were doing", "stop, I've changed my mind", "never mind that one",
        "I'd like you to cancel this request",
    ])
    func askedToStopItStops(text: String) async throws {
        let rig = AgentRig()
        let answer = try await rig.ask(text)
        #expect(answer.skill == "stop" && answer.text.isEmpty, "\(answer.text)")
    }

    @Test func cancellingTheRequestTakesBackWhatItDid() async throws {
        let rig = AgentRig()
        try await rig.ask("add milk to my shopping list")
        try await rig.ask("oops, cancel that request")
        #expect(rig.lists.all.isEmpty)
        try await rig.ask("add milk to my shopping list")
        // Asking for silence takes nothing back.
        try await rig.ask("stop talking now")
        #expect(rig.lists.all.first?.items == ["milk"])
    }

    @Test(arguments: [
        ("whispering mode off please", 0.5, 1.0), ("I don't need whisper mode anymore", 0.5, 1.0),
        ("go back to your regular voice", 0.5, 1.0), ("switch into whisper mode", 1.0, 0.8),
        ("could you use a whispering voice", 1.0, 0.8), ("don't shout", 1.0, 0.8),
    ])
    func whisperingIsTurnedOnAndOff(text: String, before: Double, after: Double) async throws {
        let rig = AgentRig()
        try await rig.services.settings.update { $0.volume = before }.value
        try await rig.ask(text)
        #expect(rig.services.settings.current.volume == after)
    }

    @Test(arguments: [
        ("please stop talking so fast", false), ("lower your speech rate", false),
        ("you're talking way too quickly", false),
        ("don't talk so slowly", true), ("quicken your speech", true),
    ])
    func theSpeedOfTheVoiceFollowsAnyWording(text: String, isFaster: Bool) async throws {
        let rig = AgentRig()
        let before = rig.services.settings.current.speed
        try await rig.ask(text)
        let after = rig.services.settings.current.speed
        #expect(isFaster ? after > before : after < before)
    }

    @Test func loweringAndRaisingTheVoiceIsAboutLoudness() async throws {
        let rig = AgentRig()
        let speed = rig.services.settings.current.speed
        try await rig.ask("lower your voice")
        #expect(rig.services.settings.current.volume < 1)
        #expect(rig.services.settings.current.speed == speed)
    }

    @Test(arguments: [
        ("could you boost your speaker volume", true), ("the volume should be raised", true),
        ("can the sound be turned down", false), ("lessen the audio level a bit", false),
    ])
    func theVolumeFollowsAnyWording(text: String, isUp: Bool) async throws {
        let rig = AgentRig()
        let before = try await rig.desktop.sound.output()
        let answer = try await rig.ask(text)
        let after = try await rig.desktop.sound.output()
        let (old, new) = (before.volume.share, after.volume.share)
        #expect(isUp ? new > old : new < old, "\(answer.text)")
    }

    @Test(arguments: [
        ("do you listen to everything I say?", "microphone"), ("who else can hear me", "microphone"),
        ("is my data safe with you?", "stays on this computer"), ("where does my voice go", "stays on this computer"),
        ("do you send my recordings to a company", "stays on this computer"),
    ])
    func questionsAboutPrivacyHaveExactAnswers(question: String, reply: String) async throws {
        let answer = try await AgentRig().ask(question)
        #expect(answer.skill == "privacy" && answer.text.contains(reply), "\(answer.text)")
    }

    @Test(arguments: [
        "I'm drowning in paperwork", "we are drowning in debt", "the company is bleeding cash",
        "he nearly gave me a heart attack", "I almost died laughing", "this song is on fire",
    ])
    func picturesAreNoEmergencies(text: String) async throws {
        let answer = try await AgentRig().ask(text)
        #expect(answer.skill != "emergency", "\(answer.text)")
    }

    @Test(arguments: [
        "my grandad isn't breathing", "the cooker is on fire", "my daughter is drowning in the lake",
        "someone is bleedng badly", "my wife is having a heart atack", "a child is drownig in the pool",
    ])
    func emergenciesGetTheNumber(text: String) async throws {
        let answer = try await AgentRig().ask(text)
        #expect(answer.skill == "emergency", "\(answer.text)")
    }
}
