// SPDX-License-Identifier: GPL-3.0-or-later
// Requests by synthetic voices in noise of 2 to 20 dB, as the neural recognizer heard them.

extension HeardInNoiseTests {
    static let first = """
        add five minutes to the timer -> I have five minutes for the final.
        add five minutes to the timer -> That five units to the time where?
        am i online -> In my own line.
        cancel all alarms -> Can seal an ole at a larm's.
        cancel all alarms -> Can slow the lines.
        cancel all reminders -> And slowly minders.
        cancel my alarm -> He untold my delight.
        cancel my alarm -> Paints will mild love.
        cancel the timer -> Can save a chimer.
        cancel the timer -> Can't sew the timer.
        cancel the timer -> cancel the timers
        cancel the timer -> hello
        cancel the timer -> thanks for me
        clear the shopping list -> There are the shotgun of this.
        clear the shopping list -> Three of the shopping list.
        clear the shopping list -> We are dropping this.
        convert five miles to kilometers -> Conrad filed miles to follow the prisoners.
        convert five miles to kilometers -> Convert five miles to the lumpeters.
        convert five miles to kilometers -> convert five miles to fahrenheit
        convert sixteen pounds to kilograms -> 16 pounds of the trail grams.
        convert sixteen pounds to kilograms -> Then we're at sixteen pounds to kill our brands.
        delete all my notes -> The league almighty is.
        delete all my notes -> show my notes
        delete my last note -> I can't make my last note.
        delete my last note -> read my last note
        flip a coin -> Click the point
        flip a coin -> Flipper coin.
        flip a coin -> She lied a client.
        flip a coin -> She's not the client.
        flip a coin -> close the pane
        flip a coin -> hello
        flip a coin -> please quiet
        flip a coin -> what is playing
        flip a coin -> what's the time
        go to wikipedia -> Go to my cupidia.
        go to wikipedia -> We're doing Wikipedia
        go to wikipedia -> Yo, we're going with the video.
        good morning -> The army,
        how do you spell necessary -> How do you use film necessary?
        how do you spell necessary -> I do use no necessities.
        how do you spell necessary -> I'll be loose, fell necessary.
        how do you spell necessary -> Probably in this film is a theory.
        how many days until christmas -> How many ways until Christmas?
        how many miles are ten kilometres -> And many miles of adventure long for it.
        how many miles are ten kilometres -> How many miles are controlled on this?
        how many miles are ten kilometres -> How many miles do you think you'll want to see?
        how many miles are ten kilometres -> how many miles are ten kilometers
        how many ounces are in a pound -> I'll have an analysis or an account.
        how much battery is left -> How much battery is there?
        how much battery is left -> How much better is lift?
        how much disk space is left -> A toplugged discs, paces left.
        how much disk space is left -> How much despise is left?
        how much disk space is left -> How much is this case as well?
        how much is one hundred divided by eight -> How much is 100 divided by 8?
        how much is one hundred divided by eight -> How much is 100 million by 80?
        how much is one hundred divided by eight -> Now much is 100 divided by 8.
        how much memory is free -> How much can we experience?
        how much time is left -> How much time was left?
        how much time is left -> Thomas finally left.
        jarvis what time is it -> Jarvis worked by him as a
        jarvis what time is it -> Jarvis, what time is it?
        jarvis what time is it -> Jotoko's watt time is it?
        lock the screen -> Love is free.
        make it five minutes -> Make a five minutes.
        make it five minutes -> Megaed five minutes.
        make it five minutes -> Move the five minutes.
        make it five minutes -> Naked five minutes.
        make it five minutes -> Negative by many.
        mute the microphone -> Leave the microchones.
        mute the microphone -> Moved the microphone.
        mute the microphone -> Mute and like a film.
        mute the microphone -> Mute in microphone.
        mute the microphone -> Neo's the microphone.
        mute the microphone -> Use the micrical.
        mute the microphone -> You've the microphone.
        never mind -> Never mind, never mind.
        next song -> Let's come.
        next song -> that's all
        open firefox -> I think five of class.
        open firefox -> Open fire, fox,
        open the calculator -> Hilton Patel's later.
        open the calculator -> Hoping to count the later.
        open the calculator -> Open the calf later.
        open the calculator -> Soaking the couch earlier.
        open the calculator -> Walking the calculator,
        open the terminal -> Holding the granola.
        open the terminal -> Open your chair, Mini.
        open the terminal -> Welcome to Turn the Wolf.
        open the terminal -> open your settings
        pause the music -> Something needed.
        pause the timer -> check the timer
        pause the timer -> set a timer
        pause the timer -> talk louder
        pick a number between one and ten -> It's a number between one hand ten.
        pick a number between one and ten -> You can number between one and ten.
        put eggs on the shopping list -> But I've just done the shopping list.
        put eggs on the shopping list -> The head is on the shopping list.
        put eggs on the shopping list -> The tectus on the shot being this.
        put eggs on the shopping list -> With an egg wand, the choppy lip.
        read my notes -> Red my notes.
        read my notes -> Third man was.
        read my notes -> Where am I not?
        read my notes -> read my timer
        read my notes -> what are my notes
        read the clipboard -> Great, this is a part.
        read the clipboard -> Let the switch bolt.
        read the clipboard -> Pretty, I have to click hard.
        read the clipboard -> Reddously cold.
        read the clipboard -> Where is the woodwork?
        remind me at six to call mum -> Bring mine me at six to four months.
        remind me at six to call mum -> Bring my knee at six to four months.
        remind me at six to call mum -> Remind me at six to call a mum.
        remind me at six to call mum -> Remind me that it's the problem.
        remind me at six to call mum -> The thing I needed to take to Palm Island.
        remind me at six to call mum -> Three-minded assets to fall under.
        remind me at six to call mum -> remind me at six to call a month.
        remind me at six to call mum -> remind me at two oh one
        remind me in forty five minutes -> Green-lined me in 45 minutes.
        remind me in forty five minutes -> Remind me in forty-five minutes.
        remind me in forty five minutes -> Were he mind you in forty-five minutes?
        remind me in forty five minutes -> remind me in thirty five minutes
        """
}
