// SPDX-License-Identifier: GPL-3.0-or-later
// Destructive actions are carried out on request, and never offered for words that only sound similar.

@testable import JarvisAgent
@testable import JarvisSkills
import JarvisCore
import JarvisControlTesting
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct WeakReadingTests {
    /// Words in offers and confirmations of these actions.
    private static let deeds = [
        "log you out", "logging you out", "to sleep", "hibernate", "turn the computer off", "shut the computer down",
        "restart the computer", "lock the screen", "screen is locked", "delete a", "delete the", "deleted",
        "clear a list",
        "Clear ", "cancel a", "cancel the", "canceled",
    ]

    @Test(arguments: nearby) func similarWordsOfferNoDestructiveAction(text: String) async throws {
        let rig = AgentRig()
        try await rig.ask("set a timer for ten minutes")
        try await rig.ask("add milk to my shopping list")
        try await rig.ask("note that the key is under the mat")
        let answer = try await rig.ask(text)
        for deed in Self.deeds { #expect(!answer.text.contains(deed), "\(answer.text)") }
        #expect(rig.desktop.session.performed.isEmpty, "\(answer.text)")
        #expect(rig.reminders.all.count == 1, "\(answer.text)")
    }

    @Test(arguments: [
        ("log out", "Log out?"), ("end my session", "Log out?"),
        ("shut down", "Turn the computer off?"), ("power off", "Turn the computer off?"),
        ("do a shutdown", "Turn the computer off?"), ("reboot", "Restart the computer?"),
        ("please restart this laptop", "Restart the computer?"),
        ("put the laptop to sleep", "Going to sleep."),
        ("lock up my computer", "The screen is locked."),
    ])
    func clearRequestsAreStillUnderstood(request: String, reply: String) async throws {
        let answer = try await AgentRig().ask(request)
        #expect(answer.text.hasPrefix(reply), "\(answer.text)")
    }

    @Test(arguments: [
        "my wife left me", "my boyfriend dumped me last week", "my dog ran away", "i lost my job today",
        "my mother is in hospital", "i failed my exam", "i miss my grandfather", "they let me go after twenty years",
        "my neighbour yelled at my kids", "my father is very old now", "my child cries all night",
        "someone took my parking space", "my friend is not talking to me", "the boss hates me",
    ]) func sadNewsIsNoEmergency(text: String) async throws {
        let answer = try await AgentRig().ask(text)
        #expect(answer.skill != "emergency", "\(answer.text)")
    }

    @Test(arguments: [
        "lock that", "locked", "locking", "locks", "lock in", "lock up", "lock him out", "suspended", "suspending",
        "restart that", "restarted", "restarting", "rebooted", "log out there", "sign out there", "sign off",
        "signing off",
        "shut down there", "sleeping",
    ])
    func wordsBesideAnOrderToLockOrTurnOffDoNothing(text: String) async throws {
        let rig = AgentRig()
        let answer = try await rig.ask(text)
        #expect(rig.desktop.session.performed.isEmpty && answer.skill != "session", "\(answer.text)")
    }

    @Test(arguments: [
        ("lock", "The screen is locked."), ("lock it please", "The screen is locked."),
        ("lock now", "The screen is locked."),
        ("lock screen", "The screen is locked."), ("restart now", "Restart"),
        ("reboot the pc", "Restart"),
        ("sign me out", "Log out?"), ("shutdown", "Turn the computer off?"),
        ("oh shut down", "Turn the computer off?"), ("suspend", "Going to sleep."),
    ])
    func shortOrdersAreStillUnderstood(request: String, reply: String) async throws {
        let answer = try await AgentRig().ask(request)
        #expect(answer.text.hasPrefix(reply), "\(answer.text)")
    }

    @Test(arguments: ["hide", "mode", "hide me", "hide the cookies", "start over", "hush hush", "stash", "brightly"])
    func wordsThatOnlyResembleAChangeDoNothing(text: String) async throws {
        let rig = AgentRig()
        let before = (try await rig.desktop.sound.output(), try await rig.desktop.brightness.brightness())
        let answer = try await rig.ask(text)
        #expect(!answer.text.hasPrefix("Did you want") && answer.skill != "notifications", "\(answer.text)")
        let after = (try await rig.desktop.sound.output(), try await rig.desktop.brightness.brightness())
        #expect(before == after && rig.desktop.media.commands.isEmpty, "\(answer.text)")
    }

    @Test(arguments: [
        "quieter days are ahead of us", "quieter nights would be nice", "searching for a light in the dark",
        "my name is dirt in this house", "my name is written on the door",
    ])
    func whatIsOnlyToldChangesNothing(text: String) async throws {
        let rig = AgentRig()
        let answer = try await rig.ask(text)
        #expect(try await rig.desktop.sound.output().volume.percent == 50, "\(answer.text)")
        #expect(rig.launcher.all.isEmpty && rig.settings.current.userName.isEmpty, "\(answer.text)")
    }

    @Test func aNewListIsNoPartOfAnItem() async throws {
        let answer = try await AgentRig().ask("put nails on a new hardware list")
        #expect(answer.text.contains("nails") && !answer.text.contains("nails on"), "\(answer.text)")
    }

    @Test func closeClosesTheOpenPane() async throws {
        for text in ["close", "close it", "close this", "close the window", "close the page"] {
            let window = FakeWindowControl()
            var desktop = FakeDesktop.example
            desktop.window = window
            let rig = AgentRig(desktop: desktop)
            try await rig.ask("show the settings")
            #expect(try await rig.ask(text).text == "Closed.", "\(text)")
            #expect(try await rig.ask(text).text == "Nothing is open in my window.", "\(text)")
        }
    }

    @Test(
        arguments: [
            ("compact mode", .compact), ("go into compact mode", .compact), ("make yourself small", .compact),
            ("shrink the window", .compact), ("full screen", .fullScreen), ("go full screen", .fullScreen),
            ("leave compact mode", .normal), ("turn off full screen", .normal), ("normal size", .normal),
        ] as [(String, WindowShape)])
    func requestsChangeTheWindowsShape(request: String, shape: WindowShape) async throws {
        let window = FakeWindowControl()
        _ = await window.setShape(shape == .normal ? .compact : .normal)
        var desktop = FakeDesktop.example
        desktop.window = window
        let rig = AgentRig(desktop: desktop)
        #expect(try await rig.ask(request).skill == "window")
        #expect(window.shape == shape)
        #expect(try await AgentRig().ask(request).text == "My window isn't open.")
    }

    private static let nearby = """
        close
        close it
        close this
        close that
        close the window
        close the door
        close the curtains
        close your eyes
        close call
        closing time
        compact mode
        go compact
        full screen
        dark mode please
        night mode
        power mode
        power saving mode
        performance mode
        game mode
        airplane mode
        silent mode
        reading mode
        sleep well
        sleep tight
        I couldn't sleep last night
        did you sleep well
        where do babies sleep
        how much sleep do I need
        let sleeping dogs lie
        the baby is asleep
        I am going to sleep
        I'm off to bed
        put the baby to sleep
        put the kids to bed
        put the phone down
        my leg fell asleep
        end
        the end
        end of story
        end it there
        finish
        finished
        done
        quit
        exit
        leave
        leave it
        log
        log book
        logs
        login
        log in
        log me in
        sign
        sign here
        sign in
        sign language
        session
        a great session
        session notes
        office
        shut
        shut it
        shut the door
        shut the window
        shutter speed
        shutdown procedure for nuclear reactors
        down
        power
        power plant
        power nap
        off
        off you go
        turn
        turn left
        turn around
        turn off the lights
        switch
        switch off your phone
        restart the race
        start over
        reset
        reset my password
        boot
        boots
        boot camp
        lock the door
        lock the car
        unlock
        locksmith
        padlock
        the door is locked
        gridlock on the motorway
        delete
        delete scene
        remove
        remove the stain
        clear
        clear sky tonight
        clear as mud
        is that clear
        clear the table
        the coast is clear
        clean the kitchen
        empty
        my glass is empty
        empty the bin
        empty the dishwasher
        cancel culture
        cancel my subscription
        cancel the meeting
        cancel my gym membership
        the flight was cancelled
        wipe the table
        wipe your feet
        throw it in the bin
        get rid of the smell
        drop the beat
        drop dead gorgeous
        forget about it
        suspend disbelief
        suspension bridge
        hibernating bears
        do bears hibernate
        stand by me
        standby ticket
        goodbye session
        away
        I'm away
        back
        go away
        get out
        out
        go home
        off to work
        scrap metal prices
        scratch my back
        strike a match
        strike three
        cross the road
        tick the box
        take the bus off the list of options
        my list of enemies
        erase and rewind
        halt and catch fire
        kill the lights
        kill bill
        ditch the car
        dump truck
        discard pile
        purge
        format
        format the text
        uninstall firefox
        destroy
        burn it
        shred the document
        """.split(separator: "\n").map(String.init)
}
