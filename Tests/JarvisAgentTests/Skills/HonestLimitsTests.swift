// SPDX-License-Identifier: GPL-3.0-or-later

@testable import JarvisAgent
@testable import JarvisSkills
import JarvisCore
import JarvisControlTesting
import JarvisTesting
import Testing

/// Requests that only resemble something JARVIS can do are not mistaken for it.
@Suite(.timeLimit(.minutes(10)))
struct HonestLimitsTests {
    private let rig = AgentRig()

    @Test(arguments: [
        "put the computer to sleep in an hour", "lock the screen in ten minutes", "at six lock the screen",
        "pause the music in half an hour", "suspend the computer at eleven",
    ]) func scheduledActionsAreDoneOnlyAfterAYes(request: String) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.text == "I can't schedule that. Shall I do it now?", "\(answer.text)")
        #expect(rig.desktop.session.performed.isEmpty)
        #expect(try await rig.ask("yes").skill == answer.skill, "a yes does it")
    }

    @Test(arguments: [
        "turn the volume down in an hour", "mute in five minutes", "mute the sound for ten minutes",
        "in an hour turn it up",
        "set the volume to 20 percent at 8 pm", "brightness up at 8 pm", "dim the screen tonight",
        "open firefox in ten minutes", "open the calculator at eight", "tomorrow at nine open firefox",
        "open youtube in half an hour", "restart in five minutes", "reboot at midnight", "shut down tomorrow",
        "log out in an hour", "switch to dark mode at nine pm", "turn firefox down in ten minutes",
    ]) func scheduledActionsAreAskedAboutAndDroppedAfterANo(request: String) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.text == "I can't schedule that. Shall I do it now?", "\(answer)")
        #expect(rig.desktop.session.performed.isEmpty && rig.launcher.all.isEmpty && rig.reminders.all.isEmpty)
        #expect(try await rig.desktop.sound.output().volume.percent == 50)
        #expect(try await rig.ask("no", isFollowUp: true).text == "All right, I won't.")
    }

    @Test(arguments: [
        ("wie spät ist es", "German"), ("quelle heure est-il", "French"), ("qué hora es", "Spanish"),
        ("zet een timer op tien minuten", "Dutch"), ("который час", "Russian"), ("今何時ですか", "Japanese"),
        ("kolik je hodin", "Czech"), ("yarın hava nasıl olacak", "Turkish"),
    ]) func anotherLanguageIsNamed(request: String, language: String) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.text.hasPrefix("I think that's \(language), and I only understand English."), "\(answer.text)")
        #expect(rig.reminders.all.isEmpty)
    }

    @Test(arguments: [
        "play despacito", "what does carpe diem mean", "translate guten morgen", "who was Johann Sebastian Bach",
        "navigate to Champs-Élysées", "how do you pronounce gnocchi", "qwertz asdf", "lol", "hmm", "Reykjavík",
        "weather in São Paulo", "blorp fizzle wug",
    ]) func foreignNamesAndNonsenseAreNotAnotherLanguage(request: String) async throws {
        #expect(try await !rig.ask(request).text.contains("only understand English"))
    }

    @Test func aYesCarriesOutAScheduledActionNow() async throws {
        try await rig.ask("open firefox in ten minutes")
        #expect(try await rig.ask("yes", isFollowUp: true).text == "Opening Firefox ESR.")
        #expect(rig.launcher.all == ["firefox-esr.desktop"])
        try await rig.ask("turn the volume down in an hour")
        #expect(try await rig.ask("yes", isFollowUp: true).skill == "volume")
        // Anything that ends work still asks for confirmation.
        try await rig.ask("restart in five minutes")
        #expect(try await rig.ask("yes", isFollowUp: true).text.hasPrefix("Restart the computer?"))
        #expect(rig.desktop.session.performed.isEmpty)
    }

    @Test(arguments: [
        ("set the volume at 20", "volume"), ("turn the volume up by ten", "volume"), ("turn it down by 20", "volume"),
        ("skip ahead for ten seconds", "media"), ("set a timer for ten minutes", "timer"),
        ("remind me to mute in five minutes", "reminder"), ("remind me to open firefox at eight", "reminder"),
        ("wake me in ten minutes", "alarm"), ("am i free at three", "calendar"), ("mute", "volume"),
    ]) func requestsThatUseTheTimeThemselvesAreCarriedOut(request: String, skill: String) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.skill == skill && !answer.text.hasPrefix("I can't schedule that"), "\(answer)")
    }

    @Test(arguments: ["close firefox in ten minutes", "turn off the lights in an hour", "turn the tv off at eight"])
    func impossibleActionsAreNotOffered(request: String) async throws {
        let answer = try await rig.ask(request)
        #expect(!answer.text.contains("Shall I do it now?"), "\(answer)")
    }

    @Test(arguments: [
        "turn off bluetooth", "switch off the wi-fi", "turn the lights off", "turn off the TV", "switch on the heating",
    ]) func switchingOtherDevicesIsDeclined(request: String) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.text.hasPrefix("I can't turn that on or off"), "\(answer.text)")
    }

    @Test func closingAProgramIsDeclinedAndOpensNothing() async throws {
        let answer = try await rig.ask("close firefox")
        #expect(answer.text == "I don't close apps, so you won't lose anything.", "\(answer.text)")
        #expect(rig.launcher.all.isEmpty)
    }

    @Test func closingOtherThingsIsNotDeclined() async throws {
        try await rig.ask("set a timer for ten minutes")
        #expect(try await rig.ask("kill the timer").text == "I've cancelled your timer.")
        #expect(try await rig.ask("close the history").skill == "window")
        #expect(try await rig.ask("quit").skill != "application")
    }

    @Test func chanceUsesTheGivenBoundsAndChoices() async throws {
        #expect(try await rig.ask("random number up to 100").text == "I pick 1.")
        #expect(try await rig.ask("give me a random number below 1").text == "I pick 0.")
        #expect(try await rig.ask("pick up milk and eggs").skill != "chance")
        #expect(try await rig.ask("choose between pizza and pasta").text == "I'd say pizza.")
        #expect(try await rig.ask("pick a number between 5 and 9").text == "I pick 5.")
    }

    @Test func theOnlyListNeedsNoName() async throws {
        try await rig.ask("add milk to my shopping list")
        #expect(try await rig.ask("is milk on the list").text == "Yes, milk is on your shopping list.")
        #expect(try await rig.ask("are eggs on my shopping list").text == "No, you have no eggs on your shopping list.")
    }
}
